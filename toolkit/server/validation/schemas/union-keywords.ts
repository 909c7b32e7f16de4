import { isDeepStrictEqual } from "node:util";
import type { ValidateFunction } from "ajv";
import type { Schema } from "../../document/document.ts";
import { escapePointerPart } from "../../document/references.ts";
import type { TaggedUnion } from "../../document/schemas/discriminator-tags.ts";
import { isObject } from "../../document/walk.ts";
import type { CheckKeyword, KeywordFault, Place } from "./check-keyword.ts";

/** Which values of a property name the alternatives of the union beside it: `TaggedBy`. */
export const tagsKeyword = "x-tags";

interface TaggedBy {
  propertyName: string;
  /** For each alternative; undefined for one that no value names. */
  values: (unknown[] | undefined)[];
  /** Whether a value without the property fits no alternative. */
  isRequired: boolean;
}

/** @param before how many alternatives are placed before the union's own */
export function taggedBy({ propertyName, tags }: TaggedUnion, before = 0): TaggedBy {
  return {
    propertyName,
    values: [...Array<undefined>(before), ...tags.map((tag) => tag?.values)],
    isRequired: tags.every((tag) => tag?.isRequired),
  };
}

/**
 * Replaces ajv's `oneOf` and `anyOf` in validators that describe faults. With a discriminator, they report what is wrong
 * with the alternative that the value names; ajv reports the faults of all.
 * @param compile compiles a part of a schema, once
 */
export function unions(compile: (schema: Schema | boolean) => ValidateFunction): CheckKeyword[] {
  const union = (keyword: string, most: number, message: string): CheckKeyword => ({
    keyword,
    modifying: true,
    partsOf: (alternatives: (Schema | boolean)[]) => alternatives,
    createCheck(alternatives: (Schema | boolean)[], { [tagsKeyword]: tags }: { [tagsKeyword]?: TaggedBy }) {
      return (value, place) => {
        const faults = alternatives.map((one) => {
          const validate = compile(one);
          return validate(value, place) ? undefined : (validate.errors ?? []);
        });
        const count = faults.filter((one) => one === undefined).length;
        if (count >= 1 && count <= most) return undefined;
        const own: KeywordFault = { message, params: {} };
        if (count > most) return [own];
        return (
          (tags && namedFaults(tags, value, faults, place)) ?? [...faults.flatMap((one) => one ?? []), own]
        );
      };
    },
  });
  return [
    union("oneOf", 1, "must match exactly one schema in oneOf"),
    union("anyOf", Number.POSITIVE_INFINITY, "must match a schema in anyOf"),
  ];
}

/** Undefined if the value doesn't say which alternative it means. */
function namedFaults(
  { propertyName, values, isRequired }: TaggedBy,
  value: unknown,
  faults: (KeywordFault[] | undefined)[],
  { instancePath }: Place,
): KeywordFault[] | undefined {
  if (!isObject(value)) return undefined;
  if (!Object.hasOwn(value, propertyName)) {
    const message = `must have required property '${propertyName}'`;
    return isRequired
      ? [{ keyword: "required", message, params: { missingProperty: propertyName } }]
      : undefined;
  }
  const tag = value[propertyName];
  const named = faults.filter((_, index) => values[index]?.some((one) => isDeepStrictEqual(one, tag)));
  if (named.length === 1) return named[0];
  if (named.length > 1 || !isRequired) return undefined;
  const allowedValues = [...new Set(values.flatMap((some) => some ?? []))];
  const path = `${instancePath}/${escapePointerPart(propertyName)}`;
  const message = "must be equal to one of the allowed values";
  return [{ keyword: "enum", instancePath: path, message, params: { allowedValues } }];
}
