import { type ApiDocument, resolve, type Schema } from "./document.ts";
import { own } from "./own.ts";

/** The machine-readable properties of an error body, which have an enum in `x-error-schema`. */
export function errorCodeNames(document: ApiDocument): string[] {
  const shape = document.errorSchema;
  if (!shape) return [];
  const names = partsOf(document, shape).flatMap(({ properties }) => Object.keys(properties ?? {}));
  return [...new Set(names)].filter((name) => propertyEnum(document, shape, name).length > 0);
}

/** The enum values that a schema allows for a property; empty without an enum. */
export function propertyEnum(document: ApiDocument, schema: Schema, name: string): unknown[] {
  const enums = partsOf(document, schema)
    .flatMap(({ properties }) => {
      const property = own(properties as Record<string, Schema> | undefined, name);
      return property ? partsOf(document, property) : [];
    })
    .flatMap((part) => (Array.isArray(part.enum) ? [part.enum] : []));
  const [first = [], ...narrower] = enums;
  return first.filter((value) => narrower.every((values) => values.includes(value)));
}

/** A schema and the schemas in its `allOf`, with references resolved. */
function partsOf(document: ApiDocument, node: Schema): Schema[] {
  const schema = resolve<Schema>(document, node);
  const parts = Array.isArray(schema.allOf) ? (schema.allOf as Schema[]) : [];
  return [schema, ...parts.flatMap((part) => partsOf(document, part))];
}
