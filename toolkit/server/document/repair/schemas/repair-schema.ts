import { whyUnmatchable } from "../../schemas/pattern-test.ts";
import { regularExpression } from "../../schemas/regular-expression.ts";
import { knownKeywords } from "../../schemas/schema-keywords.ts";
import { didYouMean } from "../../source/references/did-you-mean.ts";
import { filterMember, isObject, type Node, type Place, pointerOf } from "../../walk.ts";
import { moveMember } from "../moved-members.ts";
import { firstRepeated, type Repair, shown } from "../repair-context.ts";
import { defaultFits } from "./default-fits.ts";
import { keywordRules } from "./keyword-rules.ts";
import { noteDialect } from "./note-dialect.ts";
import { repairAlternatives } from "./repair-alternatives.ts";
import { repairEnum } from "./repair-enum.ts";
import { repairType } from "./repair-type.ts";
import { upgradeSchema } from "./upgrade-schema.ts";

/**
 * Converts a schema to valid JSON Schema 2020-12. Unsupported keywords are dropped with a note; the rest is
 * still checked.
 */
export function repairSchema(given: Node, place: Place, repair: Repair): Node {
  if (repair.is30 && typeof given.$ref === "string") return referenceAlone(given, place, repair);
  let schema = given;
  for (const keyword of Object.keys(given)) {
    const rule = Object.hasOwn(keywordRules, keyword) ? keywordRules[keyword] : undefined;
    if (rule === undefined || rule.allows(given[keyword])) continue;
    repair.warn([place, keyword], unusable(keyword, given[keyword], rule.expected));
    schema = without(schema, keyword);
  }
  if ("type" in schema) schema = repairType(schema, place, repair);
  if (schema.enum !== undefined) schema = repairEnum(schema, place, repair);
  if (schema.pattern !== undefined || schema.patternProperties)
    schema = repairPatterns(schema, place, repair);
  if (Array.isArray(schema.items)) schema = repairTuple(schema, place, repair);
  if ("dependencies" in schema) schema = repairDependencies(schema, place, repair);
  schema = withoutUnknown(schema, place, repair);
  if (typeof schema.$schema === "string") noteDialect(schema.$schema, [place, "$schema"], repair);
  if ("$dynamicRef" in schema) {
    repair.warn([place, "$dynamicRef"], "`$dynamicRef` isn't followed, so it isn't checked. Write `$ref`.");
    schema = without(schema, "$dynamicRef");
  }
  if (schema.required !== undefined) schema = withoutEndless(schema, place, repair);
  if (schema.oneOf !== undefined || schema.discriminator !== undefined)
    schema = repairAlternatives(schema, place, repair);
  noteDoubtful(schema, place, repair);
  if (firstRepeated(schema.required) !== undefined)
    schema = { ...schema, required: [...new Set(schema.required as string[])] };
  noteInexact(schema, place, repair);
  schema = upgradeSchema(schema, place, repair);
  if (schema.default !== undefined && !defaultFits(schema)) {
    const message = `The default ${shown(schema.default)} doesn't fit its schema; it isn't filled in. Write one that fits.`;
    repair.warn([place, "default"], message);
    schema = without(schema, "default");
  }
  return schema;
}

function withoutEndless(schema: Node, place: Place, repair: Repair): Node {
  const endless = repair.endless.get(pointerOf(place));
  if (!endless || !Array.isArray(schema.required)) return schema;
  for (const property of endless) {
    const message = `A value of \`${property}\` would contain another one, endlessly, so it is read as optional. Remove it from \`required\`, or allow null.`;
    repair.warn([place, "required"], message);
  }
  return { ...schema, required: schema.required.filter((name) => !endless.has(name)) };
}

function without(schema: Node, keyword: string): Node {
  const { [keyword]: _, ...rest } = schema;
  return rest;
}

function unusable(keyword: string, value: unknown, expected: string): string {
  const isNumber = typeof value === "string" && value.trim() !== "" && !Number.isNaN(Number(value));
  const instead =
    keyword === "required" && typeof value === "boolean"
      ? " Name the property in the `required` of the object around it."
      : isNumber && /number/.test(expected)
        ? ` Write \`${keyword}: ${Number(value)}\`.`
        : "";
  return `\`${keyword}\` must be ${expected}, not ${shown(value)}; it is ignored.${instead}`;
}

/** Keywords beside a reference that documents use only as annotations. */
const annotations = new Set([
  "$ref",
  "default",
  "deprecated",
  "description",
  "example",
  "summary",
  "title",
  "xml",
]);

/** In 3.0, keywords beside a reference are ignored. */
function referenceAlone(schema: Node, place: Place, repair: Repair): Node {
  const ignored = Object.keys(schema).filter((key) => !annotations.has(key) && !key.startsWith("x-"));
  if (ignored.length > 0) {
    const message = `OpenAPI 3.0 ignores keywords beside \`$ref\`: ${ignored.join(", ")}. Put the reference into \`allOf: [{ $ref: … }]\`.`;
    repair.warn([place], message);
  }
  return { $ref: schema.$ref };
}

const dialect =
  "JavaScript can't read this pattern, so it isn't checked. Write it in the syntax of ECMA-262: no (?i), \\A, \\z, [[:alpha:]], and no slashes around it.";

const lenient =
  "This pattern is valid only without the flag `u`, and is read without it. Other tools may refuse it: write no needless backslashes, as in \\: or \\-.";

