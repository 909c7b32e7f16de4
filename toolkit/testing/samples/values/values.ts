import { isTooDeep, type Schema } from "@counterpart/server/document";
import { type ClosedSchema, definitionOf } from "@counterpart/server/schemas";
import { compileSchema, type Validate } from "@counterpart/server/validation";
import { getOrMake, own } from "@counterpart/server/values";
import fc, { type Arbitrary } from "fast-check";
import { Known, type KnownValues, substitute } from "../known.ts";
import {
  choice,
  countStep,
  ifReachable,
  lazy,
  reachable,
  satisfying,
  Unreachable,
  withinBudget,
} from "./arbitraries.ts";
import { fitsSimply, isByConstruction } from "./by-construction.ts";
import type { Compiler, CompilerOptions } from "./compiler.ts";
import { type Flat, flatten, type JsonType, typeOf, withoutChoices } from "./flat.ts";
import { arrays } from "./make-arrays.ts";
import { numbers } from "./make-numbers.ts";
import { objects } from "./make-objects.ts";
import { once } from "./once.ts";
import { texts } from "./text.ts";

const maxDepth = 12;
/** Compiling a validator takes as long as generating hundreds of values. */
const stepsToCompile = 200;
const stepsToChoose = 20;
const nothing: Schema = { not: {} };

type Options = Required<CompilerOptions>;

/** Cached: schemas of one document share the generators of its definitions. */
const compilers = new WeakMap<ClosedSchema["$defs"], { options: Options; compiler: Compiler }[]>();
const nothingKnown = {};

/** Compiles a closed schema's definitions into generators. */
export function createCompiler(
  { $defs }: Pick<ClosedSchema, "$defs">,
  { charset = "any", known = nothingKnown, isEveryday = false }: CompilerOptions = {},
): Compiler {
  const some = getOrMake(compilers, $defs, () => []);
  const found = some.find(
    ({ options }) =>
      options.charset === charset && options.known === known && options.isEveryday === isEveryday,
  );
  if (found) return found.compiler;
  const options = { charset, known, isEveryday };
  const compiler = compilerOf($defs, options);
  some.push({ options, compiler });
  return compiler;
}

function compilerOf($defs: ClosedSchema["$defs"], { charset, known, isEveryday }: Options): Compiler {
  const validators = new WeakMap<Schema, Validate>();
  const flats = new WeakMap<Schema, Flat>();
  const made = new WeakMap<Schema, Map<string, () => Arbitrary<unknown>>>();

  const compiler: Compiler = {
    $defs,
    charset,
    isEveryday,
    flat(schema) {
      return getOrMake(flats, schema, () => flatten(schema, $defs));
    },
    concrete: (value) => substitute(value, ({ name, label }) => sampleOf(known, name, label)),
    faults(schema, value) {
      const validate = getOrMake(validators, schema, () => {
        countStep(stepsToCompile);
        return compileSchema({ ...schema, $defs });
      });
      try {
        return validate(compiler.concrete(value));
      } catch (error) {
        throw isTooDeep(error) ? new Unreachable(`checking a value of ${textOf(schema)} never ends`) : error;
      }
    },
    isValid: (schema, value) => compiler.faults(schema, value).length === 0,
    values(given, { depth = 0, name } = {}) {
      const schema = given === false ? nothing : definitionBehind(given, $defs);
      const flat = compiler.flat(schema);
      const isKnown = name !== undefined && Object.hasOwn(known, name);
      const key = `${isScalar(flat) ? Math.min(depth, 1) : depth} ${isKnown ? name : ""}`;
      const byPlace = getOrMake(made, schema, () => new Map<string, () => Arbitrary<unknown>>());
      const making =
        byPlace.get(key) ??
        once(() => {
          const built = build(compiler, schema, depth, isKnown ? knownOf(known, name) : []).map(counted);
          return depth > 0 && isByConstruction(flat, compiler.flat)
            ? built
            : satisfying(built, (value) => compiler.isValid(schema, value), `the schema ${textOf(schema)}`);
        });
      byPlace.set(key, making);
      return withinBudget(making);
    },
  };
  return compiler;
}

function counted<T>(value: T): T {
  countStep();
  return value;
}

