import type { Schema } from "../../document/document.ts";
import { patternTest } from "../../document/schemas/pattern-test.ts";
import { isObject } from "../../document/walk.ts";
import type { Place } from "./define-check.ts";
import { fillKeywords } from "./fill-defaults.ts";
import { referenceKeyword } from "./reference-keyword.ts";

/**
 * Property names or item indices that other keywords have evaluated; `"all"` if a keyword evaluates the rest.
 */
export type Evaluated = Set<string | number> | "all";

export interface SchemaReader {
  /** Whether a value is valid for a schema that applies to the same value. */
  fits(schema: Schema, value: unknown, place: Place): boolean;
  /** The target of a reference. */
  targetOf(ref: string): unknown;
}

/**
 * Collects what a schema and its subschemas evaluate of a valid object or list (JSON Schema 2020-12, sections
 * 10 and 11). ajv's own tracking misses `contains`, and `if` without `then`.
 */
export function evaluatedBy(schema: unknown, value: object, context: Place, reader: SchemaReader): Evaluated {
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
      ...listOf(allOf),
      given[fillKeywords.choice],
      given[fillKeywords.alternative],
      ...[...listOf(anyOf), ...listOf(oneOf)].filter(isFitting),
      ...conditional(given),
      ...Object.entries(isObject(dependentSchemas) ? dependentSchemas : {})
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

function listOf(schemas: unknown): unknown[] {
  return Array.isArray(schemas) ? schemas : [];
}
