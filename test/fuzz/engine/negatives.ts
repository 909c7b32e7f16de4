import { isDeepStrictEqual } from "node:util";
import type { ErrorObject } from "ajv";
import fc, { type Arbitrary } from "fast-check";
import type { Schema } from "../../../server/http/document.ts";
import { type Flat, type JsonType, withoutChoices } from "./flat.ts";
import { ifReachable, satisfying, Unreachable } from "./satisfying.ts";
import { type Charset, character, misformatted, ofLength } from "./text.ts";
import { type Compiler, isClosed } from "./values.ts";

/** A valid value, and the same with one keyword of its schema broken. */
export interface Broken {
  valid: unknown;
  broken: unknown;
}

/** One way of breaking a schema. */
export interface Negative {
  keyword: string;
  // As in `/lines/*/quantity`; empty for the value itself.
  at: string;
  arbitrary: Arbitrary<Broken>;
}

export interface Negatives {
  reached: Negative[];
  /** Keywords that can't be broken alone, as a bound that another one includes. */
  unreached: { keyword: string; at: string }[];
}

/** Deeper than this nothing is broken: a schema that refers to itself would have no end of ways. */
const deepest = 5;

/**
 * Every way to break exactly one keyword. Each pair is held to the schema, shrunk ones too: `valid` is valid, and in
 * `broken` nothing but this keyword is wrong.
 * @param read what a server makes of the value that is sent: in a query, `5` is read as a number where one is expected
 */
export function negatives(
  compiler: Compiler,
  schema: Schema,
  read: (value: unknown) => unknown = (value) => value,
): Negatives {
  const reached: Negative[] = [];
  const unreached: Negatives["unreached"] = [];
  for (const { keyword, at, arbitrary } of candidates(compiler, schema, "", 0)) {
    const breaksOnlyThat = ({ valid, broken }: Broken) =>
      compiler.isValid(schema, read(valid)) &&
      brokenKeyword(compiler.faults(schema, read(broken))) === keyword;
    const exact = ifReachable(() => satisfying(arbitrary(), breaksOnlyThat, `${at} ${keyword}`));
    if (exact) reached.push({ keyword, at, arbitrary: exact });
    else unreached.push({ keyword, at });
  }
  return { reached, unreached };
}

/** Keywords whose own error comes with those of the schemas within them. */
const composite = ["oneOf", "anyOf", "if", "contains", "propertyNames", "discriminator"];

/** The keyword that is broken; undefined when there are several, or none. */
export function brokenKeyword(errors: ErrorObject[]): string | undefined {
  const around = errors.filter(({ keyword }) => composite.includes(keyword));
  const roots = errors.filter(
    (error) =>
      !around.some(
        (other) =>
          other !== error && isWithin(error, other) && !(around.includes(error) && isWithin(other, error)),
      ),
  );
  const [first, ...more] = roots;
  return first && more.length === 0 ? first.keyword : undefined;
}

function isWithin({ instancePath }: ErrorObject, around: ErrorObject): boolean {
  return instancePath === around.instancePath || instancePath.startsWith(`${around.instancePath}/`);
}

interface Candidate {
  keyword: string;
  at: string;
  arbitrary: () => Arbitrary<Broken>;
}

function candidates(compiler: Compiler, schema: Schema, at: string, depth: number): Candidate[] {
  if (depth > deepest) return [];
  const flat = compiler.flat(schema);
  const whole = () => compiler.values(schema, { depth });
  const unrelated = (keyword: string, broken: () => Arbitrary<unknown>): Candidate => ({
    keyword,
    at,
    arbitrary: () => fc.record({ valid: whole(), broken: broken() }),
  });
  return [
    ...typeCandidates(flat, unrelated),
    ...numberCandidates(flat, unrelated),
    ...textCandidates(compiler, flat, unrelated),
    ...arrayCandidates(compiler, schema, flat, at, depth),
    ...objectCandidates(compiler, schema, flat, at, depth),
    ...choiceCandidates(compiler, flat, at, depth, unrelated),
  ];
}

type Unrelated = (keyword: string, broken: () => Arbitrary<unknown>) => Candidate;

