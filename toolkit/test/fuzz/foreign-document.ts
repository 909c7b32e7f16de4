import type { RawDocument } from "../../server/document/document.ts";

const json = (schema: object) => ({ "application/json": { schema } });
const refused = { description: "Refused.", content: json({ $ref: "#/components/schemas/Error" }) };
const refusals = { "400": refused, "401": refused };
const shelf = { $ref: "#/components/schemas/Shelf" };
const shelfId = { name: "shelfId", in: "path", required: true, schema: { type: "integer", minimum: 1 } };
const newShelf = { required: true, content: json({ $ref: "#/components/schemas/NewShelf" }) };

/** The document of a server that knows nothing of the toolkit. */
export function foreignDocument(): RawDocument {
  return structuredClone({
    openapi: "3.1.0",
    info: { title: "Library", version: "1" },
    security: [{ token: [] }],
    paths: {
      "/shelves": {
        get: {
          operationId: "listShelves",
          parameters: [
            { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50, default: 20 } },
          ],
          responses: {
            "200": {
              description: "The caller's shelves.",
              content: json({
                type: "object",
                required: ["items"],
                properties: { items: { type: "array", items: shelf } },
              }),
            },
            ...refusals,
          },
        },
        post: {
          operationId: "addShelf",
          requestBody: newShelf,
          responses: { "201": { description: "Added.", content: json(shelf) }, ...refusals },
        },
      },
      "/shelves/{shelfId}": {
        parameters: [shelfId],
        get: {
          operationId: "getShelf",
          responses: { "200": { description: "It.", content: json(shelf) }, ...refusals, "404": refused },
        },
        put: {
          operationId: "replaceShelf",
          requestBody: newShelf,
          responses: {
            "200": { description: "New.", content: json(shelf) },
            ...refusals,
            "404": refused,
            "412": refused,
          },
        },
        delete: {
          operationId: "removeShelf",
          responses: { "204": { description: "Gone." }, ...refusals, "404": refused },
        },
      },
      "/shelves/{shelfId}/labels": {
        parameters: [shelfId],
        post: {
          operationId: "addLabel",
          requestBody: {
            required: true,
            content: {
              "application/x-www-form-urlencoded": {
                schema: {
                  type: "object",
                  required: ["text"],
                  properties: { text: { type: "string", minLength: 1 }, stars: { type: "integer" } },
                },
              },
            },
          },
          responses: { "204": { description: "Added." }, ...refusals, "404": refused },
        },
      },
      "/topics/{topic}": {
        parameters: [
          { name: "topic", in: "path", required: true, schema: { type: "string", maxLength: 200 } },
        ],
        get: {
          operationId: "getTopic",
          responses: {
            "200": { description: "It.", content: json({ type: "object", required: ["topic"] }) },
            ...refusals,
          },
        },
      },
    },
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: {
        Error: { type: "object", required: ["error"], properties: { error: { type: "string" } } },
        NewShelf: {
          type: "object",
          required: ["name"],
          additionalProperties: false,
          properties: {
            name: { type: "string", minLength: 1, maxLength: 40 },
            width: { type: "integer", minimum: 1, maximum: 500 },
          },
        },
        Shelf: {
          type: "object",
          required: ["id", "name"],
          additionalProperties: false,
          properties: { id: { type: "integer" }, name: { type: "string" }, width: { type: "integer" } },
        },
      },
    },
  });
}
