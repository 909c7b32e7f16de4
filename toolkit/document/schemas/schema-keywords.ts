/** Keywords of JSON Schema whose value is a schema. */
export const schemaKeywords = new Set([
  "additionalItems",
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

/** Keywords whose value is a list of schemas. */
export const listKeywords = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);

/** Keywords whose value is an object of schemas. */
export const mapKeywords = new Set([
  "$defs",
  "definitions",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

/**
 * Keywords that must not reach a JSON Schema validator: they give a schema another address than its place in the
 * document, or they are OpenAPI's own.
 */
const ignoredKeywords = new Set([
  "$anchor",
  "$comment",
  "$dynamicAnchor",
  "$id",
  "$recursiveAnchor",
  "$schema",
  "$vocabulary",
  "discriminator",
  "externalDocs",
  "id",
  "xml",
]);

/** Whether a JSON Schema validator must not see a keyword, which may be an extension. */
export function isIgnored(keyword: string): boolean {
  return ignoredKeywords.has(keyword) || keyword.startsWith("x-");
}

/** Keywords that describe values and don't restrict them. */
export const annotationKeywords = new Set(["deprecated", "description", "example", "examples", "title"]);
