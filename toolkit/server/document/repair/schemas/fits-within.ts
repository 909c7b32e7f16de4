import { annotationKeywords, isIgnored } from "../../schemas/schema-keywords.ts";
import { isObject, type Node } from "../../walk.ts";

/**
 * Whether every value that one schema describes fits another. Properties that it doesn't name aren't described by it, even
 * if it allows them. Where that can't be told from the keywords alone, the answer is no.
 */
type FitsWithin = (narrow: unknown, wide: unknown) => boolean;

/** So many pairs of schemas are compared at most. */
const maxPairs = 500;

export interface References {
  /** What a reference leads to; undefined where it leads nowhere. */
  targetOf(ref: string): unknown;
  /** Whether nothing counts in a schema but its reference, as in OpenAPI 3.0. */
  standAlone: boolean;
}

export function createFitsWithin({ targetOf, standAlone }: References): FitsWithin {
  return (narrow, wide) => {
    let pairs = 0;
    /** Pairs that are being compared: a schema that contains itself fits where nothing in it differs. */
    const open = new Map<unknown, Set<unknown>>();
    return fits(partsOf(narrow), wide);

    function fits(parts: Node[] | undefined, given: unknown): boolean {
      const alternatives = partsOf(given);
      if (!parts || !alternatives || pairs++ > maxPairs) return false;
      return alternatives.every((wide) => fitsPart(parts, wide));
    }

    function fitsPart(parts: Node[], wide: Node): boolean {
      const [first] = parts;
      if (parts.includes(wide)) return true;
      const compared = open.get(first) ?? new Set();
      if (compared.has(wide)) return true;
      open.set(first, compared.add(wide));
      const result = keywordsOf(wide).every((keyword) => meets(parts, keyword, wide));
      compared.delete(wide);
      return result;
    }

    function meets(parts: Node[], keyword: string, wide: Node): boolean {
      const value = wide[keyword];
      const own = parts.map((part) => part[keyword]).filter((one) => one !== undefined);
      switch (keyword) {
        case "nullable":
          return true;
        case "type":
          return isTypeWithin(parts, value);
        case "enum":
        case "const": {
          const allowed = valuesOf(wide)?.map((one) => JSON.stringify(one));
          return parts.some((part) => valuesOf(part)?.every((one) => allowed?.includes(JSON.stringify(one))));
        }
        case "required":
          return (
            isList(value) && value.every((name) => own.some((names) => isList(names) && names.includes(name)))
          );
        case "properties":
          return isObject(value) && propertiesFit(parts, value);
        case "additionalProperties":
          return extraPropertiesFit(parts, wide);
        case "items":
          return own.some((items) => fits(partsOf(items), value));
        case "anyOf":
          if (isList(value) && value.some((one) => fits(parts, one))) return true;
      }
      return own.some((one) => JSON.stringify(one) === JSON.stringify(value));
    }

    /** Properties of an object that describes none can be anything. */
    function propertiesFit(parts: Node[], wide: Node): boolean {
      const properties = parts.map((part) => part.properties).filter(isObject);
      if (properties.length === 0) return Object.keys(wide).length === 0;
      return Object.entries(wide).every(([name, schema]) => {
        const described = properties.flatMap((one) => (Object.hasOwn(one, name) ? [one[name]] : []));
        if (described.length === 0) return !parts.some(describesElsewhere);
        return described.some((one) => fits(partsOf(one), schema));
      });
    }

    function extraPropertiesFit(parts: Node[], { properties, additionalProperties }: Node): boolean {
      if (additionalProperties === true) return true;
      const known = isObject(properties) ? properties : {};
      const described = parts.flatMap((part) =>
        Object.entries(isObject(part.properties) ? part.properties : {}),
      );
      const allowsMore = parts.some(
        (part) => part.additionalProperties === true || isObject(part.additionalProperties),
      );
      if (described.length === 0 || allowsMore) return false;
      return described.every(
        ([name, schema]) =>
          Object.hasOwn(known, name) ||
          (additionalProperties !== false && fits(partsOf(schema), additionalProperties)),
      );
    }
  };

  /** A schema and all that apply to the same values; undefined where that can't be told. */
  function partsOf(given: unknown, seen: Set<unknown> = new Set()): Node[] | undefined {
    if (!isObject(given)) return given === true ? [{}] : undefined;
    if (seen.has(given)) return [];
    seen.add(given);
    const { $ref, allOf, ...rest } = given;
    if (standAlone && typeof $ref === "string") return partsOf(targetOf($ref), seen);
    const others = [...(typeof $ref === "string" ? [targetOf($ref)] : []), ...(isList(allOf) ? allOf : [])];
    if (others.length === 0) return [given];
    const parts = others.map((one) => partsOf(one, seen));
    if (parts.includes(undefined)) return undefined;
    return [...(keywordsOf(rest).length > 0 ? [rest] : []), ...(parts as Node[][]).flat()];
  }
}

function isTypeWithin(parts: Node[], type: unknown): boolean {
  const allowed = [type].flat();
  return parts.some((part) => {
    const own = part.type === undefined ? impliedTypes(part) : withoutNull([part.type].flat());
    return (
      own.length > 0 &&
      own.every((one) => allowed.includes(one) || (one === "integer" && allowed.includes("number")))
    );
  });
}

/** Null tells no alternatives apart where it is one of several types. */
function withoutNull(types: unknown[]): unknown[] {
  return types.length > 1 ? types.filter((one) => one !== "null") : types;
}

/** Whether a schema may describe more properties than its `properties`. */
function describesElsewhere(schema: Node): boolean {
  return ["anyOf", "dependentSchemas", "else", "if", "oneOf", "patternProperties", "then"].some(
    (keyword) => schema[keyword] !== undefined,
  );
}

/** Those of the values that a schema without a `type` describes. */
function impliedTypes(schema: Node): string[] {
  if (isObject(schema.properties)) return ["object"];
  return (valuesOf(schema) ?? []).map((value) => (value === null ? "null" : typeof value));
}

function valuesOf(schema: Node): unknown[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  return isList(schema.enum) ? schema.enum : undefined;
}

function keywordsOf(schema: Node): string[] {
  return Object.keys(schema).filter(
    (keyword) => keyword !== "default" && !annotationKeywords.has(keyword) && !isIgnored(keyword),
  );
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}
