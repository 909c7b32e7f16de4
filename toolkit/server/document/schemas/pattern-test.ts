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

/** A pattern's matcher, or why it has none; undefined for another dialect. */
type Found = Matcher | Unmatchable | undefined;

const tests = new Map<string, PatternTest & { found: Found }>();

/**
 * Creates a test for a `pattern` that runs in bounded time: a text that is too long for its pattern doesn't
 * match. A pattern that can't be checked matches everything.
 */
export function patternTest(pattern: string): PatternTest & { found: Found } {
  return getOrMake(tests, pattern, () => {
    const found = matcherOf(pattern);
    return { found, test: testBy(found), toString: () => pattern };
  });
}

/** The same in the form that ajv expects; `code` is for generated code. */
export const regExp = Object.assign(patternTest, { code: "new RegExp" });

/** Why a pattern that JavaScript can read isn't checked, as a sentence. */
export function whyUnmatchable(pattern: string): string | undefined {
  const { found } = patternTest(pattern);
  return found instanceof Unmatchable ? found.message : undefined;
}

function testBy(found: Found): (text: string) => boolean {
  if (found === undefined || found instanceof Unmatchable) return () => true;
  const maxLength = maxSteps / found.stepsPerCharacter;
  return (text) => text.length <= maxLength && found.matches(text);
}

function matcherOf(pattern: string): Found {
  const expression = regularExpression(pattern);
  if (!expression) return undefined;
  try {
    return createMatcher(pattern, expression.unicode ? "u" : "");
  } catch (error) {
    if (error instanceof Unmatchable) return error;
    throw error;
  }
}
