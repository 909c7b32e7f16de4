import { expect, test } from "vitest";
import { cookiePairs } from "../../../client/styles/cookie-pairs.ts";

test.each<[string, unknown, object, string]>([
  ["form encodes", "a b;c", {}, "p=a%20b%3Bc"],
  ["form repeats the items of a list", ["a", "b,c"], {}, "p=a; p=b%2Cc"],
  ["form writes an object's members", { a: 1, b: "x y" }, {}, "a=1; b=x%20y"],
  ["form without explode separates by commas", ["a", "b,c"], { explode: false }, "p=a,b%2Cc"],
  ["cookie doesn't encode", "a%20b c!", { style: "cookie" }, "p=a%20b c!"],
  [
    "JSON has no character that ends a cookie or gets decoded",
    { a: "%3B;é" },
    { json: true },
    'p={"a":"\\u00253B\\u003b\\u00e9"}',
  ],
  ["an empty list is omitted", [], {}, ""],
  ["null is omitted, also as JSON", null, { json: true }, ""],
])("%s", (_, value, style, text) => {
  expect(cookiePairs("p", value, style).join("; ")).toBe(text);
});

test.each(["a;b", "a\nb", " a", "é"])("the style cookie can't send %j", (value) => {
  expect(() => cookiePairs("p", value, { style: "cookie" })).toThrow(/cookie parameter "p"/);
});
