import { isDeepStrictEqual } from "node:util";
import fc, { type Arbitrary } from "fast-check";
import type { Schema } from "../../../server/http/document.ts";
import { type ClosedSchema, compileSchema, type Validate } from "../../helpers/closed-schema.ts";
import { choice } from "./choice.ts";
import { type Flat, flatten, type JsonType, typeOf, withoutChoices } from "./flat.ts";
import { Known, type KnownValues, substitute } from "./known.ts";
import { ifReachable, satisfying, Unreachable } from "./satisfying.ts";
import { type Charset, character, texts } from "./text.ts";

export interface CompilerOptions {
  charset?: Charset;
  /** Values that mean something to the server, by the name of the property that takes them. */
  known?: KnownValues<never>;
}

export interface Compiler {
  $defs: Record<string, Schema>;
  charset: Charset;
  flat: (schema: Schema) => Flat;
  /** With the samples of its known values in their places. */
  concrete: (value: unknown) => unknown;
  /** What the schema says is wrong with a value. */
  faults: (schema: Schema, value: unknown) => ReturnType<Validate>;
  isValid: (schema: Schema, value: unknown) => boolean;
  /** Values that are valid, after shrinking too. Throws Unreachable when none can be made. */
  values: (schema: Schema, place?: Place) => Arbitrary<unknown>;
}

/** Where in the whole a schema stands. */
export interface Place {
  /** How many schemas are around it. */
  depth?: number;
  /** The property that it describes, or the parameter. */
  name?: string | undefined;
}

/** Below this depth only what is required is made; far below, nothing: such a schema has no finite value. */
const roomy = 4;
const deepest = 12;

/** Makes generators of the schemas in one closed schema. */
export function createCompiler(
  { $defs }: Pick<ClosedSchema, "$defs">,
  { charset = "any", known = {} }: CompilerOptions = {},
): Compiler {
  const validators = new WeakMap<Schema, Validate>();
  const flats = new WeakMap<Schema, Flat>();
  const made = new WeakMap<Schema, Map<string, Arbitrary<unknown>>>();

  const compiler: Compiler = {
    $defs,
    charset,
    flat(schema) {
      const remembered = flats.get(schema) ?? flatten(schema, $defs);
      flats.set(schema, remembered);
      return remembered;
    },
    concrete: (value) => substitute(value, ({ name, label }) => sampleOf(known, name, label)),
    faults(schema, value) {
      const validate = validators.get(schema) ?? compileSchema({ ...schema, $defs });
      validators.set(schema, validate);
      return validate(compiler.concrete(value));
    },
    isValid: (schema, value) => compiler.faults(schema, value).length === 0,
    values(schema, { depth = 0, name } = {}) {
      const key = `${Math.min(depth, roomy + 1)} ${depth > roomy ? depth : ""} ${name ?? ""}`;
      const byPlace = made.get(schema) ?? new Map<string, Arbitrary<unknown>>();
      made.set(schema, byPlace);
      const remembered = byPlace.get(key);
      if (remembered) return remembered;
      const built = build(compiler, schema, depth, name === undefined ? [] : knownOf(known, name));
      const arbitrary =
        depth > 0 && isPlain(compiler.flat(schema))
          ? built
          : satisfying(
              built,
              (value) => compiler.isValid(schema, value),
              `the schema ${JSON.stringify(schema).slice(0, 120)}`,
            );
      byPlace.set(key, arbitrary);
      return arbitrary;
    },
  };
  return compiler;
}

/** Whether what is made is valid by its making, if what is within it is. The outermost schema is held to in any case. */
function isPlain({ keywords, patterns, groups, conditionals, nots }: Flat): boolean {
  const needsCheck = [
    "contains",
    "propertyNames",
    "patternProperties",
    "dependentRequired",
    "dependentSchemas",
  ];
  return (
    patterns.length <= 1 &&
    groups.length + conditionals.length + nots.length === 0 &&
    !needsCheck.some((keyword) => keyword in keywords)
  );
}

function knownOf(known: KnownValues<never>, name: string): Known[] {
  return (Object.hasOwn(known, name) ? (known[name] ?? []) : []).map(({ label }) => new Known(name, label));
}

function sampleOf(known: KnownValues<never>, name: string, label: string): unknown {
  return known[name]?.find((one) => one.label === label)?.sample;
}

function build(compiler: Compiler, schema: Schema, depth: number, known: Known[]): Arbitrary<unknown> {
  if (depth > deepest) throw new Unreachable("it has no end");
  const flat = compiler.flat(schema);
  const fitting = known.filter((value) => compiler.isValid(schema, value));
  const samples = flat.samples.filter((value) => compiler.isValid(schema, value));
  const made = ifReachable(() => chosen(compiler, flat, depth));
  if (!made && fitting.length + samples.length === 0) throw new Unreachable("nothing fits its schema");
  return choice(
    // The first is what is shrunk towards.
    ...(fitting.length > 0 ? [{ weight: 12, arbitrary: fc.constantFrom(...fitting) }] : []),
    ...(made ? [{ weight: 6, arbitrary: made }] : []),
    ...(samples.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...samples) }] : []),
  );
}

