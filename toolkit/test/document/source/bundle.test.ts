import path from "node:path";
import { describe, expect, test } from "vitest";
import { readSpec } from "../../../server/document/source/read-spec.ts";
import { writtenFiles } from "../../helpers/written-files.ts";

/** Reads a document of OpenAPI 3.1 whose only path answers with the schema. */
function read(schema: object, files: Record<string, string | object> = {}, rest: object = {}) {
  const root = {
    openapi: "3.1.0",
    info: { title: "Harbour", version: "1" },
    paths: { "/berths": { get: { operationId: "listBerths", responses: { 200: answer(schema) } } } },
    ...rest,
  };
  return readSpec(path.join(writtenFiles({ ...files, "openapi.json": root }), "openapi.json"));
}

const answer = (schema: object) => ({ description: "OK", content: { "application/json": { schema } } });

type Read = ReturnType<typeof read>;
const schemaOf = ({ raw }: Read) =>
  raw.paths["/berths"].get.responses["200"].content["application/json"].schema;
const schemasOf = ({ raw }: Read) => raw.components?.schemas;
const errorsOf = ({ notes }: Read) => notes.filter(({ severity }) => severity === "error");

describe("references", () => {
  test("to a file become a component with the file's name", () => {
    const spec = read({ $ref: "schemas/Berth.yaml" }, { "schemas/Berth.yaml": "type: string" });
    expect(schemaOf(spec)).toEqual({ $ref: "#/components/schemas/Berth" });
    expect(schemasOf(spec)).toEqual({ Berth: { type: "string" } });
  });

  test.each([
    ["a list in `items`", { items: [{ $ref: "Berth.yaml" }] }],
    ["`dependencies`", { dependencies: { a: { $ref: "Berth.yaml" } } }],
  ])("of older drafts are followed: in %s", (_, schema) => {
    const spec = read(schema, { "Berth.yaml": "type: string" });
    expect(JSON.stringify(schemaOf(spec))).toContain('{"$ref":"#/components/schemas/Berth"}');
    expect(schemasOf(spec)).toEqual({ Berth: { type: "string" } });
  });

  test("to a part of a file become a component with the part's name", () => {
    const spec = read(
      { $ref: "all.yaml#/defs/Berth~1s" },
      { "all.yaml": "defs: { Berth/s: { type: string } }" },
    );
    expect(schemaOf(spec)).toEqual({ $ref: "#/components/schemas/Berth_s" });
  });

  test("to the same target become the same component, however they are written", () => {
    const spec = read(
      { oneOf: [{ $ref: "a/Berth.yaml" }, { $ref: "./a/../a/Berth.yaml#" }, { $ref: "b.yaml#/Berth" }] },
      { "a/Berth.yaml": "type: string", "b.yaml": "Berth: { $ref: a/Berth.yaml }" },
    );
    expect(schemaOf(spec).oneOf).toEqual(Array(3).fill({ $ref: "#/components/schemas/Berth" }));
    expect(Object.keys(schemasOf(spec))).toEqual(["Berth"]);
  });

  test("to different targets with the same name are numbered", () => {
    const spec = read(
      { anyOf: [{ $ref: "#/components/schemas/Berth" }, { $ref: "a/Berth.yaml" }, { $ref: "b/Berth.yaml" }] },
      { "a/Berth.yaml": "type: string", "b/Berth.yaml": "type: integer" },
      { components: { schemas: { Berth: { type: "boolean" } } } },
    );
    expect(schemasOf(spec)).toEqual({
      Berth: { type: "boolean" },
      Berth2: { type: "string" },
      Berth3: { type: "integer" },
    });
  });

  test("keep the name that the document gives their target", () => {
    const spec = read(
      { $ref: "schemas/Ship.yaml" },
      {
        "schemas/Ship.yaml": "properties: { berth: { $ref: berth.yaml } }",
        "schemas/berth.yaml": "type: string",
      },
      {
        components: {
          schemas: { Vessel: { $ref: "schemas/Ship.yaml" }, Berth: { $ref: "schemas/berth.yaml" } },
        },
      },
    );
    expect(schemaOf(spec)).toEqual({ $ref: "#/components/schemas/Vessel" });
    expect(schemasOf(spec)).toEqual({
      Vessel: { properties: { berth: { $ref: "#/components/schemas/Berth" } } },
      Berth: { type: "string" },
    });
  });

  test("between files may be circular", () => {
    const spec = read(
      { $ref: "Ship.yaml" },
      {
        "Ship.yaml": "properties: { berth: { $ref: Berth.yaml }, tug: { $ref: '#' } }",
        "Berth.yaml": "properties: { ships: { items: { $ref: ./Ship.yaml } } }",
      },
    );
    expect(schemasOf(spec)).toEqual({
      Ship: {
        properties: {
          berth: { $ref: "#/components/schemas/Berth" },
          tug: { $ref: "#/components/schemas/Ship" },
        },
      },
      Berth: { properties: { ships: { items: { $ref: "#/components/schemas/Ship" } } } },
    });
  });

  test("keep what is beside them in 3.1", () => {
    const spec = read(
      { $ref: "Berth.yaml", description: "Free", properties: { to: { $ref: "Berth.yaml" } } },
      { "Berth.yaml": "type: object" },
    );
    const $ref = "#/components/schemas/Berth";
    expect(schemaOf(spec)).toEqual({ $ref, description: "Free", properties: { to: { $ref } } });
  });

  test("in a discriminator's mapping become local, and names stay", () => {
    const mapping = { tug: "Tug.yaml", ferry: "Ferry", barge: "#/components/schemas/Ferry" };
    const spec = read(
      { oneOf: [{ $ref: "Tug.yaml" }], discriminator: { propertyName: "kind", mapping } },
      { "Tug.yaml": "type: object" },
      { components: { schemas: { Ferry: { type: "object" } } } },
    );
    expect(schemaOf(spec).discriminator.mapping).toEqual({
      tug: "#/components/schemas/Tug",
      ferry: "Ferry",
      barge: "#/components/schemas/Ferry",
    });
  });

  test("to path items, operations and lists of members are inlined", () => {
    const paths = { "/berths": { $ref: "paths/berths.yaml" } };
    const spec = read(
      {},
      {
        "paths/berths.yaml": "parameters: { $ref: parameters.yaml }\nget: { $ref: listBerths.yaml }",
        "paths/parameters.yaml": "[{ $ref: '#/1' }, { name: page, in: query, schema: { $ref: Page.yaml } }]",
        "paths/listBerths.yaml": "operationId: listBerths\nresponses: { 204: { description: None } }",
        "paths/Page.yaml": "type: integer",
        "components.yaml": "schemas: { $ref: schemas.yaml }",
        "schemas.yaml": "Berth: { type: string }",
      },
      { paths, components: { $ref: "components.yaml" } },
    );
    expect(errorsOf(spec)).toEqual([]);
    const page = { name: "page", in: "query", schema: { $ref: "#/components/schemas/Page" } };
    expect(spec.raw.paths["/berths"]).toEqual({
      parameters: [{ $ref: "#/components/parameters/1" }, page],
      get: { operationId: "listBerths", responses: { 204: { description: "None" } } },
    });
    expect(spec.raw.components).toEqual({
      schemas: { Berth: { type: "string" }, Page: { type: "integer" } },
      parameters: { 1: page },
    });
  });

  test("between paths are inlined, and schemas become components", () => {
    const get = { responses: { 200: { $ref: "#/paths/~1berths/get/responses/200" } } };
    const post = {
      responses: {
        200: answer({ $ref: "#/paths/~1berths/get/responses/200/content/application~1json/schema" }),
      },
    };
    const { paths } = read({ type: "string" }).raw;
    const spec = read({}, {}, { paths: { ...paths, "/ships": { get, post } } });
    expect(spec.raw.paths["/ships"].get.responses).toEqual({ 200: answer({ type: "string" }) });
    expect(spec.raw.paths["/ships"].post.responses).toEqual({
      200: answer({ $ref: "#/components/schemas/schema" }),
    });
    expect(schemasOf(spec)).toEqual({ schema: { type: "string" } });
  });

  test.each(["#", "#/paths", "#/paths/~1berths/get", "#/components/parameters/Length"])(
    "to %s, which isn't a schema, are removed from a schema with a warning",
    (ref) => {
      const components = { parameters: { Length: { name: "length", in: "query", schema: {} } } };
      const spec = read({ $ref: ref, description: "A berth." }, {}, { components });
      expect(spec.notes.map(({ message }) => message)).toEqual([
        expect.stringContaining(`The reference ${ref} doesn't point to a schema`),
      ]);
      expect(schemaOf(spec)).toEqual({ description: "A berth." });
    },
  );

  test("through other references are resolved", () => {
    const spec = read(
      { $ref: "#/components/schemas/Ship/properties/berth" },
      { "Ship.yaml": "properties: { berth: { type: string } }" },
      { components: { schemas: { Ship: { $ref: "Ship.yaml" } } } },
    );
    expect(schemaOf(spec)).toEqual({ $ref: "#/components/schemas/berth" });
    expect(schemasOf(spec).berth).toEqual({ type: "string" });
  });
});

