import { describe, expect, test } from "vitest";
import type { Schema } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { createValidators } from "../../server/validation/operation-validator.ts";
import { maxFaults } from "../../server/validation/request-faults.ts";

const json = "application/json";

/** The errors of a request whose body has the schema. */
function faultsOf(schema: Schema, body: unknown, query: Record<string, unknown> = {}) {
  const document = readDocument({
    openapi: "3.1.0",
    info: { title: "Notes", version: "1.0.0" },
    paths: {
      "/notes": {
        post: {
          operationId: "writeNote",
          parameters: [{ in: "query", name: "a/b", schema: { type: "integer", maximum: 100 } }],
          requestBody: { required: true, content: { [json]: { schema } } },
          responses: {},
        },
      },
    },
  });
  const [operation] = document.operations;
  if (!operation) throw new Error("The document has no operation.");
  const validator = createValidators(document)(operation);
  const input = { path: {}, query, headers: {}, cookies: {}, body };
  expect(validator.validateRequest(input, json)).toBeDefined();
  return validator.requestFaults(input, json);
}

const note: Schema = {
  type: "object",
  required: ["text", "size"],
  additionalProperties: false,
  properties: {
    text: { type: "string", maxLength: 5, pattern: "^[a-z]*$" },
    size: { type: "integer", minimum: 1 },
    tags: { type: "array", items: { enum: ["a", "b"] } },
  },
};

describe("the errors of a request", () => {
  test("are all found, each with its place and the violated rule", () => {
    expect(faultsOf(note, { size: 0, tags: ["a", "c"], "x/y": 1 }, { "a/b": 101 })).toEqual([
      { in: "query", name: "a/b", rule: "maximum", message: "must be <= 100" },
      { in: "body", pointer: "/text", rule: "required", message: "is missing" },
      { in: "body", pointer: "/x~1y", rule: "additionalProperties", message: "is not a known property" },
      { in: "body", pointer: "/size", rule: "minimum", message: "must be >= 1" },
      {
        in: "body",
        pointer: "/tags/1",
        rule: "enum",
        message: 'must be equal to one of the allowed values: "a", "b"',
      },
    ]);
  });

  test("name the whole body by an empty pointer", () => {
    expect(faultsOf(note, [])).toEqual([
      { in: "body", pointer: "", rule: "type", message: "must be object" },
    ]);
    expect(faultsOf(note, undefined)).toMatchObject([{ in: "body", pointer: "", rule: "required" }]);
  });

  test("never repeat a value", () => {
    const secret = "SK-LIVE-1";
    const faults = faultsOf(note, { text: secret, size: secret, tags: [secret] });
    expect(faults).toHaveLength(4);
    expect(JSON.stringify(faults)).not.toContain(secret);
  });

  test(`are at most ${maxFaults}`, () => {
    const tags = Array.from({ length: 100 }, () => "c");
    expect(faultsOf(note, { text: "a", size: 1, tags })).toHaveLength(maxFaults);
  });

  test.each([
    ["500,000 items", { text: "a", size: 1, tags: Array.from({ length: 500_000 }, () => 0) }, "/tags/0"],
    [
      "100,000 properties",
      Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`p${at}`, 0])),
      "/",
    ],
    ["many nested lists", { text: "a", size: 1, tags: Array.from({ length: 900 }, () => [[0]]) }, "/tags/0"],
  ])("are reported only up to the first in %s", (_, body, place) => {
    const faults = faultsOf(note, body);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.pointer).toContain(place);
  });

  test("of a string that is far too long don't include its pattern, which could take forever", () => {
    expect(faultsOf(note, { text: "A".repeat(10), size: 1 }).map(({ rule }) => rule)).toEqual([
      "maxLength",
      "pattern",
    ]);
    expect(faultsOf(note, { text: "A".repeat(5000), size: 1 }).map(({ rule }) => rule)).toEqual([
      "maxLength",
    ]);
  });

  test("have the place before a name that is very long", () => {
    expect(faultsOf(note, { text: "a", size: 1, ["n".repeat(100_000)]: 1 })).toMatchObject([
      { pointer: "", rule: "additionalProperties" },
    ]);
  });
});
