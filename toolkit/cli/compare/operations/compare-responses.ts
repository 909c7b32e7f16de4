import type { ApiDocument, Header, Response } from "@counterpart/server/document";
import { pieceOf } from "../schemas/piece.ts";
import { shapeOf } from "../schemas/shape.ts";
import { compareContent } from "./compare-content.ts";
import { breakAt, type ContractChange, type Pair, type Site, schemaChanges, warningAt } from "./contracts.ts";
import { within } from "./spot.ts";

type Responses = Record<string, Response>;

export function compareResponses(site: Site, [before, after]: Pair<Responses>): ContractChange[] {
  const known = Object.entries(before).flatMap(([status, response]) => {
    const now = covering(after, status);
    const here = within(site, status, now ?? status);
    const same = after[now ?? ""];
    if (!same) return [breakAt(here, "response-removed", `Response \`${status}\` was removed.`)];
    return compareResponse(here, status, [response, same]);
  });
  const added = Object.entries(after).flatMap(([status, response]) => {
    if (site.direction === "request" || Object.hasOwn(before, status)) return [];
    const here = within(site, status, status);
    const documented = before[covering(before, status) ?? ""];
    if (documented) return compareResponse(here, status, [documented, response]);
    return [warningAt(here, "response-added", `Response \`${status}\` was added.`)];
  });
  return [...known, ...added];
}

/** The key that covers a status: the status itself, its range, or `default`. */
function covering(responses: Responses, status: string): string | undefined {
  return [status, `${status[0]}XX`, "default"].find((key) => Object.hasOwn(responses, key));
}

function compareResponse(site: Site, status: string, [before, after]: Pair<Response>): ContractChange[] {
  return [
    ...compareHeaders(site, [before.headers, after.headers]),
    ...compareContent(site, [before.content, after.content]).map((change) => ({
      ...change,
      ...(change.rule === "enum-values-added" && {
        newValue: { status, property: change.place.split(", ").at(-1) ?? "" },
      }),
    })),
  ];
}

type Headers = Record<string, Header>;

function compareHeaders(site: Site, [before, after]: Pair<Headers>): ContractChange[] {
  const { direction } = site;
  const known = Object.entries(before).flatMap(([name, header]) => {
    const now = keyOf(after, name);
    const here = within(site, `header ${name}`, "headers", now ?? name);
    const same = after[now ?? ""];
    if (!same)
      return direction === "response"
        ? [breakAt(here, "response-header-removed", `Response header \`${name}\` was removed.`)]
        : [];
    const optional = "was always sent, and may be missing now";
    return [
      ...(direction === "response" && header.required && !same.required
        ? [breakAt(here, "response-header-became-optional", `The header \`${name}\` ${optional}.`)]
        : []),
      ...writingChanges(here, [header, same]),
      ...schemaChanges(within(here, "", "schema"), [header.schema, same.schema]),
    ];
  });
  if (direction === "response") return known;
  const required = Object.entries(after).filter(
    ([name, header]) => header.required && !before[keyOf(before, name) ?? ""]?.required,
  );
  return [
    ...known,
    ...required.map(([name]) =>
      breakAt(
        within(site, `header ${name}`, "headers", name),
        "response-header-became-required",
        `The header \`${name}\` became required.`,
      ),
    ),
  ];
}

/** Compares how a header is serialized: as JSON, or by the style of lists and objects. */
function writingChanges(site: Site, [before, after]: Pair<Header>): ContractChange[] {
  const [was, is] = [writingOf(before, site.base), writingOf(after, site.revision)];
  if (was === is) return [];
  const message = `It was written as ${was}, and is written as ${is} now.`;
  return [breakAt(site, "response-header-serialization-changed", message)];
}

function writingOf({ schema, explode, isJson }: Header, document: ApiDocument): string {
  if (isJson) return "JSON";
  const { types } = shapeOf([pieceOf(schema, "#", document)]);
  return types.has("object") && !types.has("string") && explode ? "name=value" : "plain text";
}

/** Header names are case-insensitive. */
function keyOf(headers: Headers, name: string): string | undefined {
  return Object.keys(headers).find((key) => key.toLowerCase() === name.toLowerCase());
}
