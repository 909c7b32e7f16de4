import { otherProperties, type Schema } from "@counterpart/server/document";
import { mapValues, own } from "@counterpart/server/values";
import fc, { type Arbitrary } from "fast-check";
import { isClosed, type ObjectKeywords } from "../../samples/values/make-objects.ts";
import { type Candidate, change, inPart, narrowed, type Spot } from "./candidate.ts";

type Members = Record<string, unknown>;

export function objectCandidates({ compiler, schema, flat, at, depth, inside }: Spot): Candidate[] {
  const { keywords, types } = flat;
  if (!types.includes("object")) return [];
  const object = keywords as ObjectKeywords;
  const { properties = {}, required = [], minProperties, maxProperties, dependentRequired = {} } = object;
  const some = (more: Schema = {}) =>
    compiler.values(narrowed(schema, types, { type: "object", ...more }), { depth }) as Arbitrary<Members>;
  const changed = (keyword: string, broken: (valid: Members, n: number) => unknown, more?: Schema) =>
    change({ keyword, at }, () => some(more), fc.nat, broken);
  // The server fills in properties with defaults, so omitting them isn't a violation.
  const isFilledIn = (name: string) =>
    Object.hasOwn(properties, name) && compiler.flat(own(properties, name) ?? {}).hasDefault;
  const missable = required.filter((name) => !isFilledIn(name));
  const out: Candidate[] = missable.map((name) => ({
    ...changed("required", (valid) => without(valid, [name])),
    at: `${at}/${name}`,
  }));
  const others = otherProperties(object);
  if (isClosed(object)) {
    const keyword = object.additionalProperties === false ? "additionalProperties" : "unevaluatedProperties";
    const strangers = fc.tuple(
      fc.constantFrom("unexpected", "__proto__", "constructor", "toString", "id", "x"),
      fc.constantFrom(1, null, "text", {}),
    );
    out.push(change({ keyword, at }, some, () => strangers, withEntry));
  } else if (others) {
    for (const inner of inside(others, `${at}/*`)) {
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
      changed("minProperties", (valid) => {
        const spare = Object.keys(valid).filter((name) => !required.includes(name));
        return without(valid, spare.slice(0, Object.keys(valid).length - minProperties + 1));
      }),
    );
  }
  if (maxProperties !== undefined && maxProperties < 1000) {
    const more = () => compiler.values({ ...(others || {}) }, { depth: depth + 1 }) as Arbitrary<unknown>;
    const all = () => fc.record(mapValues(properties, (one) => compiler.values(one, { depth: depth + 1 })));
    const place = { keyword: "maxProperties", at };
    out.push(
      isClosed(object)
        ? change(place, some, all, (_, broken) => broken)
        : change(
            place,
            some,
            () => fc.array(more(), { minLength: 1, maxLength: 3 }),
            (valid, values) => {
              const broken = { ...valid };
              for (let n = 0; Object.keys(broken).length <= maxProperties; n++) {
                broken[`x${n}`] = values[n % values.length];
              }
              return broken;
            },
          ),
    );
  }
  for (const [name, needs] of Object.entries(dependentRequired)) {
    out.push({
      ...changed("dependentRequired", (valid, n) => without(valid, [needs[n % needs.length] ?? ""]), {
        required: [name],
      }),
      at: `${at}/${name}`,
    });
  }
  if (object.propertyNames && !isClosed(object)) {
    const { propertyNames } = object;
    const names = () => compiler.values({ type: "string", not: propertyNames }, { depth: depth + 1 });
    const entries = () =>
      fc.tuple(names() as Arbitrary<string>, compiler.values(others || {}, { depth: depth + 1 }));
    out.push(change({ keyword: "propertyNames", at }, some, entries, withEntry));
  }
  for (const [name, property] of Object.entries(properties)) {
    const place = `${at}/${name}`;
    const within = inPart(compiler, property, place, inside(property, place), (pair) =>
      fc.tuple(some(), pair()).map(([object, { valid, broken }]) => ({
        valid: { ...object, [name]: valid },
        broken: { ...object, [name]: broken },
      })),
    );
    out.push(...within);
  }
  return out;
}

function without(object: Members, names: string[]): Members {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

function withEntry(object: Members, entry: [name: string, value: unknown]): Members {
  return Object.fromEntries([...Object.entries(object), entry]);
}
