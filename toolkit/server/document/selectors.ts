import type { Node } from "./walk.ts";

/** A query parameter or a header of an operation. */
export interface Selector {
  in: "query" | "header";
  name: string;
  /** The only value that it may have; undefined where there are several. */
  value?: string;
  /** Whether every request for the operation has it. */
  required: boolean;
}

/** A path of the document as far as requests have it: a fragment isn't sent (RFC 9112, section 3.2). */
export function sentPath(path: string): string {
  const end = path.indexOf("#");
  return end < 0 ? path : path.slice(0, end);
}

/**
 * What may tell an operation from others with its method and path, as in `/#Action=ListUsers` and `/#Action=GetUser`, which
 * are one address: its query parameters and headers, those above all that are required.
 * @param parameters none of them a reference
 * @param schemaOf a parameter's schema, which isn't a reference
 */
export function selectorsOf<Parameter extends { in?: unknown; name?: unknown; required?: unknown }>(
  parameters: Parameter[],
  schemaOf: (parameter: Parameter) => Node,
): Selector[] {
  return parameters.flatMap((parameter): Selector[] => {
    const { in: place, name, required } = parameter;
    if ((place !== "query" && place !== "header") || typeof name !== "string") return [];
    const schema = schemaOf(parameter);
    // An object in the query is parameters with other names.
    if (place === "query" && schema.type === "object") return [];
    const value = onlyValue(schema);
    return [{ in: place, name, required: required === true, ...(value !== undefined && { value }) }];
  });
}

/** Whether no request can be for both of two operations: one asks for what the other doesn't know, or for another value of it. */
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

/** Names of headers have no case. */
export function isSameSelector(
  one: Pick<Selector, "in" | "name">,
  other: Pick<Selector, "in" | "name">,
): boolean {
  if (one.in !== other.in) return false;
  return one.in === "header" ? one.name.toLowerCase() === other.name.toLowerCase() : one.name === other.name;
}

/** The text of the only value that a schema has, by its `const` or an `enum` of one. */
export function onlyValue({ const: constant, enum: values }: Node): string | undefined {
  const [only, ...others] = constant === undefined ? (Array.isArray(values) ? values : []) : [constant];
  return only === undefined || only === null || typeof only === "object" || others.length > 0
    ? undefined
    : String(only);
}
