import { annotationKeywords, isIgnored } from "../../schemas/schema-keywords.ts";
import { isObject, listIn, type Node, objectIn } from "../../walk.ts";

/** The limit of schema pairs to compare. */
const maxPairs = 500;

export interface References {
  /** The target of a reference; undefined if the reference is broken. */
  targetOf(ref: string): unknown;
  /** Whether keywords beside `$ref` are ignored, as in OpenAPI 3.0. */
  ignoresSiblings: boolean;
}

/**
 * Creates a function that reports whether every value described by one schema is valid for another.
 * Properties that a schema only allows, without naming them, don't count. The answer is no if the keywords
 * alone don't decide it.
 */
export function createFitsWithin({ targetOf, ignoresSiblings }: References) {
  return (narrow: unknown, wide: unknown): boolean => {
    let pairs = 0;
    /** Pairs being compared. A recursive pair fits unless something else in it differs. */
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
            Array.isArray(value) &&
            value.every((name) => own.some((names) => Array.isArray(names) && names.includes(name)))
          );
        case "properties":
          return isObject(value) && propertiesFit(parts, value);
        case "additionalProperties":
          return extraPropertiesFit(parts, wide);
        case "items":
          return own.some((items) => fits(partsOf(items), value));
        case "anyOf":
          if (Array.isArray(value) && value.some((one) => fits(parts, one))) return true;
      }
      return own.some((one) => JSON.stringify(one) === JSON.stringify(value));
    }

    /** If an object describes no properties, they can be anything. */
    function propertiesFit(parts: Node[], wide: Node): boolean {
      const properties = parts.map((part) => part.properties).filter(isObject);
      if (properties.length === 0) return Object.keys(wide).length === 0;
      return Object.entries(wide).every(([name, schema]) => {
        const described = properties.flatMap((one) => (Object.hasOwn(one, name) ? [one[name]] : []));
        if (described.length === 0) return !parts.some(hasOtherApplicators);
        return described.some((one) => fits(partsOf(one), schema));
      });
    }

    function extraPropertiesFit(parts: Node[], { properties, additionalProperties }: Node): boolean {
      if (additionalProperties === true) return true;
      const known = objectIn(properties);
      const described = parts.flatMap((part) => Object.entries(objectIn(part.properties)));
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

  /** A schema and all schemas that apply to the same value; undefined if they can't be determined. */
  function partsOf(given: unknown, seen: Set<unknown> = new Set()): Node[] | undefined {
    if (!isObject(given)) return given === true ? [{}] : undefined;
    if (seen.has(given)) return [];
    seen.add(given);
    const { $ref, allOf, ...rest } = given;
    if (ignoresSiblings && typeof $ref === "string") return partsOf(targetOf($ref), seen);
    const others = [...(typeof $ref === "string" ? [targetOf($ref)] : []), ...listIn(allOf)];
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

/** As one of several types, null doesn't distinguish alternatives. */
function withoutNull(types: unknown[]): unknown[] {
  return types.length > 1 ? types.filter((one) => one !== "null") : types;
}

/** Whether keywords other than `properties` may describe properties. */
function hasOtherApplicators(schema: Node): boolean {
  return ["anyOf", "dependentSchemas", "else", "if", "oneOf", "patternProperties", "then"].some(
    (keyword) => schema[keyword] !== undefined,
  );
}

/** The types implied by the keywords of a schema without a `type`. */
function impliedTypes(schema: Node): string[] {
  if (isObject(schema.properties)) return ["object"];
  return (valuesOf(schema) ?? []).map((value) => (value === null ? "null" : typeof value));
}

function valuesOf(schema: Node): unknown[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

function keywordsOf(schema: Node): string[] {
  return Object.keys(schema).filter(
    (keyword) => keyword !== "default" && !annotationKeywords.has(keyword) && !isIgnored(keyword),
  );
}