describe("data that looks like a reference", () => {
  const data = { $ref: "intro.md" };

  test.each([
    ["an extension", { "x-docs": { content: data } }],
    ["an example", { example: { of: data } }],
    ["an example of several", { examples: [{ of: data }] }],
    ["a default", { default: { of: data } }],
    ["an enum", { enum: [data] }],
    ["a const", { const: data }],
  ])("%s stays as it is", (_, schema) => {
    const spec = read(schema);
    expect(schemaOf(spec)).toEqual(schema);
    expect(spec.notes).toEqual([]);
  });

  test("a property named $ref has a schema", () => {
    const schema = { properties: { $ref: { type: "string" } } };
    expect(schemaOf(read(schema))).toEqual(schema);
  });
});

describe("ids of schemas", () => {
  const berth = {
    $id: "https://harbour.example/schemas/berth",
    $defs: { mark: { $anchor: "m", type: "string" } },
  };

  test.each([
    ["the address", "https://harbour.example/schemas/berth", "#/components/schemas/Berth"],
    [
      "the id and a pointer",
      "https://harbour.example/schemas/berth#/$defs/mark",
      "#/components/schemas/Berth/$defs/mark",
    ],
    [
      "the id and an anchor",
      "https://harbour.example/schemas/berth#m",
      "#/components/schemas/Berth/$defs/mark",
    ],
  ])("%s refers to the schema", (_, $ref, local) => {
    const spec = read({ $ref }, {}, { components: { schemas: { Berth: berth } } });
    expect(errorsOf(spec)).toEqual([]);
    expect(schemaOf(spec)).toEqual({ $ref: local });
    expect(schemasOf(spec).Berth).not.toHaveProperty("$id");
  });

  test("references are relative to the enclosing id, or to the file if the id has no such target", () => {
    const ship = {
      $id: "https://harbour.example/schemas/ship",
      properties: { berth: { $ref: "berth" }, own: { $ref: "#/$defs/own" }, tug: { $ref: "Tug.yaml" } },
      $defs: { own: { type: "null" } },
    };
    const spec = read(
      { $ref: "#/components/schemas/Ship" },
      { "Tug.yaml": "type: object" },
      { components: { schemas: { Ship: ship, Berth: berth } } },
    );
    expect(errorsOf(spec)).toEqual([]);
    expect(schemasOf(spec).Ship.properties).toEqual({
      berth: { $ref: "#/components/schemas/Berth" },
      own: { $ref: "#/components/schemas/Ship/$defs/own" },
      tug: { $ref: "#/components/schemas/Tug" },
    });
  });

  test("an example's $id is data", () => {
    const example = { $id: "17:42", $anchor: "x" };
    const spec = read({ type: "object", example });
    expect(schemaOf(spec)).toEqual({ type: "object", example });
  });
});

