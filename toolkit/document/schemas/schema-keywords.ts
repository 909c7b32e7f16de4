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
