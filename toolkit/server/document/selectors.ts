import type { Node } from "./walk.ts";

/** A query parameter or a header of an operation. */
export interface Selector {
  in: "query" | "header";
  name: string;
  /** Its only possible value; undefined if there are several. */
  value?: string;
  /** Whether every request for the operation has it. */
  required: boolean;
}

/** A path as requests contain it, without its fragment (RFC 9112, section 3.2). */
export function sentPath(path: string): string {
  const end = path.indexOf("#");
  return end < 0 ? path : path.slice(0, end);
}

/**
 * The query parameters and headers, above all required ones, that can distinguish operations with the same
 * method and path, as in `/#Action=ListUsers` and `/#Action=GetUser`.
 * @param parameters with references resolved
 * @param schemaOf returns a parameter's schema with references resolved
 */
export function selectorsOf<Parameter extends { in?: unknown; name?: unknown; required?: unknown }>(
  parameters: Parameter[],
  schemaOf: (parameter: Parameter) => Node,
): Selector[] {
  return parameters.flatMap((parameter): Selector[] => {
    const { in: place, name, required } = parameter;
    if ((place !== "query" && place !== "header") || typeof name !== "string") return [];
    const schema = schemaOf(parameter);
    // The properties of an object in the query are parameters with other names.
    if (place === "query" && schema.type === "object") return [];
    const value = onlyValue(schema);
    return [{ in: place, name, required: required === true, ...(value !== undefined && { value }) }];
  });
}

/**
 * Whether no request can match both operations: one requires a parameter that the other doesn't have, or a
 * different value of it.
 */
export function areDistinct(one: Selector[], other: Selector[]): boolean {
  return (
    one.some((selector) => excludes(selector, other)) || other.some((selector) => excludes(selector, one))
  );
}

function excludes(selector: Selector, others: Selector[]): boolean {
  if (!selector.required) return false;
  const other = others.find((candidate) => isSameSelector(candidate, selector));
  if (!other) return true;
  return selector.value !== undefined && other.value !== undefined && selector.value !== other.value;
}

/** Header names are case-insensitive. */
export function isSameSelector(
  one: Pick<Selector, "in" | "name">,
  other: Pick<Selector, "in" | "name">,
): boolean {
  if (one.in !== other.in) return false;
  return one.in === "header" ? one.name.toLowerCase() === other.name.toLowerCase() : one.name === other.name;
}

/** The text of a schema's only value, from `const` or an `enum` with one value. */
export function onlyValue({ const: constant, enum: values }: Node): string | undefined {
  const [only, ...others] = constant === undefined ? (Array.isArray(values) ? values : []) : [constant];
  return only === undefined || only === null || typeof only === "object" || others.length > 0
    ? undefined
    : String(only);
}