const ofEachType: [JsonType, unknown[]][] = [
  ["null", [null]],
  ["boolean", [true, false]],
  ["integer", [1, 0, -1]],
  ["number", [1.5, 0.1]],
  ["string", ["text", "1", "", "true"]],
  ["array", [[], ["text"], [1]]],
  ["object", [{}, { value: 1 }]],
];

function typeCandidates({ types, keywords }: Flat, unrelated: Unrelated): Candidate[] {
  const out: Candidate[] = [];
  if (types.length < ofEachType.length) {
    const wrong = ofEachType.filter(([type]) => !types.includes(type)).flatMap(([, values]) => values);
    out.push(unrelated("type", () => fc.constantFrom(...wrong)));
  }
  const members = "const" in keywords ? [keywords.const] : keywords.enum;
  if (Array.isArray(members)) {
    const near: unknown[] = members.flatMap((member: unknown): unknown[] =>
      typeof member === "string"
        ? [`${member}x`, member.toUpperCase(), ` ${member}`, ""]
        : typeof member === "number"
          ? [member + 1, -member - 1]
          : [],
    );
    const others = [...near, ...ofEachType.flatMap(([, values]) => values)].filter(
      (one) => !members.some((member) => isDeepStrictEqual(member, one)),
    );
    out.push(unrelated("const" in keywords ? "const" : "enum", () => fc.constantFrom(...others)));
  }
  return out;
}

function numberCandidates({ keywords, types }: Flat, unrelated: Unrelated): Candidate[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords as Record<
    string,
    number
  >;
  const step = multipleOf ?? 1;
  const beyond = (bound: number, sign: number, itself: boolean) =>
    fc
      .oneof(
        fc.constantFrom(...(itself ? [0] : []), step, 2 * step),
        fc.integer({ min: 1, max: 2 ** 31 }).map((steps) => steps * step),
        ...(types.includes("number") ? [fc.constantFrom(0.01, 0.5)] : []),
        fc.constant(Math.max(0, 2 ** 53 - Math.abs(bound))),
      )
      .map((distance) => bound + sign * distance);
  const out: Candidate[] = [];
  if (minimum !== undefined) out.push(unrelated("minimum", () => beyond(minimum, -1, false)));
  if (maximum !== undefined) out.push(unrelated("maximum", () => beyond(maximum, 1, false)));
  if (exclusiveMinimum !== undefined)
    out.push(unrelated("exclusiveMinimum", () => beyond(exclusiveMinimum, -1, true)));
  if (exclusiveMaximum !== undefined)
    out.push(unrelated("exclusiveMaximum", () => beyond(exclusiveMaximum, 1, true)));
  if (multipleOf !== undefined) {
    const from =
      minimum ?? exclusiveMinimum ?? (maximum ?? exclusiveMaximum ?? 1000 * multipleOf) - 1000 * multipleOf;
    const off = fc.tuple(
      fc.integer({ min: 0, max: 1000 }),
      fc.constantFrom(0.5, 0.25, 1 / multipleOf, 2 / multipleOf),
    );
    out.push(
      unrelated("multipleOf", () =>
        off.map(([steps, part]) =>
          Number(((Math.ceil(from / multipleOf) + steps + part) * multipleOf).toPrecision(12)),
        ),
      ),
    );
  }
  return out;
}

function textCandidates(
  { charset }: Compiler,
  { keywords, patterns }: Flat,
  unrelated: Unrelated,
): Candidate[] {
  const { minLength, maxLength } = keywords as Record<string, number>;
  const { format } = keywords as { format?: string };
  const out: Candidate[] = [];
  if (minLength !== undefined && minLength > 0) {
    out.push(unrelated("minLength", () => ofLength(0, minLength - 1, charset)));
  }
  if (maxLength !== undefined) out.push(unrelated("maxLength", () => tooLong(maxLength, patterns, charset)));
  if (patterns.length > 0) {
    const { min = 0, max = Infinity } = { min: minLength, max: maxLength };
    out.push(
      unrelated("pattern", () =>
        fc.oneof(ofLength(min, max, charset), ofLength(min, Math.max(min, Math.min(max, 40)), charset)),
      ),
    );
  }
  if (format !== undefined) {
    out.push(
      unrelated("format", () =>
        charset === "any" ? misformatted(format) : misformatted(format).map((text) => text.trim()),
      ),
    );
    if (format === "int32") out.push(unrelated("format", () => fc.constantFrom(2 ** 31, -(2 ** 31) - 1)));
  }
  return out;
}

