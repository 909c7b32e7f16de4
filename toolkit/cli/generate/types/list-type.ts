import { evaluatesAlone, listIn, otherItems, type Schema } from "@counterpart/server/document";
import { referencesOf } from "./direct-references.ts";
import type { SchemaTypes, Standing, TypeOf } from "./schema-types.ts";
import { arrayOf, type TypeText, unionOf, unknownType } from "./type-text.ts";

export function isList({ items, prefixItems }: Schema): boolean {
  return items !== undefined || Array.isArray(prefixItems);
}

/** The type of a list. Named first items form a tuple, optional beyond `minItems`. */
export function listType(types: SchemaTypes, schema: Schema, { place }: Standing, typeOf: TypeOf): TypeText {
  const { prefixItems, minItems, maxItems } = schema;
  const items: unknown = evaluatesAlone(schema) ? otherItems(schema) : schema.items;
  const others = items === undefined ? unknownType : typeOf(items);
  const first = listIn(prefixItems).map((one) => typeOf(one));
  if (place !== undefined && isListOfItself(types, schema, place)) {
    types.lists.push(unionOf([...first, others]).text);
    return { text: `List${types.lists.length}` };
  }
  if (first.length === 0) return arrayOf(others);
  const most = typeof maxItems === "number" ? maxItems : Infinity;
  const isThere = (index: number) => typeof minItems === "number" && index < minItems;
  const texts = first.slice(0, most).map((type, index) => (isThere(index) ? type.text : optionalItem(type)));
  const rest = items === false || most <= first.length ? [] : [`...${arrayOf(others).text}`];
  return { text: `[${[...texts, ...rest].join(", ")}]` };
}

function isListOfItself(types: SchemaTypes, { items, prefixItems }: Schema, place: string): boolean {
  const refs = [items, ...listIn(prefixItems)].flatMap((one) => referencesOf(one, true));
  return refs.some((ref) => types.direct.isListOfItself(place, ref));
}

function optionalItem({ text, operator }: TypeText): string {
  return operator === undefined ? `${text}?` : `(${text})?`;
}
