interface Extras<T> {
  additionalProperties?: T;
  unevaluatedProperties?: T;
  items?: T;
  unevaluatedItems?: T;
}

/**
 * The schema of an object's remaining properties, which neither it nor its subschemas name; undefined if
 * unspecified. `additionalProperties` leaves no property unevaluated.
 */
export function otherProperties<T>(
  schema: Pick<Extras<T>, "additionalProperties" | "unevaluatedProperties">,
) {
  return schema.additionalProperties ?? schema.unevaluatedProperties;
}

/** The schema of a list's remaining items. */
export function otherItems<T>(schema: Pick<Extras<T>, "items" | "unevaluatedItems">): T | undefined {
  return schema.items ?? schema.unevaluatedItems;
}

/** Keywords whose schemas may evaluate properties or items of the same value. */
const evaluating = ["$ref", "allOf", "anyOf", "contains", "dependentSchemas", "if", "oneOf"];

/** Whether the schema's own names alone determine what is unevaluated. */
export function evaluatesAlone(schema: object): boolean {
  return !evaluating.some((keyword) => keyword in schema);
}