/** Longer than this isn't sent: servers bound what they read. */
const longestText = 500_000;

function tooLong(maxLength: number, patterns: string[], charset: Charset): Arbitrary<string> {
  if (maxLength > longestText) throw new Unreachable("the text would be too long to be sent");
  const any = fc
    .tuple(character(charset), fc.integer({ min: 1, max: 5 }))
    .map(([unit, more]) => unit.repeat(maxLength + more));
  const [pattern] = patterns;
  if (pattern === undefined) return any;
  const fitting = ifReachable(() => {
    try {
      return fc
        .stringMatching(new RegExp(pattern, "u"), { size: "max" })
        .map((text) => text.padEnd(maxLength + 1, text.at(-1) ?? "a"));
    } catch {
      throw new Unreachable(pattern);
    }
  });
  return fitting ? fc.oneof(fitting, any) : any;
}

function arrayCandidates(
  compiler: Compiler,
  schema: Schema,
  { keywords, types }: Flat,
  at: string,
  depth: number,
): Candidate[] {
  if (!types.includes("array")) return [];
  const {
    minItems,
    maxItems,
    uniqueItems,
    items,
    prefixItems = [],
    contains,
  } = keywords as {
    minItems?: number;
    maxItems?: number;
    uniqueItems?: boolean;
    items?: Schema | false;
    prefixItems?: Schema[];
    contains?: Schema;
  };
  const some = (bounds: Schema = {}) =>
    compiler.values(narrowed(schema, types, { type: "array", ...bounds }), { depth }) as Arbitrary<unknown[]>;
  const item = () => compiler.values(items || {}, { depth: depth + 1 });
  const from = (keyword: string, base: () => Arbitrary<Broken>): Candidate => ({
    keyword,
    at,
    arbitrary: base,
  });
  const out: Candidate[] = [];
  if (minItems !== undefined && minItems > 0) {
    const shorter = () =>
      fc
        .tuple(some(), fc.nat(minItems - 1))
        .map(([valid, length]) => ({ valid, broken: valid.slice(0, length) }));
    out.push(from("minItems", shorter));
  }
  if (maxItems !== undefined && maxItems <= 10_000) {
    const longer = () =>
      fc
        .tuple(some(), fc.uniqueArray(item(), { minLength: 1, maxLength: 8, comparator: isDeepStrictEqual }))
        .map(([valid, more]) => {
          const broken = [...valid];
          for (let n = 0; broken.length <= maxItems; n++) broken.push(more[n % more.length]);
          return { valid, broken };
        });
    const longerUnique = () =>
      fc
        .uniqueArray(item(), {
          minLength: maxItems + 1,
          maxLength: maxItems + 1,
          comparator: isDeepStrictEqual,
          size: "max",
        })
        .map((broken) => ({ valid: broken.slice(0, maxItems), broken }));
    out.push(from("maxItems", uniqueItems ? longerUnique : longer));
  }
  if (uniqueItems) {
    const doubled = () =>
      fc.tuple(some({ minItems: 1 }), fc.nat()).map(([valid, n]) => {
        const twin = valid[n % valid.length];
        return {
          valid,
          broken: [...valid.slice(0, Math.min(valid.length, (maxItems ?? Infinity) - 1)), twin],
        };
      });
    out.push(from("uniqueItems", doubled));
  }
  if (contains !== undefined) {
    const without = () =>
      compiler.values({ type: "array", items: { allOf: [items || {}, { not: contains }] } }, { depth });
    out.push(from("contains", () => fc.record({ valid: some(), broken: without() })));
  }
  const within = [
    ...prefixItems.map((one, index) => ({ one, index, name: String(index) })),
    ...(items ? [{ one: items, index: undefined, name: "*" }] : []),
  ];
  for (const { one, index, name } of within) {
    for (const inner of candidates(compiler, one, `${at}/${name}`, depth + 1)) {
      const arbitrary = () =>
        fc
          .tuple(some({ minItems: (index ?? prefixItems.length) + 1 }), inner.arbitrary(), fc.nat())
          .map(([array, { valid, broken }, n]) => {
            const place = index ?? prefixItems.length + (n % (array.length - prefixItems.length));
            return { valid: array.with(place, valid), broken: array.with(place, broken) };
          });
      out.push({ ...inner, arbitrary });
    }
  }
  return out;
}

