import { type ApiDocument, resolve, type Schema } from "../document.ts";
import { own, setOwn } from "../own.ts";

export interface FlatSchema extends Schema {
  properties: Record<string, Schema>;
  required: string[];
}

const maxDepth = 6;

/**
 * What a schema says about an object in one piece: references followed, the parts of `allOf` as one, of alternatives the
 * first that isn't null.
 */
export function flat(document: ApiDocument, node: Schema, depth = 0): FlatSchema {
  const schema = resolve<Partial<FlatSchema>>(document, node);
  const { allOf, oneOf, anyOf, ...beside } = schema;
  const all: FlatSchema = {
    ...beside,
    properties: { ...beside.properties },
    required: [...(beside.required ?? [])],
  };
  if (depth > maxDepth) return all;
  const alternatives = list(oneOf ?? anyOf).map((one) => flat(document, one, depth + 1));
  const chosen = alternatives.find(({ type }) => type !== "null");
  const parts = list(allOf).map((one) => flat(document, one, depth + 1));
  for (const part of chosen ? [...parts, chosen] : parts) {
    for (const [keyword, value] of Object.entries(part)) {
      if (keyword !== "properties" && keyword !== "required")
        setOwn(all, keyword, own(all, keyword) ?? value);
    }
    for (const [name, property] of Object.entries(part.properties))
      if (!Object.hasOwn(all.properties, name)) setOwn(all.properties, name, property);
    all.required.push(...part.required);
  }
  return all;
}

/** The type that a schema asks for, or that its keywords suggest; of several the first that isn't null. */
export function typeOf({ type, properties, items }: FlatSchema): string {
  const first: unknown = [type].flat().find((one) => one !== "null");
  if (typeof first === "string") return first;
  return Object.keys(properties).length > 0 ? "object" : items ? "array" : "string";
}

function list(schemas: unknown): Schema[] {
  return Array.isArray(schemas) ? schemas : [];
}