test("references in all additions of 3.2 are followed", () => {
  const files = {
    "openapi.yaml": `openapi: 3.2.0
$self: https://harbour.example/api/openapi
info: { title: Harbour, version: "1" }
paths:
  /berths:
    query:
      operationId: findBerths
      requestBody: { content: { application/json: { $ref: "#/components/mediaTypes/Search" } } }
      responses: { 200: { $ref: berths.yaml } }
    additionalOperations:
      COPY: { operationId: copyBerths, responses: { 200: { $ref: berths.yaml } } }
components:
  mediaTypes:
    Search: { schema: { $ref: "https://harbour.example/api/openapi#/components/schemas/Filter" } }
  schemas:
    Filter: { type: object, discriminator: { propertyName: kind, defaultMapping: Berth.yaml } }
`,
    "berths.yaml": `description: Berths
content:
  application/jsonl: { itemSchema: { $ref: Berth.yaml } }
  multipart/mixed: { prefixEncoding: [{ headers: { X-Mark: { $ref: mark.yaml } } }], itemEncoding: { headers: { X-Mark: { $ref: mark.yaml } } } }
`,
    "Berth.yaml": "type: object",
    "mark.yaml": "schema: { type: string }",
  };
  const { raw, notes } = readSpec(path.join(writtenFiles(files), "openapi.yaml"));
  expect(notes.filter(({ severity }) => severity === "error")).toEqual([]);
  const { query, additionalOperations } = raw.paths["/berths"];
  const berths = { 200: { $ref: "#/components/responses/berths" } };
  const mark = { headers: { "X-Mark": { $ref: "#/components/headers/mark" } } };
  const search = { schema: { $ref: "#/components/schemas/Filter" } };
  expect(query.requestBody.content).toEqual({ "application/json": search });
  expect(query.responses).toEqual(berths);
  expect(additionalOperations.COPY.responses).toEqual(berths);
  expect(raw.components.responses.berths.content).toEqual({
    "application/jsonl": { itemSchema: { $ref: "#/components/schemas/Berth" } },
    "multipart/mixed": { prefixEncoding: [mark], itemEncoding: mark },
  });
  expect(raw.components.schemas.Filter.discriminator.defaultMapping).toBe("#/components/schemas/Berth");
});

test("an extension beside paths gets no base path", () => {
  const files = { "openapi.yaml": "openapi: 3.1.0\nservers: [{ url: /v1 }]\npaths: { x-note: 1, /a: {} }\n" };
  const { raw } = readSpec(path.join(writtenFiles(files), "openapi.yaml"));
  expect(Object.keys(raw.paths)).toEqual(["x-note", "/v1/a"]);
});
