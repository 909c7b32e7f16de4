import { describe, expect, test } from "vitest";
import { InexactInteger, parseJson } from "../../client/parse-json.ts";
import { parseExactJson } from "../../server/request/exact-json.ts";

function faultOf(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch (error) {
    return error;
  }
}

describe("parseJson", () => {
  test.each([
    ["9007199254740993", ""],
    ["-9007199254740993", ""],
    ["9007199254740993.0", ""],
    // It would be written as 1152921504606847000.
    ["1152921504606846976", ""],
    ['{"a":[1,{"b/c":12345678901234567890}]}', "/a/1/b~1c"],
    ['{"a":"\\\\","b":9007199254740993}', "/b"],
    [`${"[".repeat(100_000)}9007199254740993${"]".repeat(100_000)}`, undefined],
  ])("throws for an integer that would be rounded: %.40s", (text, pointer) => {
    const fault = faultOf(text);
    expect(fault).toBeInstanceOf(InexactInteger);
    expect(fault).toMatchObject({ pointer });
  });

  test("needs no pointer, which clients would load for nothing", () => {
    expect(() => parseJson("[9007199254740993]")).toThrow("an integer that JavaScript would round");
  });

  test.each([
    "9007199254740991",
    "9007199254740992",
    "123456789012345680000",
    "1e22",
    "1.7976931348623157e+308",
    "0.12345678901234567890",
    '"9007199254740993"',
    '["\\", 9007199254740993, \\""]',
    '{"9007199254740993": 1}',
  ])("reads as JSON.parse does: %s", (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test.each(["9007199254740993,", '{"a":9007199254740993', "09007199254740993", ""])(
    "throws a SyntaxError for what isn't JSON: %s",
    (text) => {
      expect(faultOf(text)).toBeInstanceOf(SyntaxError);
    },
  );

  test("reads all numbers that JSON.stringify writes", () => {
    for (const base of [2 ** 53, 2 ** 60, 1e20, 1.2345678901234568e20, 2 ** 69]) {
      for (let n = 0; n < 200; n++) {
        const value = base * (1 + n / 173);
        expect(parseJson(JSON.stringify([value]))).toEqual([value]);
      }
    }
  });
});