function objectCandidates(
  compiler: Compiler,
  schema: Schema,
  { keywords, types }: Flat,
  at: string,
  depth: number,
): Candidate[] {
  if (!types.includes("object")) return [];
  const object = keywords as {
    properties?: Record<string, Schema>;
    additionalProperties?: Schema | false;
    unevaluatedProperties?: Schema | false;
    required?: string[];
    minProperties?: number;
    maxProperties?: number;
    dependentRequired?: Record<string, string[]>;
    propertyNames?: Schema;
  };
  const { properties = {}, required = [], minProperties, maxProperties, dependentRequired = {} } = object;
  const some = (more: Schema = {}) =>
    compiler.values(narrowed(schema, types, { type: "object", ...more }), { depth }) as Arbitrary<
      Record<string, unknown>
    >;
  const change = (
    keyword: string,
    broken: (valid: Record<string, unknown>, n: number) => unknown,
    more?: Schema,
  ): Candidate => ({
    keyword,
    at,
    arbitrary: () =>
      fc.tuple(some(more), fc.nat()).map(([valid, n]) => ({ valid, broken: broken(valid, n) })),
  });
  const out: Candidate[] = required.map((name) => ({
    ...change("required", (valid) => without(valid, [name])),
    at: `${at}/${name}`,
  }));
  if (isClosed(object)) {
    const keyword = object.additionalProperties === false ? "additionalProperties" : "unevaluatedProperties";
    const strangers = fc.tuple(
      fc.constantFrom("unexpected", "__proto__", "constructor", "toString", "id", "x"),
      fc.constantFrom(1, null, "text", {}),
    );
    out.push({
      keyword,
      at,
      arbitrary: () =>
        fc.tuple(some(), strangers).map(([valid, stranger]) => ({
          valid,
          broken: Object.fromEntries([...Object.entries(valid), stranger]),
        })),
    });
  } else if (object.additionalProperties) {
    for (const inner of candidates(compiler, object.additionalProperties, `${at}/*`, depth + 1)) {
      const arbitrary = () =>
        fc.tuple(some(), inner.arbitrary()).map(([valid, pair]) => ({
          valid: { ...valid, xstranger: pair.valid },
          broken: { ...valid, xstranger: pair.broken },
        }));
      out.push({ ...inner, arbitrary });
    }
  }
  if (minProperties !== undefined && minProperties > 0) {
    out.push(
      change("minProperties", (valid) => {
        const spare = Object.keys(valid).filter((name) => !required.includes(name));
        return without(valid, spare.slice(0, Object.keys(valid).length - minProperties + 1));
      }),
    );
  }
  if (maxProperties !== undefined && maxProperties < 1000) {
    const more = () =>
      compiler.values({ ...(object.additionalProperties || {}) }, { depth: depth + 1 }) as Arbitrary<unknown>;
    out.push({
      keyword: "maxProperties",
      at,
      arbitrary: () =>
        isClosed(object)
          ? fc
              .tuple(
                some(),
                fc.record(mapped(properties, (one) => compiler.values(one, { depth: depth + 1 }))),
              )
              .map(([valid, broken]) => ({ valid, broken }))
          : fc.tuple(some(), fc.array(more(), { minLength: 1, maxLength: 3 })).map(([valid, values]) => {
              const broken = { ...valid };
              for (let n = 0; Object.keys(broken).length <= maxProperties; n++) {
                broken[`x${n}`] = values[n % values.length];
              }
              return { valid, broken };
            }),
    });
  }
  for (const [name, needs] of Object.entries(dependentRequired)) {
    out.push({
      ...change("dependentRequired", (valid, n) => without(valid, [needs[n % needs.length] ?? ""]), {
        required: [name],
      }),
      at: `${at}/${name}`,
    });
  }
  if (object.propertyNames && !isClosed(object)) {
    const { propertyNames } = object;
    const names = () =>
      compiler.values({ type: "string", not: propertyNames }, { depth: depth + 1 }) as Arbitrary<string>;
    out.push({
      keyword: "propertyNames",
      at,
      arbitrary: () =>
        fc
          .tuple(some(), names(), compiler.values(object.additionalProperties || {}, { depth: depth + 1 }))
          .map(([valid, name, value]) => ({
            valid,
            broken: Object.fromEntries([...Object.entries(valid), [name, value]]),
          })),
    });
  }
  for (const [name, property] of Object.entries(properties)) {
    for (const inner of candidates(compiler, property, `${at}/${name}`, depth + 1)) {
      const arbitrary = () =>
        fc.tuple(some(), inner.arbitrary()).map(([object, { valid, broken }]) => ({
          valid: { ...object, [name]: valid },
          broken: { ...object, [name]: broken },
        }));
      out.push({ ...inner, arbitrary });
    }
  }
  return out;
}

