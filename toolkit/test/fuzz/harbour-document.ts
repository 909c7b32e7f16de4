import type { RawDocument } from "../../server/document/document.ts";

const refused = (description: string) => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
});

const answers = (
  schema: object = { type: "object", required: ["ok"], properties: { ok: { type: "boolean" } } },
) => ({
  "200": { description: "Done.", content: { "application/json": { schema } } },
  "400": refused("Not as documented."),
  "401": refused("No credential."),
  "404": refused("No such thing."),
  "413": refused("Too large."),
  "415": refused("Of another media type."),
});

const query = (name: string, schema: object, more: object = {}) => ({
  name,
  in: "query",
  schema,
  ...more,
});
const tags = {
  type: "array",
  items: { type: "string", enum: ["red", "green", "blue"] },
  minItems: 1,
  maxItems: 3,
};
const position = {
  type: "object",
  required: ["x"],
  additionalProperties: false,
  properties: { x: { type: "integer", minimum: 0 }, y: { type: "integer", maximum: 0 } },
};

/**
 * A document of another domain in OpenAPI 3.0 with features that the shop's doesn't use: parameters in all places and most
 * styles, forms, files, text, alternatives with a discriminating property, and all kinds of security schemes.
 */
export function harbourDocument(): RawDocument {
  return structuredClone({
    openapi: "3.0.3",
    info: { title: "Harbour", version: "1.0.0" },
    security: [{ harbourKey: [] }],
    paths: {
      "/berths": {
        get: {
          operationId: "listBerths",
          parameters: [
            query("limit", { type: "integer", minimum: 1, maximum: 50 }, { required: true }),
            query("covered", { type: "boolean" }),
            query("depth", { type: "number", minimum: 0, exclusiveMinimum: true }),
            query("since", { type: "string", format: "date" }),
            query("name", { type: "string", minLength: 2, maxLength: 20 }),
            query("tags", tags),
            query("csv", tags, { explode: false }),
            query("spaced", tags, { style: "spaceDelimited", explode: false }),
            query("piped", tags, { style: "pipeDelimited", explode: false }),
            query("near", position, { style: "deepObject" }),
            { name: "X-Boat", in: "header", schema: { type: "string", pattern: "^[A-Z]{2}-\\d+$" } },
            { name: "X-Tags", in: "header", schema: tags },
            { name: "X-Crew", in: "header", schema: { type: "integer", minimum: 1 } },
            { name: "colour", in: "cookie", schema: { type: "string", enum: ["light", "dark"] } },
          ],
          responses: answers({ type: "array", items: { $ref: "#/components/schemas/Berth" } }),
        },
        post: {
          operationId: "addBerth",
          requestBody: {
            required: true,
            content: { "application/json": { schema: { $ref: "#/components/schemas/Berth" } } },
          },
          responses: answers({ $ref: "#/components/schemas/Berth" }),
        },
      },
      "/berths/{berthId}": {
        parameters: [
          { name: "berthId", in: "path", required: true, schema: { type: "integer", minimum: 1 } },
        ],
        get: {
          operationId: "readBerth",
          security: [{ token: [] }, { harbourKey: [] }],
          responses: answers(),
        },
        put: {
          operationId: "moorVessel",
          security: [{ token: [], harbourKey: [] }],
          requestBody: {
            content: { "application/json": { schema: { $ref: "#/components/schemas/Vessel" } } },
          },
          responses: answers(),
        },
        delete: { operationId: "closeBerth", security: [{ basic: [] }], responses: answers() },
      },
      "/berths/first": { get: { operationId: "readFirst", security: [{}], responses: answers() } },
      "/piers/{pier}/{at}": {
        get: {
          operationId: "listPier",
          parameters: [
            {
              name: "pier",
              in: "path",
              required: true,
              style: "label",
              schema: { type: "string", minLength: 1 },
            },
            { name: "at", in: "path", required: true, style: "matrix", explode: true, schema: tags },
            query("where", position),
          ],
          responses: answers(),
        },
      },
      "/log/{day}.txt": {
        get: {
          operationId: "readLog",
          security: [{ session: [] }],
          parameters: [
            { name: "day", in: "path", required: true, schema: { type: "string", format: "date" } },
          ],
          responses: {
            ...answers(),
            "200": { description: "Lines.", content: { "text/plain": { schema: { type: "string" } } } },
          },
        },
      },
      "/notes": {
        post: {
          operationId: "leaveNote",
          security: [{ place: [] }],
          requestBody: {
            required: true,
            content: {
              "application/x-www-form-urlencoded": {
                schema: {
                  type: "object",
                  required: ["text", "stars"],
                  additionalProperties: false,
                  properties: {
                    text: { type: "string", minLength: 1, maxLength: 30 },
                    stars: { type: "integer", minimum: 1, maximum: 5 },
                    urgent: { type: "boolean" },
                    tags,
                  },
                },
              },
            },
          },
          responses: answers(),
        },
        put: {
          operationId: "replaceNotes",
          requestBody: {
            required: true,
            content: { "text/plain": { schema: { type: "string", maxLength: 100 } } },
          },
          responses: answers(),
        },
        patch: {
          operationId: "attachPhoto",
          requestBody: {
            required: true,
            content: {
              "multipart/form-data": {
                schema: {
                  type: "object",
                  required: ["caption", "photo"],
                  properties: {
                    caption: { type: "string", minLength: 3, maxLength: 30 },
                    photo: { type: "string", format: "binary" },
                  },
                },
              },
            },
          },
          responses: answers(),
        },
      },
    },
    components: {
      securitySchemes: {
        harbourKey: { type: "apiKey", in: "header", name: "X-Harbour-Key" },
        place: { type: "apiKey", in: "query", name: "key" },
        session: { type: "apiKey", in: "cookie", name: "session" },
        token: { type: "http", scheme: "bearer" },
        basic: { type: "http", scheme: "basic" },
      },
      schemas: {
        Error: {
          type: "object",
          required: ["error", "code"],
          properties: { error: { type: "string" }, code: { type: "string" } },
        },
        Berth: {
          type: "object",
          required: ["id", "name"],
          additionalProperties: false,
          properties: {
            id: { type: "integer", readOnly: true },
            name: { type: "string", minLength: 1, maxLength: 40 },
            length: { type: "number", minimum: 0, exclusiveMinimum: true, maximum: 200, multipleOf: 0.5 },
            owner: { type: "string", nullable: true },
            contact: { type: "string", format: "email" },
            freeFrom: { type: "string", format: "date-time" },
            tags: { type: "array", items: { type: "string", maxLength: 5 }, uniqueItems: true, maxItems: 3 },
            position: { ...position, minProperties: 1 },
            fees: { type: "object", additionalProperties: { type: "integer", minimum: 0 }, maxProperties: 3 },
          },
        },
        Vessel: {
          oneOf: [{ $ref: "#/components/schemas/Sail" }, { $ref: "#/components/schemas/Motor" }],
          discriminator: { propertyName: "kind", mapping: { sail: "#/components/schemas/Sail" } },
        },
        Sail: {
          type: "object",
          required: ["kind", "masts"],
          properties: { kind: { type: "string" }, masts: { type: "integer", minimum: 1, maximum: 5 } },
        },
        Motor: {
          allOf: [
            { type: "object", required: ["kind"], properties: { kind: { type: "string" } } },
            { type: "object", required: ["power"], properties: { power: { type: "integer", minimum: 1 } } },
          ],
        },
      },
    },
  });
}
