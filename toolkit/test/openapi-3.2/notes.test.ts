import { describe, expect, test } from "vitest";
import type { RawDocument } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { startApp } from "../helpers/small-app.ts";

const document = (operation: object, components: object = {}): RawDocument => ({
  openapi: "3.2.0",
  info: { title: "Harbour", version: "1" },
  paths: {
    "/cranes": {
      post: { operationId: "lift", responses: { "204": { description: "Lifted." } }, ...operation },
    },
  },
  components: components as never,
});

describe("unsupported features are reported", () => {
  const jsonl = { "application/jsonl": { itemSchema: { type: "object" } } };
  const at = "#/paths/~1cranes/post";
  test.each([
    [
      "querystring in other media types",
      { parameters: [{ name: "q", in: "querystring", content: { "application/xml": {} } }] },
      `${at}/parameters/0`,
      "`in: querystring` is read as application/json or application/x-www-form-urlencoded only",
    ],
    [
      "querystring as JSON beside other query parameters",
      {
        parameters: [
          { name: "q", in: "querystring", content: { "application/json": {} } },
          { name: "tons", in: "query", schema: { type: "integer" } },
        ],
      },
      `${at}/parameters/0`,
      "The query can't be the JSON of q and contain tons too",
    ],
    [
      "itemEncoding",
      { requestBody: { content: { "multipart/mixed": { itemEncoding: { contentType: "image/png" } } } } },
      `${at}/requestBody/content/multipart~1mixed/itemEncoding`,
      "`itemEncoding` isn't applied",
    ],
    [
      "prefixEncoding",
      { requestBody: { content: { "multipart/mixed": { prefixEncoding: [{}] } } } },
      `${at}/requestBody/content/multipart~1mixed/prefixEncoding`,
      "`prefixEncoding` isn't applied",
    ],
    [
      "items of a request that also has a schema for the whole body",
      { requestBody: { content: { "application/jsonl": { itemSchema: {}, schema: { type: "string" } } } } },
      `${at}/requestBody/content/application~1jsonl/itemSchema`,
      "The items of this body aren't checked",
    ],
    [
      "items of a callback's request",
      { callbacks: { onLift: { "{$url}": { post: { requestBody: { content: jsonl }, responses: {} } } } } },
      `${at}/callbacks/onLift/{$url}/post/requestBody/content/application~1jsonl/itemSchema`,
      "The items of this body aren't checked",
    ],
    [
      "items of other media types",
      { responses: { "200": { description: "All.", content: { "multipart/mixed": { itemSchema: {} } } } } },
      `${at}/responses/200/content/multipart~1mixed/itemSchema`,
      "Streams of multipart/mixed aren't",
    ],
    [
      "an example in serialised form only",
      {
        requestBody: {
          content: { "application/json": { examples: { one: { serializedValue: "{}" } } } },
        },
      },
      `${at}/requestBody/content/application~1json/examples/one/serializedValue`,
      "Only the serialised form",
    ],
    [
      "nodeType",
      { requestBody: { content: { "application/xml": { schema: { xml: { nodeType: "text" } } } } } },
      `${at}/requestBody/content/application~1xml/schema/xml/nodeType`,
      "XML isn't checked",
    ],
  ])("%s", (_, operation, pointer, message) => {
    expect(readDocument(document(operation)).notes).toMatchObject([
      { pointer, message: expect.stringContaining(message) },
    ]);
  });
});

test("a discriminator's default neither refuses nor requires anything", async () => {
  const kinds = { type: "object", properties: { kind: { type: "string" } } };
  const raw = document(
    {
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              oneOf: [{ $ref: "#/components/schemas/Crane" }, { $ref: "#/components/schemas/Other" }],
              discriminator: { propertyName: "kind", defaultMapping: "Other", mapping: { crane: "Crane" } },
            },
          },
        },
      },
    },
    { schemas: { Crane: { ...kinds, required: ["tons"] }, Other: { ...kinds, required: ["name"] } } },
  );
  const app = await startApp({ raw, handlers: { lift: async () => ({ status: 204 }) } });
  const statusOf = async (body: object) => {
    const headers = { "Content-Type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    return (await fetch(`${app.url}/cranes`, init)).status;
  };
  const statuses = [
    await statusOf({ kind: "crane", tons: 1 }),
    await statusOf({ kind: "bollard", name: "B" }),
    await statusOf({ name: "B" }),
    await statusOf({ kind: "crane", name: "B" }),
    await statusOf({ kind: "crane" }),
  ];
  await app.close();
  expect(statuses).toEqual([204, 204, 204, 204, 400]);
});
