import { expect, test } from "vitest";
import { readDocument } from "../../document/document.ts";
import { exampleRequest } from "../../samples/example-request.ts";
import { exampleRequestOf } from "../../testing/examples.ts";

const json = (content: object) => ({ required: true, content: { "application/json": content } });

const document = readDocument({
  openapi: "3.0.3",
  paths: {
    "/lamps/{room}": {
      put: {
        operationId: "setLamp",
        security: [{ key: [] }],
        parameters: [
          { name: "room", in: "path", required: true, schema: { type: "string", example: "wash room" } },
          { name: "at", in: "query", required: true, schema: { type: "integer", nullable: true } },
          { name: "fade", in: "query", schema: { type: "integer" } },
        ],
        requestBody: json({ schema: { type: "object", example: { on: true } } }),
        responses: {},
      },
    },
    "/fuses": { post: { operationId: "blowFuse", requestBody: json({ schema: {} }), responses: {} } },
  },
  components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
});

test("an example request has what is required, from examples also of 3.0's schemas", () => {
  expect(exampleRequestOf(document, "setLamp")).toEqual({
    method: "PUT",
    path: "/lamps/wash%20room?at=1",
    pathParams: { room: "wash room" },
    headers: { "X-Key": "any", "Content-Type": "application/json" },
    json: { on: true },
    body: '{"on":true}',
  });
});

test("where a required body has no example, there is no request", () => {
  const [, blowFuse] = document.operations;
  expect(blowFuse && exampleRequest(document, blowFuse)).toBeUndefined();
  expect(() => exampleRequestOf(document, "blowFuse")).toThrow("blowFuse");
  expect(() => exampleRequestOf(document, "mendFuse")).toThrow("mendFuse");
});
