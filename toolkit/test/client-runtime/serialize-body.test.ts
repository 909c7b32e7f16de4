import { expect, test } from "vitest";
import { serializeBody } from "../../client-runtime/serialize-body.ts";

const form = "multipart/form-data";
const file = new File(["png"], "saw.png", { type: "image/png" });

test("a form has a part for each value, and objects as JSON", () => {
  const value = { photo: file, tags: ["a", "b"], place: { shelf: 3 }, stars: 5, none: undefined };
  const sent = serializeBody(form, value) as FormData;
  expect([...sent]).toEqual([
    ["photo", file],
    ["tags", "a"],
    ["tags", "b"],
    ["place", '{"shelf":3}'],
    ["stars", "5"],
  ]);
});

test("a URL-encoded form is the same as text", () => {
  const value = { a: "x y", tags: [1, 2], place: { shelf: 3 }, none: undefined };
  const sent = serializeBody("application/x-www-form-urlencoded", value);
  expect(String(sent)).toBe("a=x+y&tags=1&tags=2&place=%7B%22shelf%22%3A3%7D");
});

test.each([
  ["text", "text/plain", "text"],
  ["a file", "image/png", file],
  ["a form that is one already", form, new FormData()],
  ["an object of another media type", "application/yaml", { a: 1 }],
  ["nothing", form, undefined],
  ["null", form, null],
])("%s is sent as given", (_, mediaType, value) => {
  expect(serializeBody(mediaType, value)).toBe(value);
});
