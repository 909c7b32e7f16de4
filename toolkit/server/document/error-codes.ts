import { type ApiDocument, resolve, type Schema } from "./document.ts";
import { own } from "./own.ts";
import { partsOf } from "./schemas/parts-of.ts";

/** The machine-readable properties of an error body, which have an enum in `x-error-schema`. */
export function errorCodeNames(document: ApiDocument): string[] {
  const shape = document.errorSchema;
  if (!shape) return [];
  const names = extendedParts(document, shape).flatMap(({ properties }) => Object.keys(properties ?? {}));
  return [...new Set(names)].filter((name) => propertyEnum(document, shape, name).length > 0);
}

/** The enum values that a schema allows for a property; empty without an enum. */
export function propertyEnum(document: ApiDocument, schema: Schema, name: string): unknown[] {
  const enums = extendedParts(document, schema)
    .flatMap(({ properties }) => {
      const property = own(properties as Record<string, Schema> | undefined, name);
      return property ? extendedParts(document, property) : [];
    })
    .flatMap((part) => (Array.isArray(part.enum) ? [part.enum] : []));
  const [first = [], ...narrower] = enums;
  return first.filter((value) => narrower.every((values) => values.includes(value)));
}

function extendedParts(document: ApiDocument, schema: Schema): Schema[] {
  return partsOf((one) => resolve(document, one), schema, ["allOf"]);
}
