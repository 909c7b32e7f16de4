import {
  type ApiDocument,
  isObject,
  isOfType,
  type Node,
  partsOf,
  pointerOf,
  resolve,
  type Schema,
  visits,
} from "@counterpart/server/document";
import type { Finding } from "@counterpart/server/findings";
import { defaultFits, patternTest } from "@counterpart/server/schemas";

/** Reports schemas that contradict themselves, each where the contradiction is. `false` and `not: {}` are intended. */
export function nothingFitsNotes(document: ApiDocument): Finding[] {
  const whyEmpty = emptinessFinder(document);
  return [...visits(document.root as never)].flatMap(({ kind, node, place }): Finding[] => {
    if (kind !== "schema" || isNever(node)) return [];
    const pointer = pointerOf(place);
    // A condition that never holds isn't a fault of the values.
    if (/\/(not|if)(\/|$)/.test(pointer)) return [];
    const reason = whyEmpty(node);
    if (reason === undefined || innerSchemas(document, node).some((one) => whyEmpty(one) !== undefined))
      return [];
    const message = `No value fits this schema: ${reason}. Correct one of the two.`;
    return [{ severity: "warning", pointer, message }];
  });
}

/** The schemas whose contradiction is one of the schema around them, and reported there. */
function innerSchemas(document: ApiDocument, node: Node): Node[] {
  const target = typeof node.$ref === "string" ? resolve(document, node) : undefined;
  const { allOf, anyOf, oneOf, properties, required } = node;
  const members =
    isObject(properties) && Array.isArray(required) ? required.map((name) => properties[name]) : [];
  return [target, ...[allOf, anyOf, oneOf].filter(Array.isArray).flat(), ...members].filter(isObject);
}

/** The limit of nested alternatives and properties to examine. */
const maxDepth = 4;

/** @returns a function that says why no value fits a schema; undefined if one may */
export function emptinessFinder(document: ApiDocument): (schema: unknown) => string | undefined {
  const known = new WeakMap<object, { reason: string | undefined }>();
  const partsIn = (schema: Node) => partsOf((one) => resolve(document, one), schema, ["allOf"]);

  function whyEmpty(schema: unknown, depth = 0): string | undefined {
    if (schema === false) return "it is `false`";
    if (!isObject(schema) || depth > maxDepth) return undefined;
    const found = known.get(schema);
    if (found) return found.reason;
    // A schema that contains itself isn't empty for that reason.
    const entry = { reason: undefined as string | undefined };
    known.set(schema, entry);
    entry.reason = reasonFor(partsIn(schema), depth);
    return entry.reason;
  }

  function reasonFor(parts: Schema[], depth: number): string | undefined {
    if (parts.some(isNever)) return "it has `not: {}`";
    const types = sharedTypes(parts);
    if (types.length === 0) {
      const all = parts.flatMap(({ type }) => (type === undefined ? [] : [[type].flat().join(" or ")]));
      return `it requires the types ${[...new Set(all)].join(" and ")} at once`;
    }
    const reasons = types.map((type) => reasonForType(type, parts, depth));
    return reasons.includes(undefined) ? reasonOfChoices(parts, types, depth) : reasons.at(-1);
  }

  function reasonOfChoices(parts: Schema[], types: string[], depth: number): string | undefined {
    const values = parts.flatMap((part) => listed(part) ?? []);
    const lists = parts.filter((part) => listed(part) !== undefined);
    const fits = (value: unknown) =>
      types.some((type) => isOfType(type, value)) &&
      parts.every(({ format: _, ...part }) => defaultFits({ ...part, default: value }));
    if (lists.length > 0 && !values.some(fits)) {
      return `none of the values in ${lists.some((one) => one.const === undefined) ? "`enum`" : "`const`"} fits the rest of the schema`;
    }
    if (depth > maxDepth) return undefined;
    for (const keyword of ["oneOf", "anyOf"]) {
      for (const part of parts) {
        const branches = part[keyword];
        if (!Array.isArray(branches)) continue;
        // An alternative may evaluate what the schema itself doesn't.
        const without = { [keyword]: undefined, unevaluatedProperties: undefined };
        const others = parts.map((one) => (one === part ? { ...one, ...without } : one));
        const isEmpty = (branch: unknown) =>
          branch === false ||
          (isObject(branch) && reasonFor([...others, ...partsIn(branch)], depth + 1) !== undefined);
        if (branches.every(isEmpty))
          return `no alternative of \`${keyword}\` has values that fit the rest of the schema`;
      }
    }
    return undefined;
  }

  function reasonForType(type: string, parts: Schema[], depth: number): string | undefined {
    if (type === "number" || type === "integer") return reasonForNumber(type, parts);
    if (type === "string") return tooNarrow(parts, "minLength", "maxLength");
    if (type === "array") return reasonForArray(parts, depth);
    return type === "object" ? reasonForObject(parts, depth) : undefined;
  }

  function reasonForArray(parts: Schema[], depth: number): string | undefined {
    const reason = tooNarrow(parts, "minItems", "maxItems");
    if (reason !== undefined) return reason;
    for (const { contains, minContains = 1, maxContains = Infinity, prefixItems, items } of parts) {
      if (contains !== undefined && Number(minContains) > Number(maxContains)) {
        return `\`minContains\` ${minContains} is above \`maxContains\` ${maxContains}`;
      }
      if (contains !== undefined && minContains !== 0 && whyEmpty(contains, depth + 1) !== undefined) {
        return "no item fits `contains`";
      }
      const fixed = Array.isArray(prefixItems) ? prefixItems.length : 0;
      const value = extreme(parts, "minItems", Math.max) ?? 0;
      if (value > fixed && items !== undefined && whyEmpty(items, depth + 1) !== undefined) {
        return `\`minItems\` is ${value}, and no item fits \`items\``;
      }
    }
    return undefined;
  }

  function reasonForObject(parts: Schema[], depth: number): string | undefined {
    const reason = tooNarrow(parts, "minProperties", "maxProperties");
    if (reason !== undefined) return reason;
    const required = new Set(parts.flatMap((part) => (Array.isArray(part.required) ? part.required : [])));
    const most = extreme(parts, "maxProperties", Math.min);
    // Such a property is missing in one direction, even if it is required.
    const isOneWay = (name: string) =>
      parts
        .flatMap((part) => propertyIn(part, name))
        .some((one) => {
          const { readOnly, writeOnly } = isObject(one) ? resolve<Schema>(document, one) : {};
          return readOnly === true || writeOnly === true;
        });
    const needed = [...required].filter((name) => !isOneWay(name));
    if (most !== undefined && needed.length > most) {
      return `\`required\` lists ${needed.length} properties, and \`maxProperties\` is ${most}`;
    }
    for (const name of needed) {
      const described = parts.flatMap((part) => propertyIn(part, name));
      if (described.some((one) => whyEmpty(one, depth + 1) !== undefined)) {
        return `it requires \`${name}\`, and no value fits that property`;
      }
      const keyword = parts.some((part) => excludes(part, name))
        ? "additionalProperties"
        : parts.some((part) => leavesUnevaluated(part, name)) && "unevaluatedProperties";
      if (keyword)
        return `it requires \`${name}\`, and \`${keyword}: false\` without that property excludes it`;
    }
    return undefined;
  }

  /** Whether `unevaluatedProperties` excludes a property; never if an alternative may evaluate it. */
  function leavesUnevaluated(part: Schema, name: string): boolean {
    return (
      part.unevaluatedProperties === false &&
      partsIn(part).every(
        (one) =>
          evaluating.every((keyword) => one[keyword] === undefined) &&
          (one === part || one.unevaluatedProperties === undefined) &&
          excludes({ ...one, additionalProperties: false }, name),
      )
    );
  }

  return whyEmpty;
}

