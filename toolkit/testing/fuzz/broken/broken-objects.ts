import type { Schema } from "@counterpart/server/document/document";
import { mapValues } from "@counterpart/server/document/map-values";
import { own } from "@counterpart/server/document/own";
import { otherProperties } from "@counterpart/server/document/schemas/other-properties";
import fc, { type Arbitrary } from "fast-check";
import type { Compiler } from "../../samples/values/compiler.ts";
import type { Flat } from "../../samples/values/flat.ts";
import { isClosed } from "../../samples/values/make-objects.ts";
import { brokenAlone, type Candidate, type FindCandidates, narrowed } from "./candidate.ts";

export function objectCandidates(
  compiler: Compiler,
  schema: Schema,
  { keywords, types }: Flat,
  at: string,
  depth: number,
  candidates: FindCandidates,
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
  // The server fills in properties with defaults, so omitting them isn't a violation.
  const isFilledIn = (name: string) =>
    Object.hasOwn(properties, name) && compiler.flat(own(properties, name) ?? {}).hasDefault;
  const missable = required.filter((name) => !isFilledIn(name));
  const out: Candidate[] = missable.map((name) => ({
    ...change("required", (valid) => without(valid, [name])),
    at: `${at}/${name}`,
  }));
  const others = otherProperties(object);
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
  } else if (others) {
    for (const inner of candidates(compiler, others, `${at}/*`, depth + 1)) {
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
    const more = () => compiler.values({ ...(others || {}) }, { depth: depth + 1 }) as Arbitrary<unknown>;
    out.push({
      keyword: "maxProperties",
      at,
      arbitrary: () =>
        isClosed(object)
          ? fc
              .tuple(
                some(),
                fc.record(mapValues(properties, (one) => compiler.values(one, { depth: depth + 1 }))),
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
          .tuple(some(), names(), compiler.values(others || {}, { depth: depth + 1 }))
          .map(([valid, name, value]) => ({
            valid,
            broken: Object.fromEntries([...Object.entries(valid), [name, value]]),
          })),
    });
  }
  for (const [name, property] of Object.entries(properties)) {
    const place = `${at}/${name}`;
    for (const found of candidates(compiler, property, place, depth + 1)) {
      const inner = found.at === place ? brokenAlone(compiler, property, found) : found;
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

function without(object: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