/** Makes the choices that a schema leaves, one after the other. */
function chosen(compiler: Compiler, flat: Flat, depth: number): Arbitrary<unknown> {
  const { groups, conditionals } = flat;
  if (groups.length === 0 && conditionals.length === 0) return ofTypes(compiler, flat, depth);
  const [group, ...otherGroups] = groups;
  const [conditional, ...otherConditionals] = conditionals;
  const without = withoutChoices(flat);
  const rest = (
    more: Schema[],
    groupsLeft: Flat["groups"],
    conditionalsLeft: Flat["conditionals"],
  ): Schema => ({
    ...without,
    allOf: [
      ...(without.allOf as Schema[]),
      ...more,
      ...groupsLeft.map(({ keyword, branches }) => ({ [keyword]: branches })),
      ...conditionalsLeft.map((one) => one.schema),
      ...flat.nots.map((not) => ({ not })),
    ],
  });
  const alternatives = group
    ? group.branches.map((branch) => rest([branch], otherGroups, conditionals))
    : conditional
      ? [
          rest(conditional.fulfilled, groups, otherConditionals),
          rest(conditional.unfulfilled, groups, otherConditionals),
        ]
      : [];
  return anyOf(alternatives.map((one) => () => chosen(compiler, compiler.flat(one), depth + 1)));
}

function ofTypes(compiler: Compiler, flat: Flat, depth: number): Arbitrary<unknown> {
  const { keywords, types } = flat;
  if ("const" in keywords) return fc.constant(keywords.const);
  if (Array.isArray(keywords.enum)) {
    const members = keywords.enum.filter(
      (one) => types.includes(typeOf(one)) || (typeof one === "number" && types.includes("number")),
    );
    if (members.length === 0) throw new Unreachable("the enum has no member of the type");
    return fc.constantFrom(...members);
  }
  const wanted = likely(flat).filter((type) => type !== "integer" || !types.includes("number"));
  // A missing value is rarer than one that is there.
  const weighted = wanted.map((type) => ({ type, weight: type === "null" ? 1 : 4 }));
  const reachable = weighted.flatMap(({ type, weight }) => {
    const arbitrary = ifReachable(() => ofType(compiler, flat, type, depth));
    return arbitrary ? [{ weight, arbitrary }] : [];
  });
  if (reachable.length === 0) throw new Unreachable(`nothing of ${wanted.join(" or ") || "no type"}`);
  return choice(...reachable);
}