/** Keywords that may evaluate any property. */
const evaluating = ["additionalProperties", "anyOf", "oneOf", "if", "dependentSchemas", "$dynamicRef"];

function isNever({ not }: Schema): boolean {
  return not === true || (isObject(not) && Object.keys(not).length === 0);
}

const allTypes = ["null", "boolean", "integer", "number", "string", "array", "object"];

function sharedTypes(parts: Schema[]): string[] {
  return parts.reduce<string[]>((types, { type }) => {
    if (type === undefined) return types;
    const given = [type].flat();
    return types.filter((one) => given.includes(one) || (one === "integer" && given.includes("number")));
  }, allTypes);
}

function listed(part: Schema): unknown[] | undefined {
  if (part.const !== undefined) return [part.const];
  return Array.isArray(part.enum) ? part.enum : undefined;
}

/** The strictest bound; undefined if there is none. */
function extreme(
  parts: Schema[],
  keyword: string,
  choose: (...values: number[]) => number,
): number | undefined {
  const values = parts.map((part) => part[keyword]).filter((value) => typeof value === "number");
  return values.length === 0 ? undefined : choose(...values);
}

function tooNarrow(parts: Schema[], min: string, max: string): string | undefined {
  const least = extreme(parts, min, Math.max);
  const most = extreme(parts, max, Math.min);
  return least !== undefined && most !== undefined && least > most
    ? `\`${min}\` ${least} is above \`${max}\` ${most}`
    : undefined;
}

function reasonForNumber(type: string, parts: Schema[]): string | undefined {
  const reason = tooNarrow(parts, "minimum", "maximum");
  if (reason !== undefined) return reason;
  const bounds = ["minimum", "exclusiveMinimum"].flatMap((min) =>
    ["maximum", "exclusiveMaximum"].map((max) => ({ min, max })),
  );
  for (const { min, max } of bounds) {
    const least = extreme(parts, min, Math.max);
    const most = extreme(parts, max, Math.min);
    if (least === undefined || most === undefined) continue;
    const isOpen = min.startsWith("exclusive") || max.startsWith("exclusive");
    // The first and the last integer within the bounds.
    const first = min === "minimum" ? Math.ceil(least) : Math.floor(least) + 1;
    const last = max === "maximum" ? Math.floor(most) : Math.ceil(most) - 1;
    if ((isOpen && least >= most) || (type === "integer" && first > last)) {
      return `no ${type} is between \`${min}\` ${least} and \`${max}\` ${most}`;
    }
  }
  return undefined;
}

function propertyIn({ properties }: Schema, name: string): unknown[] {
  return isObject(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [];
}

/** Whether a schema allows no property of this name because it lists all that it allows. */
function excludes(part: Schema, name: string): boolean {
  if (part.additionalProperties !== false || propertyIn(part, name).length > 0) return false;
  const patterns = Object.keys(isObject(part.patternProperties) ? part.patternProperties : {});
  return !patterns.some((pattern) => patternTest(pattern).test(name));
}
