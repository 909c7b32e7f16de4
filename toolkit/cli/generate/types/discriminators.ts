import { isDeepStrictEqual } from "node:util";
import { type ApiDocument, resolve, type Schema } from "@counterpart/server/document/document";
import { discriminatorTags, type Tag } from "@counterpart/server/document/schemas/discriminator-tags";
import { typeKey } from "../literal.ts";
import { literalType, unionOf } from "./type-text.ts";

/** The discriminator values of a union's alternatives. */
export interface Discriminators {
  /** `{ petType: "cat" }` for each alternative whose own schema doesn't restrict it, in order. */
  ofAlternatives: (union: Schema, keyword: "oneOf" | "anyOf") => (string | undefined)[];
}

export function discriminatorsOf(document: ApiDocument): Discriminators {
  return {
    ofAlternatives(schema, keyword) {
      const union = discriminatorTags((one) => resolve(document, one), schema);
      return union?.keyword === keyword ? union.tags.map((tag) => tag && tagType(tag)) : [];
    },
  };
}

function tagType({ propertyName, values, listed, isRequired }: Tag): string | undefined {
  if (isDeepStrictEqual(values, listed)) return undefined;
  return `{ ${typeKey(propertyName)}${isRequired ? "" : "?"}: ${unionOf(values.map(literalType)).text} }`;
}
