import type { RawDocument } from "../../server/document/document.ts";

const json = (schema: object, more: object = {}) => ({ "application/json": { schema, ...more } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const refused = (description: string) => ({ description, content: json(ref("Problem")) });
const common = {
  "401": refused("No key."),
  "429": refused("Too many requests."),
  "500": refused("Our fault."),
};
const bookId = {
  name: "bookId",
  in: "path",
  required: true,
  description: "The book's id.",
  schema: { type: "string", maxLength: 20 },
  example: "moby-dick",
};

/** The document of a library: every kind of argument, answer and `x-mcp` that tools have. */
export function libraryDocument(): RawDocument {
  return structuredClone({
    openapi: "3.2.0",
    info: { title: "Library", version: "2.1.0", summary: "Books and their readers." },
    security: [{ card: [] }],
    "x-rate-limits": {
      global: { limit: 100, windowSeconds: 60 },
      lending: { limit: 3, windowSeconds: 60 },
    },
    paths: {
      "/books": {
        get: {
          operationId: "listBooks",
          tags: ["Books"],
          summary: "List books",
          description: "Newest first.",
          parameters: [
            { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50 }, example: 2 },
            { name: "after", in: "query", schema: { type: "string" } },
            { name: "filter[shelf]", in: "query", schema: { type: "string" } },
            { name: "subjects", in: "query", schema: { type: "array", items: { type: "string" } } },
            { name: "X-Reader", in: "header", schema: { type: "string", maxLength: 20 } },
            { name: "X-Forwarded-For", in: "header", schema: { type: "string" } },
          ],
          responses: {
            "200": {
              description: "A page.",
              headers: { Link: { schema: { type: "string" } } },
              content: json({ type: "array", items: ref("Book") }),
            },
            "400": refused("Not as documented."),
            ...common,
          },
        },
        post: {
          operationId: "addBook",
          tags: ["Books"],
          summary: "Add a book.",
          parameters: [{ name: "Idempotency-Key", in: "header", required: true, schema: { type: "string" } }],
          requestBody: {
            required: true,
            content: json(ref("Book"), { example: { title: "Moby-Dick", shelf: "B2", pages: 635 } }),
          },
          responses: {
            "201": { description: "The book.", content: json(ref("Book")) },
            "400": refused("Not as documented."),
            "409": refused("There is such a book."),
            ...common,
          },
        },
      },
      "/books/{bookId}": {
        parameters: [bookId],
        get: {
          operationId: "readBook",
          tags: ["Books"],
          summary: "Read a book",
          responses: {
            "200": { description: "The book.", content: json(ref("Book")) },
            "400": refused("Not as documented."),
            "404": refused("No such book."),
            ...common,
          },
        },
        patch: {
          operationId: "moveBook",
          tags: ["Books"],
          summary: "Move a book",
          parameters: [{ name: "shelf", in: "query", schema: { type: "string" } }],
          requestBody: {
            required: true,
            content: json({
              type: "object",
              additionalProperties: false,
              required: ["shelf", "bookId"],
              properties: { shelf: { type: "string" }, bookId: { type: "string" } },
            }),
          },
          responses: { "200": { description: "The book.", content: json(ref("Book")) }, ...common },
        },
        delete: {
          operationId: "removeBook",
          tags: ["Books"],
          summary: "Remove a book",
          "x-mcp": { confirm: "Remove the book from the library?" },
          responses: { "204": { description: "It is gone." }, "404": refused("No such book."), ...common },
        },
      },
      "/books/{bookId}/cover": {
        parameters: [bookId],
        get: {
          operationId: "readCover",
          tags: ["Covers"],
          security: [],
          responses: {
            "200": {
              description: "The picture.",
              content: { "image/png": { schema: { type: "string", format: "binary" } } },
            },
            "500": refused("Our fault."),
          },
        },
        put: {
          operationId: "replaceCover",
          tags: ["Covers"],
          requestBody: {
            required: true,
            content: {
              "multipart/form-data": {
                schema: {
                  type: "object",
                  required: ["picture"],
                  properties: { picture: { type: "string", format: "binary" }, artist: { type: "string" } },
                },
              },
            },
          },
          responses: { "200": { description: "The size.", content: json({ type: "integer" }) }, ...common },
        },
      },
      "/archive": {
        get: {
          operationId: "readArchive",
          tags: ["Books"],
          responses: {
            "200": { description: "All books.", content: { "application/zip": {} } },
            ...common,
          },
        },
      },
      "/books/{bookId}/text": {
        parameters: [bookId],
        get: {
          operationId: "readText",
          tags: ["Books"],
          responses: {
            "200": { description: "Its text.", content: { "text/plain": { schema: { type: "string" } } } },
            ...common,
          },
        },
      },
      "/loans": {
        post: {
          operationId: "lendBook",
          tags: ["Loans"],
          "x-rate-limit-scope": "lending",
          "x-mcp": {
            name: "borrow",
            description: "Borrow a book for the reader of the card.",
            group: "Readers",
            fixed: { branch: "main" },
          },
          summary: "Lend a book",
          requestBody: {
            required: true,
            content: json({
              type: "object",
              additionalProperties: false,
              required: ["book", "branch"],
              properties: { book: { type: "string" }, branch: { type: "string" } },
            }),
          },
          responses: {
            "200": {
              description: "Where it was lent.",
              content: json({
                type: "object",
                required: ["branch"],
                properties: { branch: { type: "string" }, reader: { type: "string" } },
              }),
            },
            ...common,
          },
        },
      },
      "/loans/{reader}/notes": {
        post: {
          operationId: "noteLoan",
          parameters: [{ name: "reader", in: "path", required: true, schema: { type: "string" } }],
          "x-mcp": { fixed: { branch_id_: "main" } },
          requestBody: {
            content: json({
              type: "object",
              properties: { reader: { type: "string" }, "branch[id]": { type: "string" } },
            }),
          },
          responses: { "200": { description: "The note.", content: json({ type: "object" }) }, ...common },
        },
      },
      "/arrivals": {
        get: {
          operationId: "followArrivals",
          responses: {
            "200": {
              description: "Books as they arrive.",
              content: { "application/jsonl": { itemSchema: ref("Book") } },
            },
            ...common,
          },
        },
      },
      "/accounts": {
        get: {
          operationId: "listAccounts",
          "x-mcp": { omit: true },
          responses: { "200": { description: "Accounts.", content: json({ type: "array" }) }, ...common },
        },
      },
    },
    components: {
      securitySchemes: { card: { type: "http", scheme: "bearer" } },
      schemas: {
        Book: {
          type: "object",
          additionalProperties: false,
          required: ["id", "title"],
          properties: {
            id: { type: "string", readOnly: true },
            title: { type: "string", maxLength: 100, description: "As on the cover." },
            shelf: { type: "string", pattern: "^[A-Z]\\d$" },
            pages: { type: "integer", minimum: 1 },
            sequel: ref("Book"),
            secret: { type: "string", writeOnly: true },
          },
        },
        Problem: {
          type: "object",
          required: ["error", "code"],
          properties: {
            error: { type: "string" },
            code: { type: "string" },
            details: {
              type: "array",
              items: {
                type: "object",
                properties: {
                  in: { type: "string" },
                  pointer: { type: "string" },
                  name: { type: "string" },
                  rule: { type: "string" },
                  message: { type: "string" },
                },
              },
            },
          },
        },
      },
    },
  });
}
