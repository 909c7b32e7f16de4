import { type ApiDocument, resolve, type Schema } from "../document.ts";
import { own, setOwn } from "../own.ts";
import { isObject } from "../walk.ts";
import { partsOf } from "./parts-of.ts";

export interface FlatSchema extends Schema {
  properties: Record<string, Schema>;
  required: string[];
}

const maxDepth = 6;

/**
 * Flattens what a schema says about an object: references are resolved, `allOf` is merged, and the first
 * alternative that isn't null is chosen.
 */
export function flat(document: ApiDocument, node: Schema, depth = 0): FlatSchema {
  const parts = partsOf((one) => resolve(document, one), node, ["allOf"]);
  const alternatives =
    depth > maxDepth ? [] : parts.map(({ oneOf, anyOf }) => [oneOf ?? anyOf ?? []].flat() as Schema[]);
  const chosen = alternatives.flatMap(
    (some) => some.map((one) => flat(document, one, depth + 1)).find(({ type }) => type !== "null") ?? [],
  );
  const all: FlatSchema = { properties: {}, required: [] };
  for (const { $ref, allOf, oneOf, anyOf, properties, required, ...rest } of [...parts, ...chosen]) {
    addNew(all, rest);
    if (isObject(properties)) addNew(all.properties, properties);
    if (Array.isArray(required)) all.required.push(...required);
  }
  return all;
}

function addNew(to: Schema, members: Schema): void {
  for (const [name, value] of Object.entries(members))
    if (own(to, name) === undefined) setOwn(to, name, value);
}

/** The type that a schema requires or its keywords suggest; the first non-null type if there are several. */
export function typeOf({ type, properties, items }: FlatSchema): string {
  const first: unknown = [type].flat().find((one) => one !== "null");
  if (typeof first === "string") return first;
  return Object.keys(properties).length > 0 ? "object" : items ? "array" : "string";
}