function choiceCandidates(
  compiler: Compiler,
  flat: Flat,
  at: string,
  depth: number,
  unrelated: Unrelated,
): Candidate[] {
  const without = withoutChoices(flat);
  const others = without.allOf as Schema[];
  const within = (schemas: Schema[]): Schema => ({ ...without, allOf: [...others, ...schemas] });
  const out: Candidate[] = [];
  for (const { keyword, branches } of flat.groups) {
    // What breaks a branch may fit another; the check of the whole keeps what fits none.
    const broken = () =>
      branches.flatMap((branch) =>
        candidates(compiler, within([branch]), at, depth + 1).flatMap(
          ({ arbitrary }) => ifReachable(arbitrary) ?? [],
        ),
      );
    const arbitrary = () => {
      const pairs = broken();
      const twice = keyword === "oneOf" ? inSeveral(compiler, branches, within, depth) : [];
      if (pairs.length + twice.length === 0) throw new Unreachable(`${keyword} can't be broken`);
      return fc.oneof(...pairs.map((pair) => pair.map((one) => one.broken)), ...twice);
    };
    out.push(unrelated(keyword, arbitrary));
  }
  for (const condition of flat.conditionals) {
    const arbitrary = () => {
      const pairs = [
        ...candidates(compiler, within(condition.fulfilled), at, depth + 1),
        ...candidates(compiler, within(condition.unfulfilled), at, depth + 1),
      ].flatMap((one) => ifReachable(one.arbitrary) ?? []);
      if (pairs.length === 0) throw new Unreachable("if can't be broken");
      return fc.oneof(...pairs.map((pair) => pair.map((one) => one.broken)));
    };
    out.push(unrelated("if", arbitrary));
  }
  for (const not of flat.nots) {
    out.push(unrelated("not", () => compiler.values(within([not]), { depth: depth + 1 })));
  }
  return out;
}

function inSeveral(
  compiler: Compiler,
  branches: Schema[],
  within: (schemas: Schema[]) => Schema,
  depth: number,
): Arbitrary<unknown>[] {
  return branches.flatMap((one, index) =>
    branches
      .slice(index + 1)
      .flatMap((two) => ifReachable(() => compiler.values(within([one, two]), { depth: depth + 1 })) ?? []),
  );
}

/** The schema itself where it allows nothing else anyway, which spares making it again. */
function narrowed(schema: Schema, types: JsonType[], to: Schema): Schema {
  return types.length === 1 && Object.keys(to).length === 1 ? schema : { allOf: [schema, to] };
}

function without(object: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

function mapped<T>(record: Record<string, Schema>, make: (schema: Schema) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([name, schema]) => [name, make(schema)]));
}
