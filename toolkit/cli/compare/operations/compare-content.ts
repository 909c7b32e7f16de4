import type { MediaType, RequestBody } from "@counterpart/server/document/document";
import { essence, findMediaType } from "@counterpart/server/document/media-types";
import { isAnything } from "../schemas/members.ts";
import { type Direction, flattened, pieceOf } from "../schemas/piece.ts";
import { compareEncodings } from "./compare-encodings.ts";
import {
  breakAt,
  type ContractChange,
  type Contracts,
  type Pair,
  schemaChanges,
  warningAt,
} from "./contracts.ts";
import { type Spot, within } from "./spot.ts";

type Content = Record<string, MediaType>;

/** Compares the media types of a body, and the schema of each. */
export function compareContent(
  contracts: Contracts,
  spot: Spot,
  [before, after]: Pair<Content>,
  direction: Direction,
): ContractChange[] {
  const known = Object.entries(before).flatMap(([type, media]) => {
    const now = sameType(after, type);
    const here = within(spot, essence(type) === "application/json" ? "" : type, "content", now ?? type);
    if (now === undefined)
      return [breakAt(here, "media-type-removed", `Media type \`${type}\` was removed.`)];
    return compareMediaTypes(contracts, here, { type, media: [media, after[now] ?? {}], direction });
  });
  if (direction === "request") return known;
  const added = Object.keys(after).filter((type) => sameType(before, type) === undefined);
  return [
    ...known,
    ...added.map((type) =>
      warningAt(within(spot, "", "content", type), "media-type-added", `Media type \`${type}\` was added.`),
    ),
  ];
}

/** The key that matches a media type: the type itself, or a range that includes it. */
function sameType(content: Content, type: string): string | undefined {
  const keys = Object.keys(content);
  const isSame = (key: string) => normal(key) === normal(type);
  return (
    keys.find((key) => key === type) ??
    keys.find(isSame) ??
    (type.includes(";")
      ? undefined
      : findMediaType(
          keys.filter((key) => !key.includes(";")),
          type,
        ))
  );
}

/** The media type without differences in case and spaces. */
function normal(type: string): string {
  return type.toLowerCase().replaceAll(/\s/g, "");
}

function compareMediaTypes(
  contracts: Contracts,
  spot: Spot,
  { type, media: [before, after], direction }: { type: string; media: Pair<MediaType>; direction: Direction },
): ContractChange[] {
  const encodings = compareEncodings(contracts, spot, { mediaType: type, forms: [before, after] });
  const items =
    before.itemSchema || after.itemSchema
      ? schemaChanges(
          contracts,
          within(spot, "item", "itemSchema"),
          [before.itemSchema ?? true, after.itemSchema ?? true],
          direction,
        )
      : [];
  const { base, revision } = contracts;
  const [was, is] = [before.schema ?? {}, after.schema ?? {}];
  const saysNothing = (schema: unknown, document: Contracts["base"]) =>
    isAnything(flattened([pieceOf(schema, "#", document)]));
  const others = [...items, ...encodings];
  if (direction === "response" && !saysNothing(was, base) && saysNothing(is, revision))
    return [breakAt(spot, "response-schema-removed", `${type} has no schema any more.`), ...others];
  if (direction === "request" && saysNothing(was, base) && !saysNothing(is, revision))
    return [
      breakAt(spot, "request-schema-added", `${type} could be anything, and has a schema now.`),
      ...others,
    ];
  return [...schemaChanges(contracts, within(spot, "", "schema"), [was, is], direction), ...others];
}

/** @param direction `response` for a body that the API sends, in a webhook */
export function compareBodies(
  contracts: Contracts,
  spot: Spot,
  [before, after]: Pair<RequestBody | undefined>,
  direction: Direction,
): ContractChange[] {
  const here = within(spot, "request body", "requestBody");
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
  return [...required, ...compareContent(contracts, here, [before.content, after.content], direction)];
}