/** The definition that a schema refers to, or the schema itself. */
function definitionBehind(schema: Schema, $defs: ClosedSchema["$defs"]): Schema {
  const { $ref, ...beside } = schema;
  if (typeof $ref !== "string" || Object.keys(beside).length > 0) return schema;
  return own($defs, definitionOf($ref)) ?? schema;
}

function textOf({ $defs: _, ...schema }: Schema): string {
  return JSON.stringify(schema).slice(0, 120);
}

/** Whether its values are the same at every depth. */
function isScalar({ types, groups, conditionals }: Flat): boolean {
  const isNested = types.includes("array") || types.includes("object");
  return !isNested && groups.length + conditionals.length === 0;
}

function knownOf(known: KnownValues<never>, name: string): Known[] {
  return (own(known, name) ?? []).map(({ label }) => new Known(name, label));
}

function sampleOf(known: KnownValues<never>, name: string, label: string): unknown {
  return own(known, name)?.find((one) => one.label === label)?.sample;
}

function build(compiler: Compiler, schema: Schema, depth: number, known: Known[]): Arbitrary<unknown> {
  if (depth > maxDepth) throw new Unreachable("it is infinite");
  const flat = compiler.flat(schema);
  const fitting = known.filter((value) => compiler.isValid(schema, value));
  const samples = once(() =>
    flat.samples.filter((value) => fitsSimply(flat, value) ?? compiler.isValid(schema, value)),
  );
  const make = () => chosen(compiler, flat, depth);
  const made = fitting.length + samples().length > 0 ? ifReachable(make) : make();
  return choice(
    // Values shrink towards the first alternative.
    ...(fitting.length > 0 ? [{ weight: 12, arbitrary: fc.constantFrom(...fitting) }] : []),
    ...(made ? [{ weight: 6, arbitrary: made }] : []),
    ...(flat.samples.length > 0 ? [{ weight: 1, arbitrary: lazy(() => oneOfSamples(samples(), made)) }] : []),
  );
}

function oneOfSamples(samples: unknown[], otherwise: Arbitrary<unknown> | undefined): Arbitrary<unknown> {
  return samples.length === 0 && otherwise ? otherwise : fc.constantFrom(...samples);
}

/** Makes a schema's choices, one after the other. */
function chosen(compiler: Compiler, flat: Flat, depth: number): Arbitrary<unknown> {
  if (depth > maxDepth) throw new Unreachable("it is infinite");
  countStep(stepsToChoose);
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
  return choice(
    ...reachable(alternatives.map((one) => () => chosen(compiler, compiler.flat(one), depth + 1))),
  );
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
  // Null is generated less often than other values.
  const weighted = wanted.map((type) => ({ type, weight: type === "null" ? 1 : 4 }));
  if (wanted.length === 0) throw new Unreachable("its schemas have no type in common");
  return choice(
    ...reachable(
      weighted.map(({ type, weight }) => () => ({ weight, arbitrary: ofType(compiler, flat, type, depth) })),
    ),
  );
}

const hints: [JsonType, string[]][] = [
  ["object", ["properties", "required", "additionalProperties", "minProperties", "patternProperties"]],
  ["array", ["items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"]],
  ["string", ["minLength", "maxLength", "format"]],
  ["number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]],
];

/** The schema's types; without `type`, those that its keywords apply to, if any. */
function likely({ types, keywords, patterns }: Flat): JsonType[] {
  if (types.length < 7) return types;
  if (patterns.length > 0) return ["string"];
  const hinted = hints.filter(([, words]) => words.some((word) => word in keywords)).map(([type]) => type);
  return hinted.length > 0 ? hinted : types;
}

function ofType(compiler: Compiler, flat: Flat, type: JsonType, depth: number): Arbitrary<unknown> {
  if (type === "null") return fc.constant(null);
  if (type === "boolean") return fc.boolean();
  if (type === "integer" || type === "number") return numbers(flat.keywords, type, compiler);
  if (type === "string") {
    const { minLength = 0, maxLength = Infinity, format } = flat.keywords as TextKeywords;
    return texts({
      minLength,
      maxLength,
      format,
      patterns: flat.patterns,
      charset: compiler.charset,
      isEveryday: compiler.isEveryday,
    });
  }
  return type === "array" ? arrays(compiler, flat, depth) : objects(compiler, flat, depth);
}

interface TextKeywords {
  minLength?: number;
  maxLength?: number;
  format?: string;
}
