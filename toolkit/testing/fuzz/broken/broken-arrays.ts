import type { Schema } from "@counterpart/server/document";
import fc, { type Arbitrary } from "fast-check";
import { type ArrayKeywords, different } from "../../samples/values/make-arrays.ts";
import { type Candidate, change, inPart, narrowed, type Spot } from "./candidate.ts";

/** The limit on the length of sent lists. */
const maxSentItems = 2000;

export function arrayCandidates({ compiler, schema, flat, at, depth, inside }: Spot): Candidate[] {
  const { keywords, types } = flat;
  if (!types.includes("array")) return [];
  const { minItems, maxItems, uniqueItems, items, prefixItems = [], contains } = keywords as ArrayKeywords;
  const some = (bounds: Schema = {}) =>
    compiler.values(narrowed(schema, types, { type: "array", ...bounds }), { depth }) as Arbitrary<unknown[]>;
  const item = () => compiler.values(items || {}, { depth: depth + 1 });
  const out: Candidate[] = [];
  if (minItems !== undefined && minItems > 0) {
    const lengths = () => fc.nat(minItems - 1);
    out.push(change({ keyword: "minItems", at }, some, lengths, (valid, length) => valid.slice(0, length)));
  }
  if (maxItems !== undefined && maxItems <= maxSentItems) {
    const place = { keyword: "maxItems", at };
    const more = () => fc.array(item(), { minLength: 1, maxLength: 8 });
    const longer = change(place, some, more, (valid, items) => {
      const broken = [...valid];
      for (let n = 0; broken.length <= maxItems; n++) broken.push(items[n % items.length]);
      return broken;
    });
    const longerUnique = () =>
      different(item(), maxItems + 1, maxItems + 1).map((broken) => ({
        valid: broken.slice(0, maxItems),
        broken,
      }));
    out.push(uniqueItems ? { ...place, arbitrary: longerUnique } : longer);
  }
  if (uniqueItems) {
    const atLeastOne = () => some({ minItems: 1 });
    out.push(
      change({ keyword: "uniqueItems", at }, atLeastOne, fc.nat, (valid, n) => {
        const kept = valid.slice(0, Math.min(valid.length, (maxItems ?? Infinity) - 1));
        return [...kept, valid[n % valid.length]];
      }),
    );
  }
  if (contains !== undefined) {
    const without = () =>
      compiler.values({ type: "array", items: { allOf: [items || {}, { not: contains }] } }, { depth });
    const arbitrary = () => fc.record({ valid: some(), broken: without() }, { noNullPrototype: true });
    out.push({ keyword: "contains", at, arbitrary });
  }
  const within = [
    ...prefixItems.map((one, index) => ({ one, index, name: String(index) })),
    ...(items ? [{ one: items, index: undefined, name: "*" }] : []),
  ];
  for (const { one, index, name } of within) {
    const part = `${at}/${name}`;
    const inItems = inPart(compiler, one, part, inside(one, part), (pair) =>
      fc
        .tuple(some({ minItems: (index ?? prefixItems.length) + 1 }), pair(), fc.nat())
        .map(([array, { valid, broken }, n]) => {
          const place = index ?? prefixItems.length + (n % (array.length - prefixItems.length));
          return { valid: array.with(place, valid), broken: array.with(place, broken) };
        }),
    );
    out.push(...inItems);
  }
  return out;
}
