import type { ApiDocument, Schema } from "../../document/document.ts";
import { flat } from "../../document/schemas/flat-schema.ts";
import { keyType, literalType, unionOf } from "./type-text.ts";

/** Tells the alternatives of a union apart by what the document says of their discriminator. */
export interface Discriminators {
  /** `{ petType: "cat" }`, for an alternative whose own schema leaves the property open. */
  ofAlternative: (union: Schema, alternative: unknown) => string | undefined;
}

export function discriminatorsOf(document: ApiDocument): Discriminators {
  return {
    ofAlternative({ discriminator }, alternative) {
      const { propertyName, mapping, defaultMapping } = (discriminator ?? {}) as {
        propertyName?: unknown;
        mapping?: unknown;
        defaultMapping?: unknown;
      };
      const { $ref } = (alternative ?? {}) as { $ref?: unknown };
      if (typeof propertyName !== "string" || typeof $ref !== "string") return undefined;
      // It stands for every value that no other alternative has.
      if (defaultMapping === $ref || defaultMapping === $ref.slice($ref.lastIndexOf("/") + 1))
        return undefined;
      const target = flat(document, { $ref });
      const property = target.properties[propertyName];
      if (!property) return undefined;
      const { enum: values, const: constant, type } = flat(document, property);
      if (values !== undefined || constant !== undefined || !(type === undefined || type === "string"))
        return undefined;
      const names = namesOf($ref, mapping);
      return `{ ${keyType(propertyName)}: ${unionOf(names.map(literalType)).text} }`;
    },
  };
}

/** The values that lead to a reference: those of the mapping, or else the name of the component. */
function namesOf($ref: string, mapping: unknown): string[] {
  const name = $ref.slice($ref.lastIndexOf("/") + 1);
  const mapped = Object.entries(mapping ?? {}).filter(([, to]) => to === $ref || to === name);
  return mapped.length > 0 ? mapped.map(([value]) => value) : [name];
}
