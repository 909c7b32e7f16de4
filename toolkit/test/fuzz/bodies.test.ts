import fc from "fast-check";
import { expect, test } from "vitest";
import type { Schema } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { closeSchema } from "../../server/document/schemas/closed-schema.ts";
import { formReader } from "../../server/request/read-form.ts";
import { multipartForm, urlencodedForm } from "../../server/request/sent-form.ts";
import { compileSchema, faultText } from "../../server/validation/schemas/compile-schema.ts";
import { invalidRequests, unreadableBodies } from "../../testing/fuzz/checks/requests.ts";
import { compileBody } from "../../testing/fuzz/compiled-parts.ts";
import { compileOperation } from "../../testing/fuzz/operation.ts";
import type { Violation } from "../../testing/fuzz/report/violation.ts";
import { ifReachable, Unreachable } from "../../testing/samples/values/arbitraries.ts";

const form = "application/x-www-form-urlencoded";

const document = readDocument({
  openapi: "3.1.0",
  info: { title: "Darkroom", version: "1" },
  paths: {
    "/prints": {
      post: {
        operationId: "orderPrint",
        requestBody: { content: { "application/json": { schema: { type: "object" } } } },
        responses: {},
      },
    },
  },
});

test.each<[string, Schema, string[]]>([
  ["text/plain", { type: "string", maxLength: 8 }, ["type", "maxLength"]],
  ["application/json", { type: "boolean" }, ["type"]],
  ["image/jpeg", { type: "string", format: "byte", maxLength: 8 }, []],
  ["application/octet-stream", { type: "string", format: "binary", maxLength: 8 }, []],
])("a body of %s as %j is broken where a server checks it", (mediaType, schema, keywords) => {
  const { negatives } = compileBody(document, mediaType, { schema }, {});
  expect(negatives.map(({ keyword }) => keyword)).toEqual(keywords);
});

test("a body is sent that is only a byte-order mark", async () => {
  const [operation] = document.operations;
  if (!operation) throw new Error("The document has no operation.");
  const checks = unreadableBodies(compileOperation(document, operation, {}));
  const mark = checks.find(({ name }) => name === "orderPrint: body is only a byte-order mark");
  const sent: unknown[] = [];
  const session = {
    sendParts: async (
      _: unknown,
      __: unknown,
      { change }: { change: (request: object) => { body: Buffer } },
    ) => {
      sent.push(change({ headers: [] }).body);
      return { status: 400 };
    },
  };
  await mark?.run(fc.sample(mark.arbitrary, 1)[0], session as never);
  expect(sent).toEqual([Buffer.from([0xef, 0xbb, 0xbf])]);
});

test.each([
  [2 ** 20 + 1, undefined],
  [2 ** 10, "invalid request accepted"],
])(
  "413 is an acceptable answer to an invalid request only from a size on: %i bytes",
  async (length, oracle) => {
    const [operation] = document.operations;
    if (!operation) throw new Error("The document has no operation.");
    const [type] = invalidRequests(compileOperation(document, operation, {}));
    const session = {
      exchanges: [{ request: { body: Buffer.alloc(length) } }],
      sendParts: async () => ({ status: 413 }),
    };
    const finding = await type
      ?.run({ parameters: {} }, session as never)
      .catch((error: Violation) => error.oracle);
    expect(finding).toBe(oracle);
  },
);

test("parts of an object in a form are read by the alternative that fits the object", () => {
  const number = {
    type: "object",
    required: ["month"],
    properties: { month: { type: "integer", maximum: 12 } },
  };
  const schema = {
    type: "object",
    properties: { card: { anyOf: [number, { type: "string", maxLength: 3 }] } },
  };
  const { values, negatives } = compileBody(document, form, { schema }, {});
  const objects = fc.sample(values(), { numRuns: 100, seed: 1 }).filter((one) => {
    return typeof (one as { card?: unknown }).card === "object";
  });
  expect(objects.length).toBeGreaterThan(0);
  const anyOf = negatives.find(({ keyword }) => keyword === "anyOf")?.arbitrary();
  for (const { broken } of fc.sample(anyOf ?? fc.constant({ valid: 0, broken: {} }), {
    numRuns: 50,
    seed: 1,
  })) {
    const { card } = broken as { card: { month?: unknown } };
    // JSON can't have such a list either.
    const sent = Array.isArray(card.month) ? "" : String(card.month);
    expect(/^-?\d+$/.test(sent) && Number(sent) <= 12, JSON.stringify(broken)).toBe(false);
  }
});

