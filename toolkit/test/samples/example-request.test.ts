import { expect, test } from "vitest";
import type { Schema } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { exampleRequest } from "../../testing/samples/example-request.ts";
import { exampleRequestOf } from "../../testing/service/examples.ts";

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
          {
            name: "at",
            in: "query",
            required: true,
            schema: { type: "integer", nullable: true, example: 1 },
          },
          { name: "fade", in: "query", schema: { type: "integer" } },
          { name: "Authorization", in: "header", required: true, schema: { type: "string" } },
        ],
        requestBody: json({ schema: { type: "object", example: { on: true } } }),
        responses: {},
      },
    },
    "/fuses": {
      post: { operationId: "blowFuse", requestBody: json({ schema: { not: {} } }), responses: {} },
    },
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

test("where no value fits a required body, there is no request", () => {
  const [, blowFuse] = document.operations;
  expect(blowFuse && exampleRequest(document, blowFuse)).toBeUndefined();
  expect(() => exampleRequestOf(document, "blowFuse")).toThrow("blowFuse");
  expect(() => exampleRequestOf(document, "mendFuse")).toThrow("mendFuse");
});

function requestTo({ parameters = [], content = {}, components = {} }: Record<string, object>) {
  const requestBody = { required: true, content };
  const made = readDocument({
    openapi: "3.1.0",
    paths: {
      "/fuses/{row}": {
        post: {
          operationId: "makeFuse",
          parameters: [
            { name: "row", in: "path", required: true, schema: { type: "string" } },
            ...(parameters as []),
          ],
          ...(Object.keys(content).length > 0 && { requestBody }),
          responses: {},
        },
      },
    },
    components,
  });
  return exampleRequestOf(made, "makeFuse");
}

const parameter = (schema: Schema, more: object = {}) => ({
  name: "p",
  in: "query",
  required: true,
  schema,
  ...more,
});
const sentValue = (path: string) => decodeURIComponent(path.split("?p=")[1] ?? "");

test.each<[string, Schema, RegExp]>([
  ["pattern", { type: "string", pattern: "^[A-Z]{2}[0-9]{4}$" }, /^[A-Z]{2}[0-9]{4}$/],
  ["a pattern with a lookahead", { type: "string", pattern: "^(?!0)[0-9]{3}$" }, /^[1-9][0-9]{2}$/],
  ["nothing, where a pattern is of another dialect", { type: "string", pattern: "(?i)^a$" }, /^.+$/],
  ["minLength", { type: "string", minLength: 12 }, /^.{12,}$/],
  ["maxLength", { type: "string", maxLength: 2 }, /^.{1,2}$/],
  ["format", { type: "string", format: "uuid" }, /^[0-9a-f]{8}-[0-9a-f]{4}-/],
  ["const", { const: "amps" }, /^amps$/],
  ["enum", { enum: ["amps", "volts"] }, /^amps$/],
  ["bounds", { type: "integer", minimum: 16, multipleOf: 8 }, /^(16|24|32|40|48|[0-9]{2,})$/],
  ["allOf", { allOf: [{ type: "string" }, { minLength: 3 }, { maxLength: 3 }] }, /^.{3}$/],
])("a parameter without an example is made by %s", (_, schema, expected) => {
  expect(sentValue(requestTo({ parameters: [parameter(schema)] }).path)).toMatch(expected);
});

test("an example that doesn't fit its schema is replaced", () => {
  const schema = { type: "string", pattern: "^[a-z]+$", examples: ["A 1", "volts"] };
  expect(sentValue(requestTo({ parameters: [parameter(schema, { example: "AMPS" })] }).path)).toBe("volts");
  const amps = { type: "object", required: ["amps"], properties: { amps: { type: "integer", minimum: 6 } } };
  const { json: body } = requestTo({
    content: { "application/json": { schema: amps, example: { amps: "6 A" } } },
  });
  expect((body as { amps: number }).amps).toBeGreaterThanOrEqual(6);
});

test("parameters are sent in the document's style", () => {
  const list = { type: "array", items: { type: "string" }, example: ["a", "b"] };
  const separated = parameter(list, { style: "pipeDelimited", explode: false });
  expect(requestTo({ parameters: [separated] }).path).toMatch(/\?p=a%7Cb$/);
});

test("a body has no readOnly properties, also where its example has them", () => {
  const components = {
    schemas: {
      Fuse: {
        allOf: [
          { type: "object", properties: { id: { type: "string", readOnly: true } } },
          { type: "object", required: ["id", "amps"], properties: { amps: { type: "integer" } } },
        ],
        example: { id: "f1", amps: 16 },
      },
    },
  };
  const schema = { oneOf: [{ $ref: "#/components/schemas/Fuse" }, { type: "string" }] };
  const content = { "application/json": { schema, example: { id: "f1", amps: 10 } } };
  expect(requestTo({ content, components }).json).toEqual({ amps: 10 });
});

test("a body that isn't JSON is sent in its media type", () => {
  const schema = {
    type: "object",
    required: ["amps"],
    properties: { amps: { type: "integer", example: 6 } },
  };
  const form = requestTo({ content: { "application/x-www-form-urlencoded": { schema } } });
  expect(form.headers["Content-Type"]).toBe("application/x-www-form-urlencoded");
  expect(form.body).toMatch(/^amps=-?\d+/);
  expect(form).not.toHaveProperty("json");
  const text = requestTo({ content: { "text/csv": { schema: { type: "string", example: "a,b" } } } });
  expect(text).toMatchObject({ headers: { "Content-Type": "text/csv" }, body: "a,b" });
});
