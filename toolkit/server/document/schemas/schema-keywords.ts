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

/** Those of them whose schemas apply to the same value as the one around them. */
export const sameValueKeywords = ["allOf", "oneOf", "anyOf"];

/** Keywords whose value is an object of schemas. */
export const mapKeywords = new Set([
  "$defs",
  "definitions",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

/** Keywords of JSON Schema 2020-12 that restrict values, and whose value is no schema. */
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

/** Keywords that describe values and don't restrict them. */
export const annotationKeywords = new Set(["deprecated", "description", "example", "examples", "title"]);

/** Keywords that say something to us: which way a value is sent, and what is filled in. */
const directionKeywords = new Set(["default", "readOnly", "writeOnly"]);

/** Keywords that no JSON Schema validator needs: they give a schema an address, or describe what isn't checked. */
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
 * Whether a JSON Schema validator must not see a keyword: ajv gives many a meaning that JSON Schema 2020-12 doesn't have,
 * such as `$async`.
 */
export function isIgnored(keyword: string): boolean {
  return !validatedKeywords.has(keyword);
}
