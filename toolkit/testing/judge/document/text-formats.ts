import { format as registry } from "@cfworker/json-schema";
import type { Schema } from "@counterpart/server/document";
import { patternTest, textFormats } from "@counterpart/server/schemas";
import { getOrMake, own } from "@counterpart/server/values";

// The validator's table of formats is how it is extended. Ours have a prefix, so that its own keep their meaning.

const prefix = "counterpart:";
const patternPrefix = `${prefix}pattern `;

/** A `pattern` as a format, since the validator's own test has no bound: a text could block the proxy for years. */
export function patternFormat(pattern: string): string {
  const name = patternPrefix + pattern;
  getOrMake(tests, name, () => {
    const { test } = patternTest(pattern);
    registry[name] = test;
    return test;
  });
  return name;
}

const tests = new Map<string, (text: string) => boolean>();

for (const [name, test] of Object.entries(textFormats)) registry[prefix + name] = test;

/** A format as a schema; undefined if nothing checks it, such as `password`. */
export function formatSchema(name: string): Schema | undefined {
  if (name === "int32") return { multipleOf: 1, minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };
  if (name === "int64") return { multipleOf: 1 };
  return own(textFormats, name) && { format: prefix + name };
}

/** What a format of ours requires, as the end of a sentence. */
export function formatWords(name: string): string {
  if (name.startsWith(patternPrefix)) return `must match pattern "${name.slice(patternPrefix.length)}"`;
  return `must match format "${name.slice(prefix.length)}"`;
}
