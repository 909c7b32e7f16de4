import { otherProperties, type Schema } from "@counterpart/server/document";
import { patternTest } from "@counterpart/server/schemas";
import { own } from "@counterpart/server/values";
import fc, { type Arbitrary } from "fast-check";
import { choice, ifReachable, Unreachable } from "./arbitraries.ts";
import { type Compiler, roomy } from "./compiler.ts";
import type { Flat } from "./flat.ts";
import { different } from "./make-arrays.ts";
import { countedProperties, someProperties } from "./optional-properties.ts";
import { character, texts } from "./text.ts";

export interface ObjectKeywords {
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: Schema | false;
  unevaluatedProperties?: Schema | false;
  propertyNames?: Schema;
  required?: string[];
  dependentRequired?: Record<string, string[]>;
  minProperties?: number;
  maxProperties?: number;
}

export function objects(
  compiler: Compiler,
  { keywords }: Flat,
  depth: number,
): Arbitrary<Record<string, unknown>> {
  const object = keywords as ObjectKeywords;
  const { properties = {}, minProperties = 0, maxProperties = Infinity } = object;
  const required = withDependents(object.required ?? [], object);
  const make = (name: string, schema: Schema) => compiler.values(schema, { depth: depth + 1, name });
  const extra = isClosed(object) ? undefined : otherProperties(object) || {};
  const needed = required.map((name) => {
    const schema = own(properties, name) ?? patternSchema(object, name) ?? extra;
    if (schema === undefined) throw new Unreachable(`${name} is required but not allowed`);
    return [name, make(name, schema)] as const;
  });
  const optional = Object.entries(properties)
    .filter(([name]) => !required.includes(name) && depth <= roomy)
    .map(([name, schema]): [string, () => Arbitrary<unknown>] => [name, () => make(name, schema)]);
  const min = minProperties - needed.length;
  const max = maxProperties - needed.length;
  const isCounted = min > 0 || max < optional.length;
  const some = isCounted
    ? countedProperties(optional, { min: Math.max(0, min), max })
    : someProperties(optional, depth);
  const missing = Math.max(0, min - optional.length);
  const more = others(compiler, object, { depth, missing, isMap: Object.keys(properties).length === 0 });
  return fc.tuple(fc.record(Object.fromEntries(needed)), some, more).map(([values, chosen, added]) => {
    const entries = [...Object.entries(values), ...chosen];
    const room = Math.max(missing, maxProperties - entries.length);
    return withoutUnmet(
      Object.fromEntries([
        ...entries,
        ...added.filter(([name]) => own(properties, name) === undefined).slice(0, room),
      ]),
      object,
    );
  });
}

/** The names, and all names that `dependentRequired` requires transitively. */
function withDependents(names: string[], { dependentRequired = {} }: ObjectKeywords): string[] {
  const all = new Set(names);
  // Iterating a Set includes elements added meanwhile.
  for (const name of all) for (const needed of own(dependentRequired, name) ?? []) all.add(needed);
  return [...all];
}

/** The object without optional properties whose `dependentRequired` isn't met. */
function withoutUnmet(value: Record<string, unknown>, object: ObjectKeywords): Record<string, unknown> {
  if (object.dependentRequired === undefined) return value;
  const isMet = (name: string) =>
    withDependents([name], object).every((needed) => Object.hasOwn(value, needed));
  return Object.fromEntries(Object.entries(value).filter(([name]) => isMet(name)));
}

/** Whether an object may have only the properties that the schema names. */
export function isClosed({ additionalProperties, unevaluatedProperties }: ObjectKeywords): boolean {
  return additionalProperties === false || unevaluatedProperties === false;
}

function patternSchema({ patternProperties = {} }: ObjectKeywords, name: string): Schema | undefined {
  return Object.entries(patternProperties).find(([pattern]) => patternTest(pattern).test(name))?.[1];
}

/** Additional properties that the schema allows. */
function others(
  compiler: Compiler,
  object: ObjectKeywords,
  { depth, missing, isMap }: { depth: number; missing: number; isMap: boolean },
): Arbitrary<[string, unknown][]> {
  const { patternProperties = {}, propertyNames } = object;
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
    const value = ifReachable(() => compiler.values(otherProperties(object) || anything, place));
    if (value) entries.push(fc.tuple(name, value));
  }
  if (entries.length === 0) {
    if (missing > 0) throw new Unreachable("it can't have as many properties as minProperties requires");
    return fc.constant([]);
  }
  const some = different(choice(...entries), missing, missing + 3, ([name]) => name);
  // Objects with named properties rarely get additional ones.
  return isMap || missing > 0
    ? some
    : choice({ weight: 12, arbitrary: fc.constant<[string, unknown][]>([]) }, { weight: 1, arbitrary: some });
}

const anything: Schema = { type: ["string", "integer", "boolean", "null"], maxLength: 40 };
