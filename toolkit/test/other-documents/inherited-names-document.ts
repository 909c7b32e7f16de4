import type { RawDocument } from "../../server/document/document.ts";

/** Every plain object inherits these. */
export const inheritedNames = [
  "constructor",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "isPrototypeOf",
  "propertyIsEnumerable",
  "toLocaleString",
  "__proto__",
  "__defineGetter__",
];

const text = { type: "string" };
const byName = <T>(value: (name: string) => T): Record<string, T> =>
  Object.fromEntries(inheritedNames.map((name) => [name, value(name)]));
const parameters = (place: string, more: (name: string) => object = () => ({ schema: text })) =>
  inheritedNames.map((name) => ({ name, in: place, ...more(name) }));
const json = (schema: object, more: object = {}) => ({ "application/json": { schema, ...more } });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const refused = { description: "Refused.", content: json({ type: "object" }) };
const ok = (schema: object) => ({ "200": { description: "It.", content: json(schema) }, "400": refused });

/** A document with an inherited name wherever a document can choose names. */
export const inheritedNamesDocument: RawDocument = {
  openapi: "3.1.0",
  info: { title: "Grand prix", version: "1.0.0" },
  "x-rate-limits": byName(() => ({ limit: 100, windowSeconds: 60 })),
  paths: {
    ...Object.fromEntries(
      inheritedNames.map((name) => [
        `/${name}/{${name}}`,
        {
          post: {
            operationId: name,
            "x-rate-limit-scope": name,
            security: [{ [name]: [] }],
            parameters: [
              { name, in: "path", required: true, schema: { type: "integer" } },
              { name, in: "query", schema: { type: "integer" } },
              { name, in: "header", schema: { type: "integer" } },
              { name, in: "cookie", schema: { type: "integer" } },
            ],
            requestBody: { required: true, content: json(ref(name)) },
            responses: {
              "200": {
                description: "It.",
                headers: { [name]: { schema: text } },
                content: json(ref(name), { examples: { [name]: { value: { [name]: 1 } } } }),
              },
              "400": refused,
              "401": refused,
            },
          },
        },
      ]),
    ),
    "/none": {
      get: {
        operationId: "none",
        parameters: [...parameters("query"), ...parameters("header"), ...parameters("cookie")],
        responses: ok({ type: "object" }),
      },
    },
    "/filter": {
      get: {
        operationId: "filter",
        parameters: [
          {
            name: "where",
            in: "query",
            style: "deepObject",
            schema: { type: "object", properties: byName(() => ({ type: "integer" })) },
          },
        ],
        responses: ok({ type: "object" }),
      },
    },
    "/map": {
      post: {
        operationId: "map",
        requestBody: {
          required: true,
          content: json({ type: "object", additionalProperties: { type: "integer" } }),
        },
        responses: ok({ type: "object", additionalProperties: { type: "integer" } }),
      },
    },
    "/optional": {
      post: {
        operationId: "optional",
        requestBody: { required: true, content: json(ref("Optional")) },
        responses: ok(ref("Optional")),
      },
    },
    "/defaults": {
      post: {
        operationId: "defaults",
        requestBody: {
          required: true,
          content: json({ type: "object", properties: byName(() => ({ type: "integer", default: 3 })) }),
        },
        responses: ok({ type: "object" }),
      },
    },
    "/dependent": {
      post: {
        operationId: "dependent",
        requestBody: {
          required: true,
          content: json({
            type: "object",
            properties: byName(() => ({})),
            dependentRequired: byName(() => ["with"]),
          }),
        },
        responses: ok({ type: "object" }),
      },
    },
    "/form": {
      post: {
        operationId: "form",
        requestBody: {
          required: true,
          content: {
            "application/x-www-form-urlencoded": {
              schema: { type: "object", properties: byName(() => ({ type: "integer" })) },
            },
          },
        },
        responses: ok({ type: "object" }),
      },
    },
  },
  components: {
    schemas: {
      ...byName((name) => ({
        type: "object",
        required: [name],
        additionalProperties: false,
        properties: { [name]: { type: "integer" } },
      })),
      Optional: { type: "object", unevaluatedProperties: false, properties: byName(() => text) },
    },
    securitySchemes: byName((name) => ({ type: "apiKey", in: "query", name: `key-${name}` })),
  },
};
