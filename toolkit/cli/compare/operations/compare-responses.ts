import type { Header, Response } from "@counterpart/server/document";
import { type Direction, pieceOf } from "../schemas/piece.ts";
import { shapeOf } from "../schemas/shape.ts";
import { compareContent } from "./compare-content.ts";
import {
  breakAt,
  type ContractChange,
  type Contracts,
  type Pair,
  schemaChanges,
  warningAt,
} from "./contracts.ts";
import { type Spot, within } from "./spot.ts";

type Responses = Record<string, Response>;

/** @param direction `request` for responses that the API receives to a webhook */
export function compareResponses(
  contracts: Contracts,
  spot: Spot,
  [before, after]: Pair<Responses>,
  direction: Direction,
): ContractChange[] {
  const known = Object.entries(before).flatMap(([status, response]) => {
    const now = covering(after, status);
    const here = within(spot, status, now ?? status);
    const same = after[now ?? ""];
    if (!same) return [breakAt(here, "response-removed", `Response \`${status}\` was removed.`)];
    return compareResponse(contracts, here, { status, responses: [response, same], direction });
  });
  const added = Object.entries(after).flatMap(([status, response]) => {
    if (direction === "request" || Object.hasOwn(before, status)) return [];
    const here = within(spot, status, status);
    const documented = before[covering(before, status) ?? ""];
    if (documented)
      return compareResponse(contracts, here, { status, responses: [documented, response], direction });
    return [warningAt(here, "response-added", `Response \`${status}\` was added.`)];
  });
  return [...known, ...added];
}

/** The key that covers a status: the status itself, its range, or `default`. */
function covering(responses: Responses, status: string): string | undefined {
  return [status, `${status[0]}XX`, "default"].find((key) => Object.hasOwn(responses, key));
}

interface Compared {
  status: string;
  responses: Pair<Response>;
  direction: Direction;
}

function compareResponse(
  contracts: Contracts,
  spot: Spot,
  { status, responses: [before, after], direction }: Compared,
): ContractChange[] {
  const content = compareContent(contracts, spot, [before.content, after.content], direction);
  return [
    ...compareHeaders(contracts, spot, [before.headers, after.headers], direction),
    ...content.map((change) => ({
      ...change,
      ...(change.rule === "enum-values-added" && {
        newValue: { status, property: change.place.split(", ").at(-1) ?? "" },
      }),
    })),
  ];
}

type Headers = Record<string, Header>;

function compareHeaders(
  contracts: Contracts,
  spot: Spot,
  [before, after]: Pair<Headers>,
  direction: Direction,
): ContractChange[] {
  const known = Object.entries(before).flatMap(([name, header]) => {
    const now = keyOf(after, name);
    const here = within(spot, `header ${name}`, "headers", now ?? name);
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
      ...writingChanges(contracts, here, [header, same]),
      ...schemaChanges(contracts, within(here, "", "schema"), [header.schema, same.schema], direction),
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
        within(spot, `header ${name}`, "headers", name),
        "response-header-became-required",
        `The header \`${name}\` became required.`,
      ),
    ),
  ];
}

/** Compares how a header is serialized: as JSON, or by the style of lists and objects. */
function writingChanges(
  { base, revision }: Contracts,
  spot: Spot,
  [before, after]: Pair<Header>,
): ContractChange[] {
  const [was, is] = [writingOf(before, base), writingOf(after, revision)];
  if (was === is) return [];
  const message = `It was written as ${was}, and is written as ${is} now.`;
  return [breakAt(spot, "response-header-serialization-changed", message)];
}

function writingOf({ schema, explode, isJson }: Header, document: Contracts["base"]): string {
  if (isJson) return "JSON";
  const { types } = shapeOf([pieceOf(schema, "#", document)]);
  return types.has("object") && !types.has("string") && explode ? "name=value" : "plain text";
}

/** Header names are case-insensitive. */
function keyOf(headers: Headers, name: string): string | undefined {
  return Object.keys(headers).find((key) => key.toLowerCase() === name.toLowerCase());
}
