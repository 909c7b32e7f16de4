import type { RawDocument } from "../../server/document/document.ts";

/** Two versions of one API with the same operationIds. All else differs, from the paths to the errors. */
const paperId = { name: "paperId", in: "path", required: true, schema: { type: "string" }, example: "p1" };

function refusals(type: string, schema: object, example: object) {
  const refused = { description: "Refused.", content: { [type]: { schema, example } } };
  return { "400": refused, "401": refused, "404": refused, "405": refused, "413": refused, "429": refused };
}

const plainError = {
  type: "object",
  required: ["error", "code"],
  properties: { error: { type: "string" }, code: { type: "string" } },
};
const plain = refusals("application/json", plainError, { error: "No.", code: "NOT_FOUND" });

/** Version 1: OpenAPI 3.0, `/v1` is part of its paths, callers have a key. */
export const kioskV1: RawDocument = {
  openapi: "3.0.3",
  info: { title: "Kiosk", version: "1.4.0" },
  servers: [{ url: "http://127.0.0.1:3000" }],
  security: [{ key: [] }],
  "x-rate-limits": { global: { limit: 100, windowSeconds: 60 } },
  "x-unmatched": plain,
  paths: {
    "/v1/papers": {
      get: {
        operationId: "listPapers",
        responses: {
          "200": {
            description: "All.",
            content: {
              "application/json": {
                schema: { type: "array", items: { $ref: "#/components/schemas/Paper" } },
                example: [{ id: "p1", title: "The Tide", price: null }],
              },
            },
          },
          ...plain,
        },
      },
    },
    "/v1/papers/{paperId}": {
      get: {
        operationId: "getPaper",
        parameters: [paperId],
        responses: {
          "200": {
            description: "It.",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Paper" } } },
          },
          ...plain,
        },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
    schemas: {
      Paper: {
        type: "object",
        required: ["id", "title"],
        properties: {
          id: { type: "string", example: "p1" },
          title: { type: "string", example: "The Tide" },
          price: { type: "integer", nullable: true, example: 3 },
        },
      },
    },
  },
};

const problemSchema = {
  type: "object",
  required: ["title", "status"],
  properties: { title: { type: "string" }, status: { type: "integer" } },
};
const problems = refusals("application/problem+json", problemSchema, { title: "No.", status: 404 });

/** Version 2: OpenAPI 3.1, its base path is set in the server, callers have a token. */
export const kioskV2: RawDocument = {
  openapi: "3.1.0",
  info: { title: "Kiosk", version: "2.0.0" },
  servers: [{ url: "http://127.0.0.1:3000" }],
  security: [{ token: [] }],
  "x-rate-limits": { global: { limit: 100, windowSeconds: 60 } },
  "x-unmatched": problems,
  paths: {
    "/papers": {
      get: {
        operationId: "listPapers",
        responses: {
          "200": {
            description: "All.",
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["papers"],
                  properties: { papers: { type: "array", items: { $ref: "#/components/schemas/Paper" } } },
                },
                example: { papers: [{ id: "p1", name: "The Tide", price: null }] },
              },
            },
          },
          ...problems,
        },
      },
    },
    "/papers/{id}": {
      get: {
        operationId: "getPaper",
        parameters: [{ ...paperId, name: "id" }],
        responses: {
          "200": {
            description: "It.",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Paper" } } },
          },
          ...problems,
        },
      },
    },
  },
  components: {
    securitySchemes: { token: { type: "http", scheme: "bearer" } },
    schemas: {
      Paper: {
        type: "object",
        required: ["id", "name"],
        properties: {
          id: { type: "string", examples: ["p1"] },
          name: { type: "string", examples: ["The Tide"] },
          price: { type: ["integer", "null"], examples: [3] },
        },
      },
    },
  },
};
