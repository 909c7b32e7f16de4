import { readDocument } from "../../server/document/read-document.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ "application/json": { schema } });
const answers = (description: string, schema?: object, headers?: object) => ({
  description,
  ...(schema && { content: json(schema) }),
  ...(headers && { headers }),
});
const query = (name: string, schema: object) => ({ name, in: "query", schema });
const refused = { "400": answers("Invalid.", ref("Problem")), "404": answers("Not found.", ref("Problem")) };
const etag = { ETag: { schema: { type: "string" } } };

const bookId = { name: "bookId", in: "path", required: true, schema: { type: "string" } };

/** The document that the judge's tests share. */
export const library = readDocument({
  openapi: "3.2.0",
  info: { title: "Library", version: "1" },
  security: [{ token: [] }],
  paths: {
    "/books": {
      get: {
        operationId: "listBooks",
        parameters: [
          query("limit", { type: "integer", minimum: 1, maximum: 50, default: 20 }),
          query("page", { type: "integer", minimum: 1 }),
          query("offset", { type: "integer", minimum: 0 }),
          query("cursor", { type: "string" }),
          query("state", { type: "string", enum: ["in", "lent", "lost"] }),
          query("isRare", { type: "boolean" }),
          query("shelfId", { type: "string" }),
          query("title", { type: "string" }),
          query("year", { type: "integer" }),
        ],
        responses: {
          "200": answers("Books.", {
            type: "object",
            required: ["items"],
            properties: { items: { type: "array", items: ref("Book") }, next: { type: "string" } },
          }),
          "400": refused["400"],
        },
      },
      post: {
        operationId: "addBook",
        requestBody: { required: true, content: json(ref("NewBook")) },
        responses: {
          "200": answers("It was there.", ref("Book")),
          "201": answers("Added.", ref("Book"), { Location: { required: true, schema: { type: "string" } } }),
          "202": answers("Will be added."),
          ...refused,
        },
      },
    },
    "/books/{bookId}": {
      parameters: [bookId],
      get: {
        operationId: "getBook",
        parameters: [query("fields", { type: "string" })],
        responses: { "200": answers("The book.", ref("Book"), etag), ...refused },
      },
      put: {
        operationId: "putBook",
        parameters: [{ name: "If-Match", in: "header", schema: { type: "string" } }],
        requestBody: { required: true, content: json(ref("NewBook")) },
        responses: {
          "200": answers("Stored.", ref("Book"), etag),
          "201": answers("Added.", ref("Book")),
          "202": answers("Will be stored."),
          "204": answers("Stored."),
          ...refused,
        },
      },
      patch: {
        operationId: "changeBook",
        requestBody: {
          content: {
            ...json(ref("BookChange")),
            "application/merge-patch+json": { schema: ref("BookChange") },
          },
        },
        responses: { "200": answers("Changed.", ref("Book")), ...refused },
      },
      delete: {
        operationId: "removeBook",
        responses: {
          "200": answers("Removed.", ref("Book")),
          "202": answers("Will be removed."),
          "204": answers("Removed."),
          ...refused,
        },
      },
    },
    "/books/{bookId}/cover": {
      parameters: [bookId],
      put: {
        operationId: "putCover",
        requestBody: {
          required: true,
          content: {
            "multipart/form-data": {
              schema: {
                type: "object",
                required: ["image"],
                properties: {
                  image: { type: "string", format: "binary" },
                  alt: { type: "string", maxLength: 5 },
                },
              },
            },
          },
        },
        responses: { "204": answers("Stored.") },
      },
    },
    "/hours": {
      get: {
        operationId: "getHours",
        security: [],
        parameters: [query("day", { type: "string", enum: ["mon", "tue"] })],
        "x-unknown-query": "refuse",
        responses: {
          "200": {
            ...answers(
              "When it is open.",
              { type: "object", properties: { open: { type: "string" } } },
              {
                "X-Version": { required: true, schema: { type: "integer" } },
                Vary: { schema: { type: "array", items: { type: "string" } } },
              },
            ),
          },
          "503": answers("Closed."),
        },
      },
    },
    "/loans": {
      get: {
        operationId: "watchLoans",
        security: [],
        responses: {
          "200": {
            description: "Loans as they happen.",
            content: {
              "text/event-stream": {
                itemSchema: {
                  type: "object",
                  required: ["data"],
                  properties: { data: { type: "string", maxLength: 1 } },
                },
              },
              "application/jsonl": { itemSchema: ref("Book") },
            },
          },
          "404": answers("None."),
        },
      },
    },
    "/notes": {
      get: {
        operationId: "getNotes",
        security: [],
        responses: {
          "200": {
            description: "Notes.",
            content: { "text/plain": { schema: { type: "string", maxLength: 9 } } },
          },
          "304": answers("The caller has them."),
        },
      },
      delete: { operationId: "clearNotes", security: [], responses: { "204": answers("Cleared.") } },
    },
  },
  components: {
    securitySchemes: { token: { type: "http", scheme: "bearer" } },
    schemas: {
      NewBook: {
        type: "object",
        additionalProperties: false,
        required: ["title"],
        properties: {
          title: { type: "string", minLength: 1 },
          state: { type: "string", enum: ["in", "lent", "lost"] },
          isbn: { type: "string" },
          pages: { type: "integer" },
          price: { type: "number" },
          due: { type: "string", format: "date-time" },
          tags: { type: "array", items: { type: "string" } },
          shelf: { type: "object", properties: { id: { type: "string" }, row: { type: "integer" } } },
          secret: { type: "string", writeOnly: true },
          updatedAt: { type: "string" },
        },
      },
      BookChange: {
        allOf: [{ type: "object", properties: { title: { type: "string" }, pages: { type: "integer" } } }],
      },
      Book: {
        type: "object",
        required: ["id", "title"],
        properties: {
          id: { type: "string" },
          title: { type: "string", minLength: 1 },
          state: { type: "string", enum: ["in", "lent", "lost"] },
          isRare: { type: "boolean" },
          shelfId: { type: "string" },
          year: { type: "integer" },
          isbn: { type: "string" },
          pages: { type: "integer" },
          price: { type: "number", multipleOf: 0.01 },
          due: { type: "string", format: "date-time" },
          tags: { type: "array", items: { type: "string" } },
          shelf: { type: "object", properties: { id: { type: "string" }, row: { type: "integer" } } },
          updatedAt: { type: "string" },
          archivedAt: { type: ["string", "null"] },
        },
      },
      Problem: {
        type: "object",
        required: ["error"],
        properties: { error: { type: "string" } },
      },
    },
  },
});
