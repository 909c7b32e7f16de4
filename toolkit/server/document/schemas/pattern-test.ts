import { getOrMake } from "../get-or-make.ts";
import { createMatcher, type Matcher } from "./patterns/create-matcher.ts";
import { Unmatchable } from "./patterns/unmatchable.ts";
import { regularExpression } from "./regular-expression.ts";

/** Tests whether a text matches a pattern. */
interface PatternTest {
  test(text: string): boolean;
  /** The pattern, which ajv uses as a key. */
  toString(): string;
}

/** About a second for the worst combination of text and pattern. */
const maxSteps = 20_000_000;

const made = new Map<string, PatternTest>();

/**
 * Creates a test for a `pattern` that runs in bounded time: a text that is too long for its pattern doesn't
 * match. A pattern that can't be checked matches everything.
 */
export function patternTest(pattern: string): PatternTest {
  return getOrMake(made, pattern, () => ({ test: testOf(pattern), toString: () => pattern }));
}

/** The same in the form that ajv expects; `code` is its name in written validators. */
export const regExp = Object.assign(patternTest, { code: "pattern" });

/** Why a pattern that JavaScript can read isn't checked, as a sentence. */
export function whyUnmatchable(pattern: string): string | undefined {
  const matcher = matcherOf(pattern);
  return matcher instanceof Unmatchable ? matcher.message : undefined;
}

function testOf(pattern: string): (text: string) => boolean {
  const matcher = matcherOf(pattern);
  if (matcher === undefined || matcher instanceof Unmatchable) return () => true;
  const maxLength = maxSteps / matcher.stepsPerCharacter;
  return (text) => text.length <= maxLength && matcher.matches(text);
}

const matchers = new Map<string, Matcher | Unmatchable | undefined>();

function matcherOf(pattern: string): Matcher | Unmatchable | undefined {
  if (!matchers.has(pattern)) matchers.set(pattern, tryMatcher(pattern));
  return matchers.get(pattern);
}

function tryMatcher(pattern: string): Matcher | Unmatchable | undefined {
  const expression = regularExpression(pattern);
  if (!expression) return undefined;
  try {
    return createMatcher(pattern, expression.unicode ? "u" : "");
  } catch (error) {
    if (error instanceof Unmatchable) return error;
    throw error;
  }
}
