import { expect, test } from "vitest";
import { isMediaType } from "../../../server/document/media-types.ts";
import { readDocument } from "../../../server/document/read-document.ts";
import { inheritedNames } from "../../other-documents/inherited-names-document.ts";

const entry = { schema: { type: "object" } };
const contentOf = (names: string[]) => Object.fromEntries(names.map((name) => [name, entry]));

function read(names: string[]) {
  return readDocument({
    openapi: "3.1.0",
    info: { title: "Ink", version: "1" },
    paths: {
      "/ink": {
        post: {
          operationId: "mixInk",
          requestBody: { $ref: "#/components/requestBodies/Ink" },
          responses: { "200": { description: "Ink.", content: contentOf(names) } },
        },
      },
    },
    components: { requestBodies: { Ink: { content: contentOf(names) } } },
  });
}

const others = ["json", "*", "", "/", "text/", "/json", "a/b/c", "text/ csv", "text/csv, application/json"];

test.each([...inheritedNames, ...others])("%j is reported, and ignored beside media types", (name) => {
  const { notes, operations } = read(["application/json", name]);
  const [operation] = operations;
  expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(["application/json"]);
  expect(Object.keys(operation?.responses["200"]?.content ?? {})).toEqual(["application/json"]);
  const reported = notes.filter(({ message }) => message.includes("isn't a media type"));
  expect(reported.map(({ severity, message }) => `${severity} ${message.split(",")[0]}`)).toEqual(
    Array(2).fill(expect.stringContaining(`warning ${JSON.stringify(name).split(",")[0]}`)),
  );
});

test("a body with no media type at all is ignored, also behind a reference", () => {
  const { notes, operations } = read(["json", "toString"]);
  expect(operations[0]?.requestBody).toBeUndefined();
  expect(notes.map(({ message }) => message)).toContainEqual(
    expect.stringContaining("This request body has no media type"),
  );
});

test.each(["*/*", "image/*", "application/*+json", 'text/plain; charset="a, b"', "Application/JSON ;v=1"])(
  "%s is a media type or a range",
  (name) => {
    expect(isMediaType(name)).toBe(true);
    expect(read([name]).notes.filter(({ message }) => message.includes("media type"))).toEqual([]);
  },
);
