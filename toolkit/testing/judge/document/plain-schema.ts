import { type ApiDocument, isBinary, isObject, resolve, type Schema } from "@counterpart/server/document";
import { type AST, RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import { formatSchema, patternFormat } from "./text-formats.ts";

/** The direction of a value: requests omit `readOnly` properties, responses omit `writeOnly` ones. */
export type Direction = "request" | "response";

/** A document's schema in plain JSON Schema 2020-12. */
export type PlainSchema = Schema | boolean;

// The server has its own translation. This one shares no code with it, so that the judge sees its faults.

/** Keywords that are copied. Others restrict nothing, or have another meaning for validators. */
const copied = new Set([
  ...["type", "enum", "const", "required", "dependentRequired"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["minLength", "maxLength", "minItems", "maxItems", "minContains", "maxContains"],
  ...["minProperties", "maxProperties"],
]);

const schemas = new Set([
  ...["not", "if", "then", "else", "items", "unevaluatedItems", "contains"],
  ...["additionalProperties", "unevaluatedProperties", "propertyNames"],
]);

const lists = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);

const maps = new Set(["properties", "patternProperties", "dependentSchemas"]);

/**
 * The validator reads all keywords of each schema, which takes a third less time if every schema has the same ones
 * in the same order.
 */
const blank: Schema = Object.fromEntries(
  ["$ref", ...copied, "format", ...schemas, ...lists, ...maps].map((keyword) => [keyword, undefined]),
);

/** Comparing all items of a longer list would take seconds. */
const maxComparedItems = 1000;

/** @param onReference called with each reference, whose target is translated by itself */
export function plainSchema(
  document: ApiDocument,
  given: unknown,
  direction: Direction,
  onReference: (ref: string) => void,
): PlainSchema {
  const mark = direction === "request" ? "readOnly" : "writeOnly";

  /** A schema, the target of its reference, and what they combine by the keywords. */
  function partsOf(schema: unknown, keywords: string[], seen = new Set<unknown>()): Schema[] {
    if (!isObject(schema) || seen.has(schema)) return [];
    seen.add(schema);
    const combined = keywords.flatMap((keyword) => [schema[keyword] ?? []].flat());
    const target = "$ref" in schema ? [resolve<Schema>(document, schema)] : [];
    return [schema, ...[...target, ...combined].flatMap((one) => partsOf(one, keywords, seen))];
  }

  function unsentNames(schema: Schema): string[] {
    return partsOf(schema, ["allOf", "anyOf", "oneOf"]).flatMap(({ properties }) =>
      isObject(properties)
        ? Object.keys(properties).filter((name) =>
            partsOf(properties[name], ["allOf"]).some((part) => part[mark] === true),
          )
        : [],
    );
  }

  function translated(schema: unknown, above: ReadonlySet<string> = none): PlainSchema {
    if (typeof schema === "boolean") return schema;
    if (!isObject(schema)) return true;
    if (isBinary(schema))
      return { type: [schema.type].flat().includes("null") ? ["string", "null"] : "string" };
    const own = unsentNames(schema);
    const unsent = own.length > 0 ? new Set([...above, ...own]) : above;
    const plain: Schema = { ...blank };
    const also: Schema[] = [];
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === "$ref") {
        plain.$ref = referenceTo(String(value));
        onReference(String(value));
      } else if (keyword === "required" && Array.isArray(value)) {
        plain.required = value.filter((name) => !unsent.has(name));
      } else if (copied.has(keyword)) plain[keyword] = value;
      else if (lists.has(keyword) && Array.isArray(value)) {
        plain[keyword] = value.map((one) => translated(one, keyword === "prefixItems" ? none : unsent));
      } else if (maps.has(keyword) && isObject(value)) {
        const entries = Object.entries(value).filter(([name]) => isJudged(keyword, name, unsent));
        plain[keyword] = Object.fromEntries(entries.map(([name, one]) => [name, translated(one)]));
      } else if (schemas.has(keyword) && isApplied(keyword, schema)) plain[keyword] = translated(value);
      else if (keyword === "uniqueItems" && value === true) {
        also.push({ if: { minItems: maxComparedItems + 1 }, else: { uniqueItems: true } });
      } else if (keyword === "pattern" && typeof value === "string") {
        also.push({ format: patternFormat(value) });
      } else if (keyword === "format" && typeof value === "string") {
        const check = formatSchema(value);
        if (check) also.push(check);
      }
    }
    // A single check needs no schema around it, which would take as long as a property.
    const [only] = also;
    if (also.length === 1 && only && Object.keys(only).every((keyword) => plain[keyword] === undefined))
      Object.assign(plain, also.pop());
    if (also.length > 0) plain.allOf = [...((plain.allOf as PlainSchema[]) ?? []), ...also];
    return plain;
  }

  return translated(given);
}

function isJudged(keyword: string, name: string, unsent: ReadonlySet<string>): boolean {
  if (keyword === "patternProperties") return isNamePattern(name);
  return keyword !== "properties" || !unsent.has(name);
}

/** `then` needs `if`. Where some patterns aren't judged, it is unknown which properties are others. */
function isApplied(keyword: string, schema: Schema): boolean {
  if (keyword === "then" || keyword === "else") return schema.if !== undefined;
  const { patternProperties } = schema;
  return (
    !/^(additional|unevaluated)Properties$/.test(keyword) ||
    !isObject(patternProperties) ||
    Object.keys(patternProperties).every(isNamePattern)
  );
}

const none: ReadonlySet<string> = new Set();

/** The address of a reference's target, for the validator. */
export function referenceTo(ref: string): string {
  return `https://document.invalid/${encodeURIComponent(ref)}`;
}

const parser = new RegExpParser();

/**
 * Whether names can be compared with a pattern of `patternProperties`, which the validator does with JavaScript's
 * own expressions: they need the flag `u`, and repetitions within repetitions may take years.
 */
function isNamePattern(pattern: string): boolean {
  let isSafe = true;
  let depth = 0;
  const isVariable = ({ min, max }: AST.Quantifier) => max > 1 && min !== max;
  try {
    visitRegExpAST(parser.parsePattern(pattern, 0, pattern.length, { unicode: true }), {
      onQuantifierEnter(node) {
        if (isVariable(node) && ++depth > 1) isSafe = false;
      },
      onQuantifierLeave(node) {
        if (isVariable(node)) depth--;
      },
      onGroupEnter: ({ alternatives }) => refuseChoice(alternatives),
      onCapturingGroupEnter: ({ alternatives }) => refuseChoice(alternatives),
    });
    return isSafe;
  } catch {
    return false;
  }

  function refuseChoice(alternatives: AST.Alternative[]): void {
    if (depth > 0 && alternatives.length > 1) isSafe = false;
  }
}
