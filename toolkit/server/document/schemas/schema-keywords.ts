/** JSON Schema keywords whose value is a schema. */
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

/** Those list keywords whose schemas apply to the same value as the enclosing schema. */
export const sameValueKeywords = ["allOf", "oneOf", "anyOf"];

/** Keywords whose value is an object of schemas. */
export const mapKeywords = new Set([
  "$defs",
  "definitions",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

/** Keywords of JSON Schema 2020-12 that restrict values and don't contain schemas. */
const assertionKeywords = new Set([
  "$ref",
  "const",
  "dependentRequired",
  "enum",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "format",
  "maxContains",
  "maximum",
  "maxItems",
  "maxLength",
  "maxProperties",
  "minContains",
  "minimum",
  "minItems",
  "minLength",
  "minProperties",
  "multipleOf",
  "pattern",
  "required",
  "type",
  "uniqueItems",
]);

/** Keywords that describe values without restricting them. */
export const annotationKeywords = new Set(["deprecated", "description", "example", "examples", "title"]);

/** Keywords that the server applies: the direction of a value, and defaults. */
const directionKeywords = new Set(["default", "readOnly", "writeOnly"]);

/** Keywords that validators don't need: they give schemas an address, or describe what isn't checked. */
const otherKeywords = new Set([
  "$anchor",
  "$comment",
  "$dynamicAnchor",
  "$dynamicRef",
  "$id",
  "$schema",
  "$vocabulary",
  "contentEncoding",
  "contentMediaType",
  "discriminator",
  "externalDocs",
  "nullable",
  "summary",
  "xml",
]);

const validatedKeywords = new Set([
  ...assertionKeywords,
  ...annotationKeywords,
  ...directionKeywords,
  ...schemaKeywords,
  ...listKeywords,
  ...mapKeywords,
]);

/** The keywords of JSON Schema 2020-12 and of OpenAPI's schemas. */
export const knownKeywords = new Set([...validatedKeywords, ...otherKeywords]);

/**
 * Whether to hide a keyword from validators. ajv gives some keywords a meaning that JSON Schema 2020-12
 * doesn't, such as `$async`.
 */
export function isIgnored(keyword: string): boolean {
  return !validatedKeywords.has(keyword);
}
