import { isDeepStrictEqual } from "node:util";
import type { Schema } from "@counterpart/server/document";
import fc, { type Arbitrary } from "fast-check";
import { choice, ifReachable, Unreachable } from "./arbitraries.ts";
import { type Compiler, roomy } from "./compiler.ts";
import type { Flat } from "./flat.ts";

export interface ArrayKeywords {
  prefixItems?: Schema[];
  items?: Schema | false;
  contains?: Schema | false;
  minContains?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
}

/** How many more items than `minItems` a list may have; nested lists have fewer. */
const someMore = 5;
/** Lists are sometimes filled up to `maxItems` if it isn't larger than this. */
const maxFilled = 200;

export function arrays(
  compiler: Compiler,
  { keywords, furtherContains }: Flat,
  depth: number,
): Arbitrary<unknown[]> {
  const { prefixItems = [], items = {}, uniqueItems } = keywords as ArrayKeywords;
  const { minItems = 0, maxItems = Infinity } = keywords as ArrayKeywords;
  if (minItems > maxItems) throw new Unreachable("maxItems is less than minItems");
  const place = { depth: depth + 1 };
  const heads: Arbitrary<unknown>[] = [];
  const wanted = prefixItems.slice(0, maxItems);
  for (const schema of wanted) {
    // A list may end before an item that can't be made.
    const head =
      heads.length < minItems
        ? compiler.values(schema, place)
        : ifReachable(() => compiler.values(schema, place));
    if (!head) break;
    heads.push(head);
  }
  const isClosed = items === false || heads.length < wanted.length;
  const least = Math.max(0, minItems - heads.length);
  const most = maxItems - heads.length;
  const of = (schema: Schema) =>
    isClosed || most <= 0 ? undefined : ifReachable(() => compiler.values(schema, place));
  const one = of(items || {});
  const tails: { weight: number; arbitrary: Arbitrary<unknown[]> }[] = [];
  if (!one) {
    if (least > 0) throw new Unreachable("no item can be made");
    tails.push({ weight: 1, arbitrary: fc.constant([]) });
  } else {
    const list = uniqueItems ? different : any;
    const more = depth > roomy ? 0 : Math.ceil(someMore / Math.max(1, depth));
    tails.push({ weight: 6, arbitrary: list(one, least, Math.min(most, least + more)) });
    const full =
      !compiler.isEveryday && depth <= 1 && most <= maxFilled
        ? ifReachable(() => list(one, most, most))
        : undefined;
    if (full) tails.push({ weight: 1, arbitrary: full });
  }
  const matches = [keywords, ...furtherContains].flatMap((one) => {
    const { contains, minContains = 1 } = one as ArrayKeywords;
    const matching = contains && minContains > 0 ? of({ allOf: [items || {}, contains] }) : undefined;
    return matching ? [any(matching, minContains, minContains)] : [];
  });
  return fc
    .tuple(fc.tuple(...heads), fc.tuple(...matches), choice(...tails))
    .map(([first, lists, others]) => {
      const some = lists.flat();
      const isNew = (one: unknown) => !uniqueItems || !some.some((other) => isDeepStrictEqual(one, other));
      const more = others.filter(isNew).slice(0, Math.max(0, most - some.length));
      return [...first, ...some, ...more];
    });
}

function any(one: Arbitrary<unknown>, minLength: number, maxLength: number): Arbitrary<unknown[]> {
  return fc.array(one, { minLength, maxLength, size: "max" });
}

/**
 * Lists of unique items.
 * @param key the part that must be unique
 * @throws Unreachable if there are too few unique items, for which `uniqueArray` would search forever
 */
export function different<T>(
  one: Arbitrary<T>,
  minLength: number,
  maxLength: number,
  key: (value: T) => unknown = (value) => value,
): Arbitrary<T[]> {
  const seen: unknown[] = [];
  for (const value of fc.sample(one, { numRuns: 40 * minLength, seed: 1 }).map(key)) {
    if (seen.length >= minLength) break;
    if (!seen.some((other) => isDeepStrictEqual(other, value))) seen.push(value);
  }
  if (seen.length < minLength) throw new Unreachable(`there are fewer than ${minLength} unique items`);
  return fc.uniqueArray(one, {
    minLength,
    maxLength,
    selector: key,
    comparator: isDeepStrictEqual,
    size: "max",
  });
}
