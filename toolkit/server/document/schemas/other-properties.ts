interface Extras<T> {
  additionalProperties?: T;
  unevaluatedProperties?: T;
  items?: T;
  unevaluatedItems?: T;
}

/**
 * What an object's schema says of the properties that neither it nor its parts name; undefined where it says nothing.
 * `additionalProperties` leaves no property unevaluated.
 */
export function otherProperties<T>(
  schema: Pick<Extras<T>, "additionalProperties" | "unevaluatedProperties">,
) {
  return schema.additionalProperties ?? schema.unevaluatedProperties;
}

/** The same of a list's items. */
export function otherItems<T>(schema: Pick<Extras<T>, "items" | "unevaluatedItems">): T | undefined {
  return schema.items ?? schema.unevaluatedItems;
}

/** Keywords with schemas that may evaluate properties or items of the same value. */
const evaluating = ["$ref", "allOf", "anyOf", "contains", "dependentSchemas", "if", "oneOf"];

/** Whether what is unevaluated follows from the schema's own names alone. */
export function evaluatesAlone(schema: object): boolean {
  return !evaluating.some((keyword) => keyword in schema);
}
