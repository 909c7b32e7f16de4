import { describe, expect, test } from "vitest";
import { createFindLine, createFindString } from "../../../server/document/source/files/find-line.ts";

const json = `
{ "a":
  { "b/c": [ 1,
      {"d": "x\\\\\\"}" , "e":null},
      [[ ], {} ] ],
    "é\\u0041": -1.5e3,
    "": "\\\\"
  },
  "last": {}
}
`;
const yaml = `# The harbour
a: &anchor
  b/c:
    - 1
    - { d: x,
        e: }
    -
      - []
  "éA": -1.5
other:
  <<: *anchor
  own: 1
  éA: 2
list:
  <<: [*anchor, { more: 1 }]
alias: *anchor
`;

describe("the line of a pointer", () => {
  test.each([
    ["#", 2],
    ["#/a", 2],
    ["#/a/b~1c", 3],
    ["#/a/b~1c/0", 3],
    ["#/a/b~1c/1/d", 4],
    ["#/a/b~1c/1/e", 4],
    ["#/a/b~1c/2/1", 5],
    ["#/a/éA", 6],
    ["#/a/", 7],
    ["#/last", 9],
    ["#/last/none", 9],
    ["#/a/b~1c/9", 3],
  ])("%s of JSON is %d", (pointer, line) => {
    expect(createFindLine({ text: json, isJson: true })(pointer)).toBe(line);
    // JSON is YAML too.
    expect(createFindLine({ text: json })(pointer)).toBe(line);
  });

  test.each([
    ["#", 2],
    ["#/a/b~1c/1/e", 6],
    ["#/a/b~1c/2/0", 8],
    ["#/a/éA", 9],
    ["#/other/own", 12],
    ["#/other/b~1c/1", 5],
    ["#/list/b~1c", 3],
    ["#/other/éA", 13],
    ["#/list/more", 15],
    ["#/alias/éA", 9],
  ])("%s of YAML is %d", (pointer, line) => {
    expect(createFindLine({ text: yaml })(pointer)).toBe(line);
  });
});

describe("the string at a pointer", () => {
  const at = (text: string, pointer: string, isJson?: true) => {
    const place = createFindString({ text, ...(isJson && { isJson }) })(pointer);
    return place && [text.slice(place.start, place.end), place.style];
  };

  test.each([
    ["a: b # c", "#/a", ["b", "plain"]],
    ["a: { b: 'c''d' }", "#/a/b", ["'c''d'", "single"]],
    ['- !!str "c\\"d"', "#/0", ['"c\\"d"', "double"]],
    ["a >: &b >- # | >\n  c\n  d\ne: 1", "#/a >", [">- # | >\n  c\n  d\n", "block"]],
    ["a: &b c\nd: *b", "#/d", ["c", "plain"]],
    ["a:\n  - b", "#/a", undefined],
    ["a: b", "#/c", undefined],
    ["a:\n  -\n  - b", "#/a/1", ["b", "plain"]],
  ])("%j, %s", (text, pointer, expected) => {
    expect(at(text, pointer)).toEqual(expected);
  });

  test("of JSON, whose lines may be indented by tabs", () => {
    expect(at('{\n\t"a": [\n\t\t"b\\"c"\n\t]\n}', "#/a/0", true)).toEqual(['"b\\"c"', "double"]);
    expect(at('{ "a": 1 }', "#/a", true)).toBeUndefined();
  });
});