const hints: [JsonType, string[]][] = [
  ["object", ["properties", "required", "additionalProperties", "minProperties", "patternProperties"]],
  ["array", ["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"]],
  ["string", ["minLength", "maxLength", "format"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

/** Where no type is said, the one that its keywords speak of, if there is one. */
export function likely({ types, keywords, patterns }: Flat): JsonType[] {
  if (types.length < 7) return types;
  if (patterns.length > 0) return ["string"];
  const hinted = hints.filter(([, words]) => words.some((word) => word in keywords)).map(([type]) => type);
  return hinted.length > 0 ? hinted : types;
}

function ofType(compiler: Compiler, flat: Flat, type: JsonType, depth: number): Arbitrary<unknown> {
  if (type === "null") return fc.constant(null);
  if (type === "boolean") return fc.boolean();
  if (type === "integer" || type === "number") return numbers(flat.keywords, type);
  if (type === "string") {
    const { minLength = 0, maxLength = Infinity, format } = flat.keywords as TextKeywords;
    return texts({ minLength, maxLength, format, patterns: flat.patterns, charset: compiler.charset });
  }
  return type === "array" ? arrays(compiler, flat, depth) : objects(compiler, flat, depth);
}

interface TextKeywords {
  minLength?: number;
  maxLength?: number;
  format?: string;
}

const integerRange: Record<string, [number, number]> = { int32: [-(2 ** 31), 2 ** 31 - 1] };

function numbers(keywords: Schema, type: "integer" | "number"): Arbitrary<number> {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format } = keywords as Record<
    string,
    never
  >;
  const [widestMin, widestMax] = integerRange[format ?? ""] ?? [
    Number.MIN_SAFE_INTEGER,
    Number.MAX_SAFE_INTEGER,
  ];
  const min = Math.max(minimum ?? -Infinity, exclusiveMinimum ?? -Infinity);
  const max = Math.min(maximum ?? Infinity, exclusiveMaximum ?? Infinity);
  const openMin = exclusiveMinimum !== undefined && min === exclusiveMinimum;
  const openMax = exclusiveMaximum !== undefined && max === exclusiveMaximum;
  const step: number | undefined = multipleOf ?? (type === "integer" ? 1 : undefined);
  if (step === undefined) return decimals(min, max, openMin, openMax);
  const from = Math.max(Math.ceil(min / step), Math.ceil(widestMin / Math.max(step, 1)));
  const to = Math.min(Math.floor(max / step), Math.floor(widestMax / Math.max(step, 1)));
  const lo = openMin && from * step === min ? from + 1 : from;
  const hi = openMax && to * step === max ? to - 1 : to;
  if (lo > hi) throw new Unreachable(`no number is between ${min} and ${max}`);
  const near = Math.min(hi, Math.max(lo, 0));
  // Quotients of decimals aren't exact, so neither would the products be: 3 × 0.1 isn't 0.3.
  const whole = (steps: number) => Number((steps * step).toPrecision(15));
  return choice(
    { weight: 3, arbitrary: fc.integer({ min: Math.max(lo, near - 10), max: Math.min(hi, near + 10) }) },
    { weight: 2, arbitrary: fc.integer({ min: lo, max: hi }) },
    { weight: 2, arbitrary: fc.constantFrom(near, lo, hi, Math.min(hi, lo + 1), Math.max(lo, hi - 1)) },
  ).map((steps) => (Number.isInteger(step) ? steps * step : whole(steps)) || 0);
}

function decimals(min: number, max: number, openMin: boolean, openMax: boolean): Arbitrary<number> {
  if (min > max || (min === max && (openMin || openMax))) throw new Unreachable("no number is between");
  const bounds = [...(openMin ? [] : [min]), ...(openMax ? [] : [max])].filter(Number.isFinite);
  const within = fc.double({
    min: Math.max(min, -1e15),
    max: Math.min(max, 1e15),
    minExcluded: openMin,
    maxExcluded: openMax,
    noNaN: true,
    noDefaultInfinity: true,
  });
  const short = within.map((value) => Number(value.toFixed(2)) || 0);
  return choice(
    { weight: 3, arbitrary: short.filter((value) => value >= min && value <= max) },
    { weight: 1, arbitrary: within.map((value) => value || 0) },
    ...(bounds.length > 0 ? [{ weight: 1, arbitrary: fc.constantFrom(...bounds) }] : []),
  );
}

function arrays(compiler: Compiler, { keywords }: Flat, depth: number): Arbitrary<unknown[]> {
  const { prefixItems = [], items = {}, contains, minContains = 1, uniqueItems } = keywords as ArrayKeywords;
  const { minItems = 0, maxItems = Infinity } = keywords as ArrayKeywords;
  if (minItems > maxItems) throw new Unreachable("maxItems is less than minItems");
  const place = { depth: depth + 1 };
  const heads = prefixItems.map((schema) => compiler.values(schema, place));
  const least = Math.max(0, minItems - heads.length);
  const one = items === false ? undefined : ifReachable(() => compiler.values(items, place));
  if (!one && least > 0) throw new Unreachable("no item can be made");
  const most = depth > roomy || !one ? least : Math.min(maxItems - heads.length, least + 5);
  const ranges = [{ weight: 6, least, most }];
  if (one && depth <= 1 && maxItems <= 200) ranges.push({ weight: 1, least: maxItems, most: maxItems });
  const tails = ranges.map(({ weight, least, most }) => ({
    weight,
    arbitrary: !one
      ? fc.constant<unknown[]>([])
      : uniqueItems
        ? fc.uniqueArray(one, {
            minLength: least,
            maxLength: Math.max(least, most),
            comparator: isDeepStrictEqual,
            size: "max",
          })
        : fc.array(one, { minLength: least, maxLength: Math.max(least, most), size: "max" }),
  }));
  const [mostly] = tails;
  const reachableTails =
    uniqueItems && tails.length > 1 && mostly && !ifReachable(() => sampleOnce(tails[1]?.arbitrary))
      ? [mostly]
      : tails;
  const all = fc
    .tuple(fc.tuple(...heads), choice(...reachableTails))
    .map(([head, tail]) => [...head, ...tail]);
  if (contains === undefined) return all;
  const contained = fc.array(compiler.values(contains, place), {
    minLength: minContains,
    maxLength: minContains,
  });
  return fc.tuple(contained, all).map(([some, others]) => [...some, ...others].slice(0, maxItems));
}

/** Whether as many different items exist as the array may have: `uniqueArray` would look for them for ever. */
function sampleOnce(arbitrary: Arbitrary<unknown> | undefined): true {
  try {
    if (arbitrary) fc.sample(arbitrary, { numRuns: 1, seed: 1 });
    return true;
  } catch {
    throw new Unreachable("not enough different items");
  }
}

interface ArrayKeywords {
  prefixItems?: Schema[];
  items?: Schema | false;
  contains?: Schema;
  minContains?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
}

interface ObjectKeywords {
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: Schema | false;
  unevaluatedProperties?: Schema | false;
  propertyNames?: Schema;
  required?: string[];
  minProperties?: number;
  maxProperties?: number;
}

function objects(compiler: Compiler, { keywords }: Flat, depth: number): Arbitrary<Record<string, unknown>> {
  const object = keywords as ObjectKeywords;
  const { properties = {}, required = [], minProperties = 0, maxProperties = Infinity } = object;
  const make = (name: string, schema: Schema) => compiler.values(schema, { depth: depth + 1, name });
  const extra = isClosed(object) ? undefined : object.additionalProperties || {};
  const needed = required.map((name) => {
    const schema = properties[name] ?? patternSchema(object, name) ?? extra;
    if (schema === undefined) throw new Unreachable(`${name} is required and not allowed`);
    return [name, make(name, schema)] as const;
  });
  const optional = Object.entries(properties).flatMap(([name, schema]) => {
    if (required.includes(name) || depth > roomy) return [];
    const arbitrary = ifReachable(() => make(name, schema));
    return arbitrary ? [[name, arbitrary] as const] : [];
  });
  const names = optional.map(([name]) => name);
  const atMost = Math.max(0, Math.min(names.length, maxProperties - needed.length));
  const atLeast = Math.min(atMost, Math.max(0, minProperties - needed.length));
  const missing = Math.max(0, minProperties - needed.length - names.length);
  const chosenNames = fc.subarray(names, { minLength: atLeast, maxLength: atMost });
  const all = fc.record(Object.fromEntries([...needed, ...optional]));
  const more = others(compiler, object, { depth, missing, isMap: Object.keys(properties).length === 0 });
  return fc.tuple(all, chosenNames, more).map(([values, chosen, added]) => {
    const own = Object.entries(values).filter(([name]) => required.includes(name) || chosen.includes(name));
    const room = Math.max(missing, maxProperties - own.length);
    return Object.fromEntries([...own, ...added.filter(([name]) => !(name in properties)).slice(0, room)]);
  });
}

/** Whether an object may have only the properties that are named. */
export function isClosed({ additionalProperties, unevaluatedProperties }: ObjectKeywords): boolean {
  return additionalProperties === false || unevaluatedProperties === false;
}

function patternSchema({ patternProperties = {} }: ObjectKeywords, name: string): Schema | undefined {
  return Object.entries(patternProperties).find(([pattern]) => new RegExp(pattern, "u").test(name))?.[1];
}

/** Properties that the schema doesn't name, but allows. */
function others(
  compiler: Compiler,
  object: ObjectKeywords,
  { depth, missing, isMap }: { depth: number; missing: number; isMap: boolean },
): Arbitrary<[string, unknown][]> {
  const { additionalProperties, patternProperties = {}, propertyNames } = object;
  if (depth > roomy && missing === 0) return fc.constant([]);
  const place = { depth: depth + 1 };
  const entries: Arbitrary<[string, unknown]>[] = [];
  for (const [pattern, schema] of Object.entries(patternProperties)) {
    const entry = ifReachable(() =>
      fc.tuple(texts({ patterns: [pattern], charset: compiler.charset }), compiler.values(schema, place)),
    );
    if (entry) entries.push(entry);
  }
  if (!isClosed(object)) {
    const name =
      propertyNames === undefined
        ? fc.string({ unit: character("token"), minLength: 1, maxLength: 8 }).map((text) => `x${text}`)
        : (compiler.values({ type: "string", allOf: [propertyNames] }, place) as Arbitrary<string>);
    const value = ifReachable(() => compiler.values(additionalProperties || anything, place));
    if (value) entries.push(fc.tuple(name, value));
  }
  if (entries.length === 0) {
    if (missing > 0) throw new Unreachable("it can't have as many properties as it must");
    return fc.constant([]);
  }
  const some = fc.uniqueArray(choice(...entries), {
    minLength: missing,
    maxLength: missing + 3,
    selector: ([name]) => name,
    size: "max",
  });
  // An object whose properties are all named seldom gets others.
  return isMap || missing > 0
    ? some
    : choice({ weight: 12, arbitrary: fc.constant<[string, unknown][]>([]) }, { weight: 1, arbitrary: some });
}

const anything: Schema = { type: ["string", "integer", "boolean", "null"], maxLength: 40 };

function anyOf<T>(builds: (() => Arbitrary<T>)[]): Arbitrary<T> {
  const made = builds.flatMap((build) => ifReachable(build) ?? []);
  if (made.length === 0) throw new Unreachable("none of the alternatives can be made");
  return choice(...made);
}
