import { getOrMake } from "@counterpart/server/document/get-or-make";
import { patternTest } from "@counterpart/server/document/schemas/pattern-test";
import { regularExpression } from "@counterpart/server/document/schemas/regular-expression";
import fc, { type Arbitrary } from "fast-check";
import { simplest } from "../simplest.ts";
import { choice, satisfying, Unreachable } from "./arbitraries.ts";

export interface LengthBounds {
  minLength?: number;
  maxLength?: number;
}

/** Cached, because documents repeat patterns and fast-check takes milliseconds to prepare one. */
const made = new Map<string, Arbitrary<string> | Unreachable>();

/** Strings that match a pattern. Throws Unreachable when none is found. */
export function matching(pattern: string, bounds: LengthBounds = {}): Arbitrary<string> {
  const key = JSON.stringify([
    bounds.minLength,
    bounds.maxLength === Infinity ? "" : bounds.maxLength,
    pattern,
  ]);
  const known = getOrMake(made, key, () => tryMatching(pattern, bounds));
  if (known instanceof Unreachable) throw known;
  return known;
}

function tryMatching(pattern: string, bounds: LengthBounds): Arbitrary<string> | Unreachable {
  try {
    return makeMatching(pattern, bounds);
  } catch (error) {
    if (error instanceof Unreachable) return error;
    throw error;
  }
}

/**
 * Strings that match a pattern. fast-check doesn't support assertions such as `(?=…)` and `\b`, so it
 * generates strings without them, which are then filtered by the whole pattern.
 * @throws Unreachable if none is found
 */
function makeMatching(
  pattern: string,
  { minLength = 0, maxLength = Infinity }: LengthBounds,
): Arbitrary<string> {
  const expression = regularExpression(pattern);
  if (!expression) throw new Unreachable(`${pattern} isn't a JavaScript pattern`);
  const { test } = patternTest(pattern);
  const fits = (text: string) => test(text) && [...text].length >= minLength && [...text].length <= maxLength;
  const bound = maxLength < 0x7fffffff ? { maxLength } : {};
  const exact = stringMatching(expression, bound);
  if (exact) return satisfying(exact, fits, `${pattern} of ${minLength} to ${maxLength} characters`);
  const withoutThem = withoutAssertions(expression);
  const bare = withoutThem && stringMatching(withoutThem, bound);
  const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, minLength + 20)) };
  const guesses = choice(
    fc.constantFrom(...usualTexts),
    fc.string({ unit: fc.constantFrom(..."aA1-_.b2C"), ...length, size: "max" }),
    ...(bare ? [{ weight: 3, arbitrary: bare }] : []),
  );
  return satisfying(guesses, fits, pattern);
}

/** Texts that common patterns match. */
const usualTexts = [
  "a",
  "A",
  "1",
  "abc",
  "ABC",
  "123",
  "Aa1!Aa1!Aa1!",
  "2025-01-31",
  "a@example.com",
  "#a1b2c3",
];

function stringMatching(expression: RegExp, bound: { maxLength?: number }): Arbitrary<string> | undefined {
  try {
    const arbitrary = fc.stringMatching(expression, bound);
    fc.sample(arbitrary, { numRuns: 1, seed: 1 });
    return arbitrary;
  } catch {
    return undefined;
  }
}

/** The expression without lookarounds and word boundaries. */
function withoutAssertions({ source }: RegExp): RegExp | undefined {
  const tokens = source.match(/\\.|\[(?:\\.|[^\]\\])*\]|\(\?<?[=!]|\(|\)|[^\\[()]/gs) ?? [];
  const open: boolean[] = [];
  const kept = tokens.filter((token) => {
    if (token.startsWith("(")) open.push(/^\(\?<?[=!]/.test(token));
    const isWithin = open.includes(true) || token === "\\b" || token === "\\B";
    if (token === ")") open.pop();
    return !isWithin;
  });
  return regularExpression(kept.join(""));
}

const known = new Map<string, string | undefined>();

/** A string that matches a pattern, the same on every call; undefined when none is found. */
export function matchingText(pattern: string, bounds: LengthBounds): string | undefined {
  const key = JSON.stringify([pattern, bounds]);
  if (!known.has(key)) known.set(key, simplest(() => matching(pattern, bounds)) as string | undefined);
  return known.get(key);
}
