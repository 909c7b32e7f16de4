import type { RawDocument } from "../../server/document/document.ts";

const boat = { $ref: "#/components/schemas/Boat" };
const json = (schema: object) => ({ "application/json": { schema } });
const problem = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };
const refused = { description: "Refused.", content: problem };
const refusals = { "400": refused, "404": refused, "413": refused, "415": refused, "500": refused };
const boatId = { name: "boatId", in: "path", required: true, schema: { type: "integer" } };

/** An API whose errors have their own shape, so that a framework's can't be taken for them. */
export function boatsDocument(): RawDocument {
  return {
    openapi: "3.2.0",
    info: { title: "Boats", version: "1" },
    paths: {
      "/boats": {
        get: {
          operationId: "listBoats",
          parameters: [
            { name: "limit", in: "query", schema: { type: "integer", minimum: 1, default: 20 } },
            {
              name: "tags",
              in: "query",
              explode: false,
              schema: { type: "array", items: { type: "string" } },
            },
          ],
          responses: {
            "200": {
              description: "Boats.",
              headers: { "X-Count": { schema: { type: "integer" } } },
              content: json({ type: "array", items: boat }),
            },
            ...refusals,
          },
        },
        post: {
          operationId: "addBoat",
          requestBody: { required: true, content: json(boat) },
          responses: { "201": { description: "Added.", content: json(boat) }, ...refusals },
        },
      },
      "/boats/{boatId}": {
        parameters: [boatId],
        get: {
          operationId: "getBoat",
          responses: { "200": { description: "A boat.", content: json(boat) }, ...refusals },
        },
        delete: { operationId: "deleteBoat", responses: { "204": { description: "Gone." }, ...refusals } },
      },
      "/boats/{boatId}/photo": {
        parameters: [boatId],
        get: {
          operationId: "getPhoto",
          responses: { "200": { description: "A photo.", content: { "image/png": {} } }, ...refusals },
        },
        put: {
          operationId: "putPhoto",
          requestBody: {
            required: true,
            content: {
              "multipart/form-data": {
                schema: {
                  type: "object",
                  required: ["photo", "width"],
                  properties: {
                    photo: { type: "string", format: "binary" },
                    width: { type: "integer", minimum: 1 },
                    caption: { type: "string", maxLength: 20 },
                  },
                },
              },
            },
          },
          responses: {
            "200": {
              description: "Stored.",
              content: json({
                type: "object",
                required: ["bytes", "width"],
                properties: { bytes: { type: "integer" }, width: { type: "integer" } },
              }),
            },
            ...refusals,
          },
        },
      },
      "/positions": {
        get: {
          operationId: "watchPositions",
          responses: {
            "200": {
              description: "Positions.",
              content: {
                "application/jsonl": {
                  itemSchema: { type: "object", required: ["x"], properties: { x: { type: "integer" } } },
                },
              },
            },
            ...refusals,
          },
        },
      },
      "/orders": {
        post: {
          operationId: "order",
          requestBody: {
            content: {
              "application/x-www-form-urlencoded": {
                schema: {
                  type: "object",
                  required: ["count"],
                  properties: { count: { type: "integer" }, note: { type: "string" } },
                },
              },
            },
          },
          responses: {
            "200": {
              description: "Ordered.",
              content: json({ type: "object", properties: { count: { type: "integer" } } }),
            },
            ...refusals,
          },
        },
      },
    },
    components: {
      schemas: {
        Boat: {
          type: "object",
          required: ["name"],
          additionalProperties: false,
          properties: { name: { type: "string", minLength: 1 }, length: { type: "number" } },
        },
        Problem: {
          type: "object",
          required: ["title", "status"],
          properties: { title: { type: "string" }, status: { type: "integer" } },
          additionalProperties: false,
        },
      },
    },
  };
}
