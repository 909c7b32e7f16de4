import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { literal, memberKey, quotedKey } from "../../cli/generate/literal.ts";

/** The value of an expression in JavaScript, as JSON. */
const evaluated = (source: string): string => runInNewContext(`JSON.stringify(${source})`);

test.each([
  '{"__proto__":1}',
  '{"a":{"__proto__":{"b":[{"__proto__":null}]}}}',
  '{"a":"\\"__proto__\\":","\\"__proto__\\":":"__proto__","constructor":[]}',
])("as a literal, %s has the same members", (json) => {
  expect(evaluated(literal(JSON.parse(json)))).toBe(json);
});

test.each(["__proto__", "constructor", "a b", 'a"b', "name"])(
  "the key %s is a member of an object",
  (name) => {
    const expected = `{${JSON.stringify(name)}:1}`;
    expect([quotedKey, memberKey].map((key) => evaluated(`{ ${key(name)}: 1 }`))).toEqual([
      expected,
      expected,
    ]);
  },
);
