import type { OutputUnit } from "@cfworker/json-schema";
import { isObject, type Schema } from "@counterpart/server/document";
import { escapePointerPart, own, pointerParts, pointerTo } from "@counterpart/server/values";
import type { PlainSchema } from "./plain-schema.ts";
import { formatWords } from "./text-formats.ts";

/** What is wrong with a part of a value. */
export interface SchemaFault {
  /** JSON pointer (RFC 6901) to the value. */
  pointer: string;
  /** The value's member that is missing or isn't known. */
  member?: string;
  /** The keyword that the value violates. */
  keyword: string;
  /** The end of a sentence, such as `must be string`. */
  words: string;
}

interface Judged {
  value: unknown;
  schema: PlainSchema;
  /** Returns the target of a reference. */
  targetOf: (address: string) => PlainSchema | undefined;
}

/** The validator's errors as faults of values, without those that only say that a part has errors. */
export function wordedFaults(errors: OutputUnit[], judged: Judged): SchemaFault[] {
  const faults = new Map<string, SchemaFault>();
  for (const [index, error] of errors.entries()) {
    for (const fault of worded(error, errors[index - 1], judged)) faults.set(faultText([fault]), fault);
  }
  return [...faults.values()];
}

/** Joins faults into one sentence. */
export function faultText(faults: readonly SchemaFault[]): string {
  return faults
    .map(({ pointer, member, words }) => {
      const at = member === undefined ? pointer : `${pointer}/${escapePointerPart(member)}`;
      return `it${at} ${words}`;
    })
    .join(", ");
}

function worded(
  { instanceLocation, keyword, keywordLocation }: OutputUnit,
  before: OutputUnit | undefined,
  judged: Judged,
): SchemaFault[] {
  const path = partsOf(instanceLocation);
  const pointer = pointerTo(path);
  if (keyword === "false") {
    const isProperty = /^(additional|unevaluated)Properties$/.test(before?.keyword ?? "");
    if (isProperty && before) {
      const [member = ""] = path.slice(-1);
      const known = { keyword: before.keyword, words: "is not a known property" };
      return [{ pointer: pointerTo(path.slice(0, -1)), member, ...known }];
    }
    return [{ pointer, keyword: before?.keyword ?? keyword, words: "must be absent" }];
  }
  const given = keywordAt(keywordLocation, judged);
  if (keyword === "required") {
    const value = path.reduce<unknown>((one, name) => own(Object(one), name), judged.value);
    const missing = [given ?? []]
      .flat()
      .map(String)
      .filter((name) => !Object.hasOwn(Object(value), name));
    return missing.map((member) => ({ pointer, member, keyword, words: "is missing" }));
  }
  const words = own(wordsFor, keyword)?.(given);
  return words === undefined ? [] : [{ pointer, keyword: keywordName(keyword, given), words }];
}

/** A pattern is a format for the validator. */
function keywordName(keyword: string, given: unknown): string {
  return keyword === "format" && formatWords(String(given)).startsWith("must match pattern")
    ? "pattern"
    : keyword;
}

const wordsFor: Record<string, (given: unknown) => string> = {
  type: (types) => `must be ${[types].flat().join(",")}`,
  enum: () => "must be equal to one of the allowed values",
  const: () => "must be equal to constant",
  minimum: (bound) => `must be >= ${bound}`,
  maximum: (bound) => `must be <= ${bound}`,
  exclusiveMinimum: (bound) => `must be > ${bound}`,
  exclusiveMaximum: (bound) => `must be < ${bound}`,
  multipleOf: (factor) => `must be multiple of ${factor}`,
  minLength: (length) => `must NOT have fewer than ${length} characters`,
  maxLength: (length) => `must NOT have more than ${length} characters`,
  format: (name) => formatWords(String(name)),
  minItems: (count) => `must NOT have fewer than ${count} items`,
  maxItems: (count) => `must NOT have more than ${count} items`,
  uniqueItems: () => "must NOT have duplicate items",
  contains: () => "must contain at least 1 valid item",
  minContains: (count) => `must contain at least ${count} valid items`,
  maxContains: (count) => `must contain at most ${count} valid items`,
  minProperties: (count) => `must NOT have fewer than ${count} properties`,
  maxProperties: (count) => `must NOT have more than ${count} properties`,
  propertyNames: () => "has a property with an invalid name",
  dependentRequired: () => "lacks a property that another one requires",
  not: () => "must NOT be valid",
  anyOf: () => "must match a schema in anyOf",
  oneOf: () => "must match exactly one schema in oneOf",
};

/** Keywords whose value is an object or a list of schemas, which the next part of a pointer names. */
const containers = /^(properties|patternProperties|dependentSchemas|allOf|anyOf|oneOf|prefixItems)$/;

/** The value of the keyword at a place that the validator reports. */
function keywordAt(location: string, { schema, targetOf }: Judged): unknown {
  const parts = partsOf(location);
  let node: unknown = schema;
  for (let at = 0; at < parts.length && isObject(node); at++) {
    const part = parts[at] ?? "";
    if (part === "$ref") node = targetOf(String((node as Schema).$ref));
    else if (containers.test(part) && at + 1 < parts.length) {
      node = Object(own(node, part))[parts[++at] ?? ""];
    } else node = own(node, part);
  }
  return node;
}

/** @param location `#` for the whole */
function partsOf(location: string): string[] {
  return location === "#" ? [] : pointerParts(location);
}