test.each([
  ["without a media type", {}],
  ["that can't be generated", { "application/xml": { schema: { type: "array" } } }],
])("an optional body %s is never sent, and a check that needs one isn't tried forever", (_, content) => {
  const [operation] = readDocument({
    openapi: "3.1.0",
    paths: { "/prints": { post: { requestBody: { content }, responses: {} } } },
  }).operations;
  if (!operation) throw new Error("The document has no operation.");
  const compiled = compileOperation(document, operation, {});
  expect(fc.sample(compiled.valid, 5)).toEqual(Array(5).fill({ parameters: {} }));
  for (const { arbitrary } of unreadableBodies(compiled)) {
    expect(() => fc.sample(arbitrary, 1)).toThrow(Unreachable);
  }
});

test("a form field that is a number or null isn't broken by an empty string, which is null", () => {
  const schema = { type: "object", properties: { n: { anyOf: [{ type: "integer" }, { type: "null" }] } } };
  const { negatives } = compileBody(document, form, { schema }, {});
  const anyOf = negatives.find(({ keyword }) => keyword === "anyOf")?.arbitrary();
  const broken = anyOf ? fc.sample(anyOf, { numRuns: 100, seed: 1 }).map((pair) => pair.broken) : [];
  expect(broken.length).toBe(100);
  expect(broken).not.toContainEqual({ n: "" });
});

test("form fields are sent in the encodings of the document, and broken in them", () => {
  const text = { type: "string", minLength: 1, pattern: "^[a-z]+$" };
  const properties = {
    labels: { type: "object", properties: { a: text }, required: ["a"] },
    ids: { type: "array", items: { type: "integer" }, minItems: 2 },
    words: { type: "array", items: text, minItems: 1 },
    meta: { type: "object", properties: { no: { type: "integer" } }, required: ["no"] },
    plain: { type: "object", properties: { no: { type: "integer" } }, required: ["no"] },
  };
  const schema = { type: "object", required: Object.keys(properties), properties };
  const encoding = {
    labels: { style: "deepObject" },
    ids: { explode: false },
    words: { style: "pipeDelimited" },
    meta: { contentType: "application/json" },
  };
  for (const mediaType of [form, "multipart/form-data"]) {
    const media = { schema, encoding };
    const read = formReader(document, media);
    const { values, negatives, encode } = compileBody(document, mediaType, media, {});
    const readBack = (value: unknown): unknown => {
      const { bytes, contentType } = encode(value) ?? { bytes: Buffer.alloc(0), contentType: "" };
      const sent =
        mediaType === form
          ? urlencodedForm(bytes.toString())
          : multipartForm(Buffer.from(bytes), contentType);
      const { value: body, faults } = read(sent);
      expect(faults).toEqual([]);
      return body;
    };
    const validate = compileSchema(closeSchema(document, schema, "request"));
    for (const value of fc.sample(values(), { numRuns: 50, seed: 1 }))
      expect(faultText(validate(readBack(value))), JSON.stringify(value)).toBe("");
    for (const { arbitrary, at, keyword } of negatives) {
      const pairs = ifReachable(() => fc.sample(arbitrary(), { numRuns: 20, seed: 1 })) ?? [];
      for (const { broken } of pairs) {
        expect(faultText(validate(readBack(broken))), `${at} ${keyword} ${JSON.stringify(broken)}`).not.toBe(
          "",
        );
      }
    }
  }
});

test("each item of a list of files is a file, of the documented media type", () => {
  const bytes = { type: "string", format: "binary", minLength: 1 };
  const schema = {
    type: "object",
    required: ["pages"],
    properties: { pages: { type: "array", items: bytes, minItems: 2, maxItems: 2 } },
  };
  const media = { schema, encoding: { pages: { contentType: "image/*" } } };
  const { values, encode } = compileBody(document, "multipart/form-data", media, {});
  const { bytes: sent, contentType } = encode(fc.sample(values(), { numRuns: 1, seed: 1 })[0]) ?? {};
  const { value, faults } = formReader(
    document,
    media,
  )(multipartForm(Buffer.from(sent ?? ""), contentType ?? ""));
  expect(faults).toEqual([]);
  expect(value).toEqual({ pages: [expect.any(File), expect.any(File)] });
  // A file with an object in it would be valid.
  expect(encode({ pages: [{ a: 1 }, "x"] })).toBeUndefined();
});
