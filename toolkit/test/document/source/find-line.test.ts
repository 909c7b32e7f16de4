import { describe, expect, test } from "vitest";
import { createFindLine } from "../../../server/document/source/files/find-line.ts";

const json = `
{ "a":
  { "b/c": [ 1,
      {"d": "x\\\\\\"}" , "e":null},
      [[ ], {} ] ],
    "é\\u0041": -1.5e3,
    "": true
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
