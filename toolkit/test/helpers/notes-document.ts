import type { RawDocument } from "../../server/document/document.ts";

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });

const houseHeaders = Object.fromEntries(
  [
    "X-API-Version",
    "X-Request-Id",
    "RateLimit-Limit",
    "RateLimit-Remaining",
    "RateLimit-Reset",
    "RateLimit",
  ].map((name) => [name, header(name)]),
);

function answer(description: string, schema?: object, more: Record<string, object> = {}): object {
  const content = schema && { content: { "application/json": { schema } } };
  return { description, headers: { ...houseHeaders, ...more }, ...content };
}

const refused = (description: string, more?: Record<string, object>) =>
  answer(description, { $ref: "#/components/schemas/Error" }, more);

const common = {
  "401": refused("No token."),
  "403": refused("Not with this token."),
  "429": refused("Too many.", { "Retry-After": header("Retry-After") }),
  "500": refused("Our fault."),
};

const byServer = (schema: object) => ({ required: true, "x-set-by": "server", schema });
const count = byServer({ type: "integer", minimum: 0 });
const noteId = { name: "note-id", in: "path", required: true, schema: { type: "integer" } };
const note = { $ref: "#/components/schemas/Note" };

/**
 * A document of another domain, with features that the shop's doesn't use: numbers in paths and queries, headers and
 * cookies as parameters, a header that the handler sets, several media types, answers without a body.
 */
export function notesDocument(): RawDocument {
  return structuredClone({
    openapi: "3.1.0",
    info: { title: "Notes", version: "1.0.0" },
    security: [{ token: [] }],
    "x-rate-limits": {
      global: { limit: 5, windowSeconds: 60 },
      writing: { limit: 3, windowSeconds: 10 },
    },
    "x-unmatched": {
      "204": answer("The methods.", undefined, { Allow: header("Allow") }),
      "404": refused("No such path."),
      "405": refused("No such method.", { Allow: header("Allow") }),
      ...common,
    },
    paths: {
      "/notes": {
        get: {
          operationId: "listNotes",
          "x-unknown-query": "refuse",
          parameters: [
            { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50 } },
            { name: "tag", in: "query", schema: { type: "array", items: { type: "string" } } },
            { name: "X-Reader", in: "header", schema: { type: "string", maxLength: 20 } },
            { name: "colour", in: "cookie", schema: { type: "string", enum: ["light", "dark"] } },
          ],
          responses: {
            "200": answer("The notes.", { type: "array", items: note }),
            "400": refused("Not as documented."),
            ...common,
          },
        },
        post: {
          operationId: "writeNote",
          "x-unknown-query": "refuse",
          "x-rate-limit-scope": "writing",
          requestBody: { required: true, content: { "application/json": { schema: note } } },
          responses: {
            "201": answer("The note.", note, {
              Location: { required: true, schema: { type: "string" } },
              "X-Colour": { schema: { type: "string" } },
              "X-Sizes": { schema: { type: "array", items: { type: "integer" } } },
              "X-Shelf": {
                content: {
                  "application/json": {
                    schema: { type: "object", required: ["row"], properties: { row: { type: "integer" } } },
                  },
                },
              },
            }),
            "400": refused("Not as documented."),
            "404": refused("No such shelf."),
            "409": refused("There is such a note."),
            "413": refused("Too large."),
            "415": refused("No JSON."),
            ...common,
          },
        },
      },
      "/notes/{note-id}": {
        parameters: [noteId],
        get: {
          operationId: "readNote",
          deprecated: true,
          "x-deprecated-since": "2026-01-01T00:00:00Z",
          "x-sunset": "2026-06-01T00:00:00Z",
          responses: {
            "200": answer("The note.", note),
            "400": refused("No number."),
            "404": refused("No such note."),
            ...common,
          },
        },
        delete: {
          operationId: "burnNote",
          "x-rate-limit-scope": "writing",
          responses: { "204": answer("It is gone."), "404": refused("No such note."), ...common },
        },
      },
      "/notes/first": {
        get: {
          operationId: "readFirst",
          deprecated: true,
          responses: { "200": answer("It.", note), ...common },
        },
      },
      "/notes/{note-id}:copy": {
        parameters: [noteId],
        post: { operationId: "copyNote", responses: { "200": answer("Its copy.", note), ...common } },
      },
      "/notes/{note-id}/{page}.txt": {
        get: {
          operationId: "readPage",
          parameters: [noteId, { name: "page", in: "path", required: true, schema: { type: "string" } }],
          responses: {
            "200": {
              description: "Its text.",
              headers: houseHeaders,
              content: { "text/plain": { schema: { type: "string" } } },
            },
            ...common,
          },
        },
      },
      "/picture": {
        get: {
          operationId: "readPicture",
          security: [],
          responses: {
            "200": {
              description: "It, or words about it.",
              headers: houseHeaders,
              content: {
                "image/svg+xml": { schema: { type: "string" } },
                "application/json": { schema: note },
              },
            },
            "429": common["429"],
            "5XX": refused("Our fault."),
          },
        },
      },
    },
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      headers: {
        "X-API-Version": byServer({ type: "string", const: "n7" }),
        "X-Request-Id": byServer({ type: "string", minLength: 1 }),
        "RateLimit-Limit": count,
        "RateLimit-Remaining": count,
        "RateLimit-Reset": count,
        RateLimit: byServer({ type: "string", pattern: "^limit=\\d+, remaining=\\d+, reset=\\d+$" }),
        "Retry-After": count,
        Allow: byServer({ type: "string", minLength: 1 }),
      },
      schemas: {
        Note: {
          type: "object",
          additionalProperties: false,
          required: ["text"],
          properties: {
            text: { type: "string", maxLength: 1000 },
            stars: { type: "integer", minimum: 0, maximum: 5 },
            writtenAt: { type: ["string", "null"], format: "date-time" },
          },
        },
        Error: {
          type: "object",
          required: ["error", "code"],
          properties: { error: { type: "string", minLength: 1 }, code: { type: "string" } },
        },
      },
    },
  });
}
