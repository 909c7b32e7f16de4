import type { ValidateFunction } from "ajv";
import type { Schema } from "../../document/document.ts";
import { patternTest } from "../../document/schemas/pattern-test.ts";
import { isObject, listIn, objectIn } from "../../document/walk.ts";
import { type CheckKeyword, faultsOfMember, type KeywordFault, type Place } from "./check-keyword.ts";
import { fillKeywords } from "./fill-defaults.ts";
import { referenceKeyword } from "./reference-keyword.ts";

/**
 * Replace ajv's `unevaluatedProperties` and `unevaluatedItems`; see `evaluatedBy`.
 * @param compile compiles a part of a schema, once
 * @param reportsAll whether to go on after the first fault
 */
export function unevaluated(
  reader: SchemaReader,
  compile: (schema: Schema) => ValidateFunction,
  reportsAll: boolean,
): CheckKeyword[] {
  const unevaluatedOf = (keyword: string, type: "object" | "array", param: string): CheckKeyword => {
    const message = `must NOT have unevaluated ${type === "array" ? "items" : "properties"}`;
    const faultsOf = (
      rest: Schema | false,
      parentData: Record<string, unknown>,
      parentDataProperty: string | number,
      place: Place,
    ): KeywordFault[] =>
      rest === false
        ? [{ message, params: { [param]: parentDataProperty } }]
        : faultsOfMember(compile(rest), parentData, parentDataProperty, place);
    return {
      keyword,
      type,
      schemaType: ["boolean", "object"],
      partsOf: (rest: Schema | boolean, schema) => [rest, ...triedParts(schema, reader)],
      createCheck(rest: Schema | boolean, schema) {
        if (rest === true) return undefined;
        return (given, place) => {
          const value = given as Record<string, unknown>;
          const evaluated = evaluatedBy(schema, value, place, reader);
          if (evaluated === "all") return undefined;
          const left = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
          const faults: KeywordFault[] = [];
          for (const one of left) {
            if (evaluated.has(one)) continue;
            faults.push(...faultsOf(rest, value, one, place));
            if (faults.length > 0 && !reportsAll) break;
          }
          return faults.length > 0 ? faults : undefined;
        };
      },
    };
  };
  return [
    unevaluatedOf("unevaluatedProperties", "object", "unevaluatedProperty"),
    unevaluatedOf("unevaluatedItems", "array", "unevaluatedItem"),
  ];
}

/**
 * Property names or item indices that other keywords have evaluated; `"all"` if a keyword evaluates the rest.
 */
type Evaluated = Set<string | number> | "all";

interface SchemaReader {
  /** Whether a value is valid for a schema that applies to the same value. */
  fits(schema: Schema, value: unknown, place: Place): boolean;
  /** The target of a reference. */
  targetOf(ref: string): unknown;
}

/**
 * Collects what a schema and its subschemas evaluate of a valid object or list (JSON Schema 2020-12, sections
 * 10 and 11). ajv's own tracking misses `contains`, and `if` without `then`.
 */
function evaluatedBy(schema: unknown, value: object, context: Place, reader: SchemaReader): Evaluated {
  const evaluated = new Set<string | number>();
  return addFrom(schema, true) ? "all" : evaluated;

  /** @returns whether everything is evaluated */
  function addFrom(given: unknown, isOutermost = false): boolean {
    if (!isObject(given)) return false;
    const own = Array.isArray(value) ? itemsOf(given, value) : propertiesOf(given, value);
    if (own === "all") return true;
    for (const one of own) evaluated.add(one);
    // The outermost `unevaluated…` keyword is the one being computed. It runs after all others.
    const rest = Array.isArray(value) ? given.unevaluatedItems : given.unevaluatedProperties;
    if (!isOutermost && rest !== undefined) return true;
    return partsOf(given).some((part) => addFrom(part));
  }

  function itemsOf({ prefixItems, items, contains }: Record<string, unknown>, list: unknown[]): Evaluated {
    if (items !== undefined) return "all";
    const prefix = Array.isArray(prefixItems) ? prefixItems.length : 0;
    if (contains === undefined) return new Set(Array.from({ length: prefix }, (_, index) => index));
    return new Set([...list.keys()].filter((index) => index < prefix || doesContain(contains, list, index)));
  }

  function doesContain(contains: unknown, list: unknown[], index: number): boolean {
    if (!isObject(contains)) return contains === true;
    const place = { ...context, parentData: list, parentDataProperty: index };
    return reader.fits(contains, list[index], place);
  }

  function propertiesOf(keywords: Record<string, unknown>, object: object): Evaluated {
    const { properties, patternProperties, additionalProperties } = keywords;
    if (additionalProperties !== undefined) return "all";
    const patterns = Object.keys(patternProperties ?? {}).map(patternTest);
    const isNamed = (name: string) => isObject(properties) && Object.hasOwn(properties, name);
    return new Set(
      Object.keys(object).filter((name) => isNamed(name) || patterns.some((pattern) => pattern.test(name))),
    );
  }

  /** The subschemas that the value satisfies too. */
  function partsOf(given: Record<string, unknown>): unknown[] {
    const { [referenceKeyword]: ref, allOf, anyOf, oneOf, dependentSchemas } = given;
    return [
      ...(typeof ref === "string" ? [reader.targetOf(ref)] : []),
      ...listIn(allOf),
      given[fillKeywords.choice],
      given[fillKeywords.alternative],
      ...[...listIn(anyOf), ...listIn(oneOf)].filter(isFitting),
      ...conditional(given),
      ...Object.entries(objectIn(dependentSchemas))
        .filter(([name]) => Object.hasOwn(value, name))
        .map(([, schema]) => schema),
    ];
  }

  function conditional(given: Record<string, unknown>): unknown[] {
    if (given.if === undefined) return [];
    return isFitting(given.if) ? [given.if, given.then] : [given.else];
  }

  function isFitting(schema: unknown): boolean {
    return isObject(schema) ? reader.fits(schema, value, context) : schema === true;
  }
}

/** The schemas that `evaluatedBy` may ask the reader about, whatever the value is. */
function triedParts(schema: unknown, { targetOf }: Pick<SchemaReader, "targetOf">): Set<Schema> {
  const tried = new Set<Schema>();
  const seen = new Set<unknown>();
  add(schema);
  return tried;

  function add(given: unknown): void {
    if (!isObject(given) || seen.has(given)) return;
    seen.add(given);
    const { [referenceKeyword]: ref, allOf, anyOf, oneOf, dependentSchemas, contains } = given;
    const asked = [...listIn(anyOf), ...listIn(oneOf), given.if];
    for (const one of [...asked, contains]) if (isObject(one)) tried.add(one);
    const others = [given.then, given.else, given[fillKeywords.choice], given[fillKeywords.alternative]];
    const target = typeof ref === "string" ? targetOf(ref) : undefined;
    for (const one of [...asked, ...others, ...listIn(allOf), target]) add(one);
    for (const one of Object.values(objectIn(dependentSchemas))) add(one);
  }
}