function repairPatterns(schema: Node, place: Place, repair: Repair): Node {
  let repaired = schema;
  if (typeof schema.pattern === "string") {
    const fault = patternFault(schema.pattern);
    if (fault !== undefined) repaired = without(repaired, "pattern");
    if (fault !== undefined) repair.warn([place, "pattern"], fault);
    else if (!regularExpression(schema.pattern)?.unicode) repair.inform([place, "pattern"], lenient);
  }
  const checked = filterMember(repaired, "patternProperties", (pattern) => {
    const fault = patternFault(pattern);
    if (fault !== undefined) repair.warn([place, "patternProperties", pattern], fault);
    return fault === undefined;
  });
  if (checked === repaired) return repaired;
  // Otherwise, properties that only the dropped pattern allows would be refused.
  const { additionalProperties, unevaluatedProperties, ...rest } = checked;
  return rest;
}

/** Why a pattern isn't checked. */
function patternFault(pattern: string): string | undefined {
  if (!regularExpression(pattern)) return dialect;
  const reason = whyUnmatchable(pattern);
  return (
    reason &&
    `This pattern can't be matched in bounded time, so it isn't checked, and accepts any text. ${reason}.`
  );
}

function repairTuple(schema: Node, place: Place, repair: Repair): Node {
  const { items, additionalItems, ...rest } = schema;
  const message =
    "A list of schemas in `items` is `prefixItems` since JSON Schema 2020-12; it is read as that.";
  repair.warn([place, "items"], message);
  moveMember(repair, place, "items", ["prefixItems"]);
  if (additionalItems !== undefined) moveMember(repair, place, "additionalItems", ["items"]);
  return { ...rest, prefixItems: items, ...(additionalItems !== undefined && { items: additionalItems }) };
}

/** Reports keywords that are valid but probably a mistake. */
function noteDoubtful(schema: Node, place: Place, repair: Repair): void {
  const values = schema.enum;
  const repeated = Array.isArray(values)
    ? firstRepeated(values.map((value) => JSON.stringify(value)))
    : undefined;
  if (repeated !== undefined)
    repair.warn([place, "enum"], `\`enum\` lists ${repeated} twice. List each value once.`);
  const name = firstRepeated(schema.required);
  if (name !== undefined)
    repair.warn([place, "required"], `\`required\` lists ${shown(name)} twice. List each name once.`);
  const hasItems = schema.items !== undefined || schema.prefixItems !== undefined;
  if (repair.is30 && schema.type === "array" && !hasItems)
    repair.warn([place], "An array without `items` may have any items. Say which, or write `items: {}`.");
}

/** Converts `dependencies`, from drafts before 2019-09, to `dependentRequired` and `dependentSchemas`. */
function repairDependencies(schema: Node, place: Place, repair: Repair): Node {
  const { dependencies, ...rest } = schema;
  if (!isObject(dependencies) || rest.dependentRequired !== undefined || rest.dependentSchemas !== undefined)
    return schema;
  const entries = Object.entries(dependencies);
  const required = entries.filter(([, one]) => Array.isArray(one));
  const schemas = entries.filter(([, one]) => isObject(one) || typeof one === "boolean");
  const message =
    "`dependencies` has been replaced by `dependentRequired` and `dependentSchemas` in JSON Schema 2019-09; it is read as those.";
  repair.warn([place, "dependencies"], message);
  moveMember(repair, place, "dependencies", ["dependentSchemas"]);
  return {
    ...rest,
    ...(required.length > 0 && { dependentRequired: Object.fromEntries(required) }),
    ...(schemas.length > 0 && { dependentSchemas: Object.fromEntries(schemas) }),
  };
}

/** What to write instead of keywords from other drafts. */
const instead: Record<string, string> = {
  $recursiveRef: "Write `$ref`.",
  additionalItems: "It applies only beside a list in `items`; write `prefixItems` and `items`.",
  disallow: "Write `not`.",
  divisibleBy: "Write `multipleOf`.",
  extends: "Write `allOf`.",
  id: "Write `$id`.",
};

/** Drops keywords that JSON Schema 2020-12 doesn't define. A validator may still give them a meaning. */
function withoutUnknown(schema: Node, place: Place, repair: Repair): Node {
  const unknown = Object.keys(schema).filter(
    (keyword) => !keyword.startsWith("x-") && (!knownKeywords.has(keyword) || keyword === "additionalItems"),
  );
  if (unknown.length === 0) return schema;
  for (const keyword of unknown) {
    const advice = Object.hasOwn(instead, keyword)
      ? ` ${instead[keyword]}`
      : didYouMean(keyword, [...knownKeywords]);
    const message = `JSON Schema 2020-12 has no \`${keyword}\`; it is ignored.${advice}`;
    repair.warn([place, keyword], message);
  }
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !unknown.includes(keyword)));
}

const bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
const range = `${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`;

/** Reports integers that JavaScript can't represent, which were rounded when the document was parsed. */
function noteInexact(schema: Node, place: Place, repair: Repair): void {
  const { type } = schema;
  if (type !== "integer" && !(Array.isArray(type) && type.includes("integer"))) return;
  for (const keyword of ["const", "default", "enum"]) {
    const inexact = [schema[keyword]].flat().find(isInexact);
    if (inexact === undefined) continue;
    const message = `JavaScript represents integers exactly from ${range} only; one here may have been rounded to ${shown(inexact)}. Describe larger ones as \`type: string\`.`;
    repair.warn([place, keyword], message);
  }
  for (const keyword of bounds) {
    if (!isInexact(schema[keyword])) continue;
    const message = `Integers are accepted and sent from ${range}: JavaScript would round others.`;
    repair.inform([place, keyword], message);
  }
}

function isInexact(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}
