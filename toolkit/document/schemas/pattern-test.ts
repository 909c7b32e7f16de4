import "./linear-patterns.js";
import { regularExpression } from "./regular-expression.ts";

/** Tells whether a text matches a pattern. */
export interface PatternTest {
  test(text: string): boolean;
  /** The pattern, by which ajv tells one test from another. */
  toString(): string;
}

const made = new Map<string, PatternTest>();

/**
 * What tests texts by a `pattern` of a schema. Everything matches a pattern that can't be checked.
 *
 * Where it means the same without the flag `u`, it is compiled without: V8 can then leave an expression that takes
 * exponential time, which a client could otherwise have a server calculate for minutes.
 */
export function patternTest(pattern: string): PatternTest {
  const known = made.get(pattern) ?? { test: testOf(pattern), toString: () => pattern };
  made.set(pattern, known);
  return known;
}

/** The same as ajv takes it, with how generated code would test. */
export const regExp = Object.assign(patternTest, { code: "new RegExp" });

/**
 * Surrogates and what lies behind them, properties of characters, back references, and `(?i:`, which compares by Unicode:
 * with these it matters whether a character of two units is one.
 */
const needsUnicode = /[\ud800-\uffff]|\\u(?:\{|[dD][89a-fA-F]|[eEfF])|\\[pPk1-9]|\(\?[a-z-]+:/;

/** Characters of two units. */
const pairs = /[\ud800-\udbff][\udc00-\udfff]/g;

function testOf(pattern: string): (text: string) => boolean {
  const expression = regularExpression(pattern);
  if (!expression) return () => true;
  if (!expression.unicode || needsUnicode.test(pattern)) return (text) => expression.test(text);
  const byUnits = new RegExp(pattern);
  // Each set of characters in such a pattern has all pairs and all surrogates, or none of them.
  return (text) => byUnits.test(text.replace(pairs, "\ud800"));
}
