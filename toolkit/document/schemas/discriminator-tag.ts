import type { Schema } from "../document.ts";

interface Discriminator {
  propertyName: string;
  mapping?: Record<string, string>;
  /** The alternative of every value that no other one has, and of none (OpenAPI 3.2). */
  defaultMapping?: string;
}

/**
 * A schema of the values that the discriminating property has in an alternative.
 * @param alternatives of the same union, this one among them
 */
export function discriminatorTag(
  discriminator: Discriminator,
  ref: string,
  alternatives: { $ref?: unknown }[],
): Schema {
  const { propertyName, defaultMapping } = discriminator;
  if (!isNamed(ref, defaultMapping)) {
    return {
      required: [propertyName],
      properties: { [propertyName]: { enum: valuesOf(discriminator, ref) } },
    };
  }
  const others = alternatives.flatMap(({ $ref }) =>
    typeof $ref === "string" && $ref !== ref ? valuesOf(discriminator, $ref) : [],
  );
  return { properties: { [propertyName]: { not: { enum: others } } } };
}

/** Those of the mapping, or else the name of the component. */
function valuesOf({ mapping = {} }: Discriminator, ref: string): string[] {
  const mapped = Object.keys(mapping).filter((value) => isNamed(ref, mapping[value]));
  return mapped.length > 0 ? mapped : [nameOf(ref)];
}

/** A mapping names an alternative by its reference or by the component's name. */
function isNamed(ref: string, by: string | undefined): boolean {
  return by === ref || by === nameOf(ref);
}

function nameOf(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}
