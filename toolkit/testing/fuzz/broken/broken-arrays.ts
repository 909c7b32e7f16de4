import type { Schema } from "@counterpart/server/document/document";
import fc, { type Arbitrary } from "fast-check";
import type { Compiler } from "../../samples/values/compiler.ts";
import type { Flat } from "../../samples/values/flat.ts";
import { different } from "../../samples/values/make-arrays.ts";
import { type Broken, brokenAlone, type Candidate, type FindCandidates, narrowed } from "./candidate.ts";

/** The limit on the length of sent lists. */
const maxSentItems = 2000;

export function arrayCandidates(
  compiler: Compiler,
  schema: Schema,
  { keywords, types }: Flat,
  at: string,
  depth: number,
  candidates: FindCandidates,
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
  if (maxItems !== undefined && maxItems <= maxSentItems) {
    const longer = () =>
      fc.tuple(some(), fc.array(item(), { minLength: 1, maxLength: 8 })).map(([valid, more]) => {
        const broken = [...valid];
        for (let n = 0; broken.length <= maxItems; n++) broken.push(more[n % more.length]);
        return { valid, broken };
      });
    const longerUnique = () =>
      different(item(), maxItems + 1, maxItems + 1).map((broken) => ({
        valid: broken.slice(0, maxItems),
        broken,
      }));
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
    out.push(
      from("contains", () => fc.record({ valid: some(), broken: without() }, { noNullPrototype: true })),
    );
  }
  const within = [
    ...prefixItems.map((one, index) => ({ one, index, name: String(index) })),
    ...(items ? [{ one: items, index: undefined, name: "*" }] : []),
  ];
  for (const { one, index, name } of within) {
    const part = `${at}/${name}`;
    for (const found of candidates(compiler, one, part, depth + 1)) {
      const inner = found.at === part ? brokenAlone(compiler, one, found) : found;
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
