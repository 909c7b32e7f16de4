import { MIMEType } from "node:util";
import {
  type ApiDocument,
  findMediaType,
  isJson,
  type MediaType,
  type RequestBody,
} from "@counterpart/server/document";
import { isAnything } from "../schemas/members.ts";
import { flattened, pieceOf } from "../schemas/piece.ts";
import { compareEncodings } from "./compare-encodings.ts";
import { breakAt, type ContractChange, type Pair, type Site, schemaChanges, warningAt } from "./contracts.ts";
import { within } from "./spot.ts";

type Content = Record<string, MediaType>;

/** Compares the media types of a body, and the schema of each. */
export function compareContent(site: Site, [before, after]: Pair<Content>): ContractChange[] {
  const known = Object.entries(before).flatMap(([type, media]) => {
    const now = sameType(after, type);
    const words = withoutWriting(type) === "application/json" ? "" : type;
    const here = within(site, words, "content", now ?? type);
    if (now === undefined)
      return [breakAt(here, "media-type-removed", `Media type \`${type}\` was removed.`)];
    return compareMediaTypes(here, type, [media, after[now] ?? {}]);
  });
  if (site.direction === "request") return known;
  const added = Object.keys(after).filter((type) => sameType(before, type) === undefined);
  return [
    ...known,
    ...added.map((type) =>
      warningAt(within(site, "", "content", type), "media-type-added", `Media type \`${type}\` was added.`),
    ),
  ];
}

/** The key that matches a media type: the type itself, or a range that includes it. */
function sameType(content: Content, type: string): string | undefined {
  const keys = Object.keys(content);
  if (keys.includes(type)) return type;
  const plain = withoutWriting(type);
  const same = keys.find((key) => withoutWriting(key) === plain);
  if (same !== undefined || plain.includes(";")) return same;
  return findMediaType(
    keys.filter((key) => !withoutWriting(key).includes(";")),
    type,
  );
}

/** The media type with only the parameters that change its meaning, in one spelling. */
function withoutWriting(type: string): string {
  const { essence, params } = parsed(type);
  const kept = [...params].filter(([name, value]) => {
    if (name === "boundary") return false;
    // JSON has no charset (RFC 8259, 11), and UTF-8 is what the server adds elsewhere.
    return name !== "charset" || !(isJson(essence) || value.toLowerCase() === "utf-8");
  });
  const words = kept.map(([name, value]) => `${name}=${name === "charset" ? value.toLowerCase() : value}`);
  return [essence, ...words.sort()].join(";");
}

/** A media type that isn't one is compared as written. */
function parsed(type: string): Pick<MIMEType, "essence"> & { params: Iterable<[string, string]> } {
  try {
    return new MIMEType(type);
  } catch {
    return { essence: type.toLowerCase(), params: [] };
  }
}

function compareMediaTypes(site: Site, type: string, [before, after]: Pair<MediaType>): ContractChange[] {
  const encodings = compareEncodings(site, type, [before, after]);
  const items =
    before.itemSchema || after.itemSchema
      ? schemaChanges(within(site, "item", "itemSchema"), [
          before.itemSchema ?? true,
          after.itemSchema ?? true,
        ])
      : [];
  const { base, revision, direction } = site;
  const [was, is] = [before.schema ?? {}, after.schema ?? {}];
  const saysNothing = (schema: unknown, document: ApiDocument) =>
    isAnything(flattened([pieceOf(schema, "#", document)]));
  const others = [...items, ...encodings];
  if (direction === "response" && !saysNothing(was, base) && saysNothing(is, revision))
    return [breakAt(site, "response-schema-removed", `${type} has no schema any more.`), ...others];
  if (direction === "request" && saysNothing(was, base) && !saysNothing(is, revision))
    return [
      breakAt(site, "request-schema-added", `${type} could be anything, and has a schema now.`),
      ...others,
    ];
  return [...schemaChanges(within(site, "", "schema"), [was, is]), ...others];
}

export function compareBodies(site: Site, [before, after]: Pair<RequestBody | undefined>): ContractChange[] {
  const { direction } = site;
  const here = within(site, "request body", "requestBody");
  if (!before) {
    if (direction === "response" || !after?.required) return [];
    return [breakAt(here, "required-request-body-added", "A required body was added.")];
  }
  if (!after) return [breakAt(here, "request-body-removed", "The request body was removed.")];
  const required: ContractChange[] = [];
  if (direction === "request" && after.required && !before.required)
    required.push(breakAt(here, "request-body-became-required", "The request body became required."));
  if (direction === "response" && before.required && !after.required)
    required.push(breakAt(here, "request-body-became-optional", "The request body may be missing now."));
  return [...required, ...compareContent(here, [before.content, after.content])];
}
