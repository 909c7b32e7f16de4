import { type ApiDocument, partsOf, resolve, type Schema } from "@counterpart/server/document";

/** The value of a keyword in a schema, its reference or a part of its `allOf`. */
export function keywordOf(document: ApiDocument, schema: Schema, keyword: string): unknown {
  const parts = partsOf((one) => resolve(document, one), schema, ["allOf"]);
  return parts.map((part) => part[keyword]).find((value) => value !== undefined);
}
