import { regularExpression } from "@counterpart/server/document";
import { patternTest } from "@counterpart/server/schemas";
import { getOrMake } from "@counterpart/server/values";
import fc, { type Arbitrary } from "fast-check";
import { choice, ifReachable, satisfying, simplest, Unreachable } from "./arbitraries.ts";
import { lengthText, patternTexts } from "./pattern-texts.ts";

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
 * Strings that match a pattern. Assertions such as `(?=…)` and `\b` are ignored first, and then filter what is
 * generated.
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
  const length = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, minLength + 20)) };
  const what = `the pattern ${pattern}${lengthText({ minLength, maxLength })}`;
  const exact = () => satisfying(patternTexts(expression, { minLength, maxLength }), fits, what);
  const guesses = () =>
    satisfying(
      choice(
        fc.constantFrom(...usualTexts),
        fc.string({ unit: fc.constantFrom(..."aA1-_.b2C"), ...length, size: "max" }),
      ),
      fits,
      what,
    );
  try {
    return exact();
  } catch (error) {
    const guess = error instanceof Unreachable ? ifReachable(guesses) : undefined;
    if (!guess) throw error;
    return guess;
  }
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

const known = new Map<string, string | undefined>();

/** A string that matches a pattern, the same on every call; undefined when none is found. */
export function matchingText(pattern: string, bounds: LengthBounds): string | undefined {
  const key = JSON.stringify([pattern, bounds]);
  if (!known.has(key)) known.set(key, simplest(() => matching(pattern, bounds)) as string | undefined);
  return known.get(key);
}
