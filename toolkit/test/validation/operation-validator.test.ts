import Ajv2020 from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { Parameter, RawDocument, Schema } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { ContractViolation } from "../../server/validation/contract-violation.ts";
import { createValidators, type RequestInput } from "../../server/validation/operation-validator.ts";
import { createSchemaCompiler } from "../../server/validation/schemas/schema-compiler.ts";

interface Parts {
  openapi?: string;
  schemas?: Record<string, Schema>;
  parameters?: (Omit<Parameter, "schema" | "required"> & { schema?: Schema; required?: boolean })[];
  /** Of a required body. */
  bodies?: Record<string, { schema?: Schema }>;
  isBodyRequired?: boolean;
  responses?: Record<string, Record<string, { schema?: Schema }>>;
  paths?: RawDocument["paths"];
}

const json = "application/json";
const pet = { $ref: "#/components/schemas/Pet" };

/** The validator of one operation, `POST /pets`, in a document made for the test. */
function validatorFor({
  openapi = "3.1.0",
  schemas,
  parameters,
  bodies,
  isBodyRequired = true,
  responses = {},
  paths,
}: Parts) {
  const raw = {
    openapi,
    info: { title: "Pets", version: "1.0.0" },
    paths: {
      // Parameters of a path count only if the path has them.
      [`/pets${(parameters ?? []).flatMap((one) => (one.in === "path" ? [`/{${one.name}}`] : [])).join("")}`]:
        {
          post: {
            operationId: "addPet",
            ...(parameters && { parameters }),
            ...(bodies && { requestBody: { required: isBodyRequired, content: bodies } }),
            responses: Object.fromEntries(
              Object.entries(responses).map(([status, content]) => [status, { description: "", content }]),
            ),
          },
        },
      ...paths,
    },
    components: { schemas: { ...schemas } },
  };
  const document = readDocument(raw);
  const [operation] = document.operations;
  if (!operation) throw new Error("The document has no operation.");
  return createValidators(document)(operation);
}

const request = (input: Partial<RequestInput>): RequestInput => ({
  path: {},
  query: {},
  headers: {},
  cookies: {},
  ...input,
});

/** The errors of a JSON body of the schema; undefined if it is valid. */
function bodyFaults(schema: Schema, body: unknown, parts: Parts = {}) {
  return validatorFor({ ...parts, bodies: { [json]: { schema } } }).validateRequest(request({ body }), json);
}

/** The text of a 200 response of the schema. */
function responseText(schema: Schema, body: unknown, parts: Parts = {}) {
  return validatorFor({ ...parts, responses: { "200": { [json]: { schema } } } }).validateResponse(
    200,
    json,
    body,
  );
}

const oneWay = {
  type: "object",
  required: ["id", "name", "password"],
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string" },
    password: { type: "string", writeOnly: true },
  },
};

test("a large invalid request isn't read again for its details", () => {
  let reads = 0;
  const item = {
    get name() {
      reads += 1;
      return "Wave";
    },
  };
  const items = { type: "object", properties: { name: { type: "string" } } };
  const schema = { type: "object", properties: { list: { type: "array", items }, at: { type: "integer" } } };
  const { validateRequest, requestFaults } = validatorFor({ bodies: { [json]: { schema } } });
  const input = request({ body: { list: Array(3000).fill(item), at: "noon" } });
  expect(validateRequest(input, json)).toEqual(["body.at must be integer"]);
  const before = reads;
  expect(requestFaults(input, json)).toEqual([
    { in: "body", pointer: "/at", rule: "type", message: "must be integer" },
  ]);
  expect(reads).toBe(before);
  expect(before).toBeGreaterThan(0);
});

describe("validateRequest", () => {
  test("names the place of a violation in each part of a request", () => {
    const { validateRequest } = validatorFor({
      parameters: [
        { name: "petId", in: "path", required: true, schema: { type: "integer" } },
        { name: "limit", in: "query", schema: { type: "integer", minimum: 1 } },
        { name: "X-Colour", in: "header", required: true, schema: { type: "string" } },
        { name: "theme", in: "cookie", schema: { enum: ["light", "dark"] } },
        { name: "filter", in: "query", content: { [json]: { schema: { type: "object" } } } },
      ],
      bodies: { [json]: { schema: { type: "array", items: { type: "object", required: ["name"] } } } },
    });
    const valid = { path: { petId: 1 }, headers: { "X-Colour": "red" }, body: [] };
    const faults = (change: Partial<RequestInput>) => validateRequest(request({ ...valid, ...change }), json);
    expect(faults({})).toBeUndefined();
    expect(faults({ path: { petId: "x" } })).toEqual(["path.petId must be integer"]);
    expect(faults({ query: { limit: 0 } })).toEqual(["query.limit must be >= 1"]);
    expect(faults({ query: { filter: "x" } })).toEqual(["query.filter must be object"]);
    expect(faults({ headers: {} })).toEqual(["headers.X-Colour is missing"]);
    expect(faults({ cookies: { theme: "pink" } })).toEqual([
      'cookies.theme must be equal to one of the allowed values: "light", "dark"',
    ]);
    expect(faults({ body: [{ name: 1 }, {}] })).toEqual(["body.1.name is missing"]);
  });

  test("requires a body if the document does, and only then", () => {
    const bodies = { [json]: { schema: { type: "object" } } };
    const required = validatorFor({ bodies });
    expect(required.validateRequest(request({}), undefined)).toEqual(["body is missing"]);
    expect(required.validateRequest(request({ body: null }), json)).toEqual(["body must be object"]);
    const optional = validatorFor({ bodies, isBodyRequired: false });
    expect(optional.validateRequest(request({}), undefined)).toBeUndefined();
  });

  test("validates a body by the schema of its media type", () => {
    const patch = "application/merge-patch+json";
    const { validateRequest } = validatorFor({
      bodies: { [json]: { schema: { type: "array" } }, [patch]: { schema: { type: "object" } } },
    });
    expect(validateRequest(request({ body: [] }), json)).toBeUndefined();
    expect(validateRequest(request({ body: [] }), patch)).toEqual(["body must be object"]);
  });

  test("accepts an unparsed body, and one without a schema", () => {
    const bodies = { "application/xml": { schema: { type: "object" } }, [json]: {} };
    const { validateRequest } = validatorFor({ bodies });
    expect(validateRequest(request({ body: "<pet/>" }), "application/xml")).toBeUndefined();
    expect(validateRequest(request({ body: null }), json)).toBeUndefined();
  });

  test("accepts text if the schema is bytes and the body is JSON", () => {
    const photo = { type: "string", format: "binary" };
    expect(bodyFaults({ type: "object", properties: { photo } }, { photo: "bytes" })).toBeUndefined();
    expect(bodyFaults({ type: "object", properties: { photo } }, { photo: 1 })).toEqual([
      "body.photo must be string",
    ]);
  });

  test("refuses an object if the schema is bytes, and null unless it is nullable", () => {
    const photo = { type: "string", format: "binary" };
    const nullable = { type: ["string", "null"], format: "binary" };
    expect(bodyFaults({ properties: { photo } }, { photo: { value: 1 } })).toEqual([
      "body.photo must be string",
    ]);
    expect(bodyFaults({ properties: { photo: nullable } }, { photo: null })).toBeUndefined();
    expect(bodyFaults({ properties: { photo: nullable } }, { photo: {} })).toEqual([
      "body.photo must be string",
    ]);
  });

  test("accepts a Blob if the schema is bytes", () => {
    const photo = { type: "string", format: "binary", maxLength: 1 };
    expect(
      bodyFaults({ type: "object", properties: { photo } }, { photo: new Blob(["ab"]) }),
    ).toBeUndefined();
    const { validateRequest } = validatorFor({ bodies: { "image/png": { schema: photo } } });
    expect(validateRequest(request({ body: new Blob(["ab"]) }), "image/png")).toBeUndefined();
    expect(bodyFaults({ type: "object", properties: { photo } }, { photo: null })).toEqual([
      "body.photo must be string",
    ]);
  });

  test("fills in defaults, of parameters too", () => {
    const { validateRequest } = validatorFor({
      parameters: [{ name: "limit", in: "query", schema: { type: "integer", default: 20 } }],
      bodies: { [json]: { schema: { type: "object", properties: { lives: { default: 9 } } } } },
    });
    const input = request({ body: {} });
    expect(validateRequest(input, json)).toBeUndefined();
    expect([input.query, input.body]).toEqual([{ limit: 20 }, { lives: 9 }]);
  });

  test.each([
    ["date", "2026-02-28", "2026-02-30"],
    ["date-time", "2026-02-28T00:00:00Z", "2026-02-30T00:00:00Z"],
    ["email", "a@b.example", "a"],
    ["uuid", "0b8f0c3e-8c53-4f0a-9d0c-0f3f6c1f2a11", "1"],
    ["int32", 2 ** 31 - 1, 2 ** 31],
    ["byte", "YQ==", "Y"],
  ])("supports the format %s", (format, right, wrong) => {
    const schema = { type: typeof right, format };
    expect(bodyFaults(schema, right)).toBeUndefined();
    expect(bodyFaults(schema, wrong)).toEqual([`body must match format "${format}"`]);
  });

  test("supports custom formats", () => {
    const raw = {
      openapi: "3.1.0",
      info: { title: "", version: "" },
      paths: {
        "/": {
          get: {
            parameters: [{ name: "sku", in: "query", schema: { type: "string", format: "sku" } }],
            responses: {},
          },
        },
      },
    };
    const document = readDocument(raw);
    const validators = createValidators(document, { formats: { sku: /^[A-Z]{3}$/ } });
    const [validator] = document.operations.map(validators);
    expect(validator?.validateRequest(request({ query: { sku: "ABC" } }), undefined)).toBeUndefined();
    expect(validator?.validateRequest(request({ query: { sku: "abc" } }), undefined)).toEqual([
      'query.sku must match format "sku"',
    ]);
  });

  test("refuses read-only properties and doesn't require them", () => {
    expect(bodyFaults(oneWay, { name: "Rex", password: "x" })).toBeUndefined();
    expect(bodyFaults(oneWay, { id: 1, name: "Rex", password: "x" })).toEqual(["body.id is read-only"]);
    expect(bodyFaults(oneWay, { name: "Rex" })).toEqual(["body.password is missing"]);
  });

  test("accepts a parameter, a body and an item whose schema is read-only elsewhere", () => {
    const schemas = { Name: { type: "string", readOnly: true } };
    const schema = { $ref: "#/components/schemas/Name" };
    const { validateRequest } = validatorFor({
      schemas,
      parameters: [
        { name: "name", in: "query", schema },
        { name: "X-Name", in: "header", schema: { type: "string", readOnly: true } },
      ],
      bodies: { [json]: { schema: { type: "array", readOnly: true, items: schema } } },
    });
    const input = request({ query: { name: "Rex" }, headers: { "X-Name": "Rex" }, body: ["Rex"] });
    expect(validateRequest(input, json)).toBeUndefined();
    expect(bodyFaults({ properties: { body: schema } }, { body: "Rex" }, { schemas })).toEqual([
      "body.body is read-only",
    ]);
  });

  test("doesn't fill in the default of a read-only property", () => {
    const schemas = { Id: { type: "integer", readOnly: true } };
    const properties = {
      id: { $ref: "#/components/schemas/Id", default: 1 },
      created: { type: "string", readOnly: true, default: "today" },
    };
    expect(bodyFaults({ properties }, {}, { schemas })).toBeUndefined();
    expect(bodyFaults({ properties }, { id: 1 }, { schemas })).toEqual(["body.id is read-only"]);
  });

  test("doesn't require a property that is read-only through a reference or beside allOf", () => {
    const schemas = { Id: { type: "integer", readOnly: true }, Named: { required: ["name"] } };
    const properties = { id: { $ref: "#/components/schemas/Id" }, name: { type: "string" } };
    const schema = { allOf: [{ $ref: "#/components/schemas/Named" }], required: ["id"], properties };
    expect(bodyFaults(schema, { name: "Rex" }, { schemas })).toBeUndefined();
    expect(bodyFaults(schema, { name: "Rex", id: 1 }, { schemas })).toEqual(["body.id is read-only"]);
  });

  test("a discriminator accepts and refuses the same values as its alternatives", () => {
    const text = { type: "string" };
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const tagged = (kind: Schema, more = {}) => ({
      type: "object",
      required: ["kind"],
      properties: { kind, ...more },
    });
    const schemas: Record<string, Schema> = {
      Compare: tagged({ enum: ["eq", "ne"] }, { key: text }),
      Combine: tagged({ const: "and" }, { of: { type: "array", items: ref("Filter") } }),
      Kind: { const: "not" },
      Not: tagged(ref("Kind"), { not: ref("Filter") }),
      Near: {
        allOf: [{ properties: { kind: { enum: ["near", "far"] } } }, tagged({ not: { const: "far" } })],
      },
      Group: { oneOf: [ref("Compare"), ref("Combine")] },
      Filter: {
        oneOf: [ref("Group"), ref("Not"), ref("Near"), tagged({ enum: ["all", "none"] })],
        discriminator: { propertyName: "kind" },
      },
      Open: tagged(text, { name: text }),
      Other: tagged(text, { size: { type: "integer" } }),
      Either: {
        anyOf: [ref("Open"), ref("Other")],
        discriminator: { propertyName: "kind", mapping: { o: "Open" } },
      },
    };
    const plain = new Ajv2020.default({ strict: false });
    const judge = (name: string) => plain.compile({ ...ref(name), components: { schemas } });
    const judges = { filter: judge("Filter"), either: judge("Either") };
    const kinds = [
      "eq",
      "ne",
      "and",
      "not",
      "near",
      "far",
      "all",
      "none",
      "Compare",
      "Group",
      "Open",
      "o",
      1,
    ];
    const bodies = [
      ...kinds.flatMap((kind) => [{ kind }, { kind, name: 1 }, { kind, name: 1, size: "1" }]),
      { name: "x" },
      { kind: "and", of: [{ kind: "not", not: { kind: "eq" } }] },
      { kind: "and", of: [{ kind: "not", not: { kind: "Compare" } }] },
    ];
    const accepted = bodies.map((body) => ({
      body,
      filter: judges.filter(body),
      either: judges.either(body),
    }));
    expect(
      bodies.map((body) => ({
        body,
        filter: bodyFaults(ref("Filter"), body, { schemas }) === undefined,
        either: bodyFaults(ref("Either"), body, { schemas }) === undefined,
      })),
    ).toEqual(accepted);
    expect(accepted.filter(({ filter }) => filter).length).toBeGreaterThan(10);
  });

  test("a value that fits several alternatives gets the defaults of the one that the discriminator names", () => {
    const schemas = {
      Dog: { properties: { kind: { type: "string" }, legs: { type: "integer", default: 4 } } },
      Bird: { properties: { kind: { type: "string" }, legs: { type: "integer", default: 2 } } },
    };
    const oneOf = [{ $ref: "#/components/schemas/Dog" }, { $ref: "#/components/schemas/Bird" }];
    const mapping = { hound: "Dog" };
    const filled = (kind: string) => {
      const body = { kind };
      const faults = bodyFaults({ oneOf, discriminator: { propertyName: "kind", mapping } }, body, {
        schemas,
      });
      return faults ?? body;
    };
    expect(filled("Bird")).toEqual({ kind: "Bird", legs: 2 });
    expect(filled("hound")).toEqual({ kind: "hound", legs: 4 });
    expect(filled("cat")).toEqual({ kind: "cat", legs: 4 });
  });

  test("requires no property of one direction in the other, wherever it is marked and required", () => {
    const schemas = {
      Kept: {
        type: "object",
        properties: { id: { type: "integer", readOnly: true }, code: { type: "string", writeOnly: true } },
      },
    };
    const ref = { $ref: "#/components/schemas/Kept" };
    for (const schema of [
      { allOf: [ref, { required: ["id", "code"] }] },
      { required: ["id", "code"], oneOf: [ref, { type: "string" }] },
      { anyOf: [{ allOf: [ref], required: ["id", "code"] }] },
    ]) {
      expect(bodyFaults(schema, { code: "x" }, { schemas })).toBeUndefined();
      expect(bodyFaults(schema, {}, { schemas })?.join()).toContain("body.code is missing");
      expect(responseText(schema, { id: 1 }, { schemas })).toBe('{"id":1}');
    }
  });

  test("treats nothing inside examples, extensions or named properties as a keyword", () => {
    const schema = {
      type: "object",
      properties: {
        example: { type: "integer" },
        default: { type: "object", properties: { id: { type: "string", readOnly: true } } },
        $ref: { type: "string" },
      },
      // If two schemas have the same id, ajv compiles neither.
      example: { id: "x", $id: "x", $ref: "nowhere" },
      examples: [{ id: "x", $id: "x", more: 1 }],
      "x-note": { id: "y", $id: "y" },
      "x-more": { id: "y", $id: "y", more: 1 },
    };
    for (const openapi of ["3.0.3", "3.1.0"]) {
      expect(bodyFaults(schema, { example: 1, $ref: "a" }, { openapi })).toBeUndefined();
      expect(bodyFaults(schema, { example: "x" }, { openapi })).toEqual(["body.example must be integer"]);
      expect(bodyFaults(schema, { default: { id: "a" } }, { openapi })).toEqual([
        "body.default.id is read-only",
      ]);
    }
  });

  test("follows circular references, and those to a part of a component or of another operation", () => {
    const Tree = {
      type: "object",
      properties: { leaf: { type: "integer" }, tree: { $ref: "#/components/schemas/Tree" } },
    };
    const parts = {
      schemas: { Tree },
      paths: {
        "/b c": {
          get: {
            responses: { "200": { description: "", content: { [json]: { schema: { type: "boolean" } } } } },
          },
        },
      },
    };
    const place = "#/paths/~1b%20c/get/responses/200/content/application~1json/schema";
    const tree = (ref: string) => ({ $ref: `#/components/schemas/Tree${ref}` });
    expect(bodyFaults(tree(""), { tree: { tree: { leaf: 1 } } }, parts)).toBeUndefined();
    expect(bodyFaults(tree(""), { tree: { tree: { leaf: "1" } } }, parts)).toEqual([
      "body.tree.tree.leaf must be integer",
    ]);
    expect(bodyFaults(tree("/properties/leaf"), "1", parts)).toEqual(["body must be integer"]);
    expect(bodyFaults({ $ref: place }, "1", parts)).toEqual(["body must be boolean"]);
  });

  test("follows references from a schema that has an id", () => {
    const schemas = {
      Id: { type: "integer" },
      Pet: { $id: "https://pets.example/pet", properties: { id: { $ref: "#/components/schemas/Id" } } },
    };
    expect(bodyFaults(pet, { id: 1 }, { schemas })).toBeUndefined();
    expect(bodyFaults(pet, { id: "1" }, { schemas })).toEqual(["body.id must be integer"]);
  });

  test("supports tuples, conditions and closed objects of 2020-12", () => {
    const tuple = { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }], items: false };
    expect(bodyFaults(tuple, ["a", 1])).toBeUndefined();
    expect(bodyFaults(tuple, ["a", 1, 2])).toHaveLength(1);
    const closed = { allOf: [{ properties: { a: {} } }], unevaluatedProperties: false };
    expect(bodyFaults(closed, { a: 1 })).toBeUndefined();
    expect(bodyFaults(closed, { b: 1 })).toHaveLength(1);
    const conditional = {
      if: { properties: { a: { const: 1 } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: { required: ["b"] },
    };
    expect(bodyFaults(conditional, { a: 2 })).toBeUndefined();
    expect(bodyFaults(conditional, { a: 1 })).toContain("body.b is missing");
  });

  test("supports nullable and exclusive bounds of 3.0", () => {
    const schema = {
      type: "object",
      properties: {
        size: { type: "string", nullable: true, enum: ["s", "m"] },
        owner: { nullable: true, allOf: [pet] },
        age: { type: "number", minimum: 0, exclusiveMinimum: true },
      },
    };
    const parts = { openapi: "3.0.3", schemas: { Pet: { type: "object", required: ["name"] } } };
    expect(bodyFaults(schema, { size: null, owner: null, age: 0.1 }, parts)).toBeUndefined();
    expect(bodyFaults(schema, { size: "l" }, parts)).toHaveLength(1);
    expect(bodyFaults(schema, { owner: {} }, parts)).toContain("body.owner.name is missing");
    expect(bodyFaults(schema, { age: 0 }, parts)).toEqual(["body.age must be > 0"]);
    expect(bodyFaults(schema, { age: null }, parts)).toEqual(["body.age must be number"]);
  });
});

describe("validateResponse returns JSON text", () => {
  test("of the body as given, without defaults", () => {
    const schema = { type: "object", properties: { lives: { default: 9 } } };
    expect(responseText(schema, { name: "Rex" })).toBe('{"name":"Rex"}');
  });

  test("in which a Date is a string of its format, in a list and alone", () => {
    const at = new Date("2026-03-01T12:00:00Z");
    const schema = {
      type: "array",
      items: {
        properties: { on: { type: "string", format: "date" }, at: { type: "string", format: "date-time" } },
      },
    };
    expect(responseText(schema, [{ on: at, at }])).toBe(
      '[{"on":"2026-03-01","at":"2026-03-01T12:00:00.000Z"}]',
    );
    expect(responseText({ type: "string", format: "date" }, at)).toBe('"2026-03-01"');
    expect(responseText({ type: "string", format: "date", nullable: true }, at, { openapi: "3.0.3" })).toBe(
      '"2026-03-01"',
    );
    const ofAnotherLibrary = { toISOString: () => "2026-03-01T12:00:00.000Z" };
    expect(responseText(schema, [{ at: ofAnotherLibrary }])).toBe('[{"at":"2026-03-01T12:00:00.000Z"}]');
  });

  test("in which a Date may be used if other types are valid too", () => {
    const at = new Date("2026-03-01T12:00:00Z");
    const schema = {
      properties: {
        at: { type: ["string", "null"], format: "date-time", description: "Null until it is paid." },
      },
    };
    expect(responseText(schema, { at })).toBe('{"at":"2026-03-01T12:00:00.000Z"}');
    expect(responseText(schema, { at: null })).toBe('{"at":null}');
    expect(() => responseText(schema, { at: 5 })).toThrow("/body/at must be string,null");
    const orNumber = {
      properties: { at: { type: ["string", "integer"], format: "date", enum: ["2026-03-01", 5] } },
    };
    expect(responseText(orNumber, { at })).toBe('{"at":"2026-03-01"}');
    expect(responseText(orNumber, { at: 5 })).toBe('{"at":5}');
    expect(() => responseText(orNumber, { at: 0.5 })).toThrow("/body/at must be string,integer");
    expect(() => responseText(orNumber, { at: new Date(0) })).toThrow("/body/at must be equal to one of");
    const oneOf = { oneOf: [{ type: "integer" }, { type: "string", format: "date" }] };
    expect(responseText(oneOf, at)).toBe('"2026-03-01"');
  });

  test("without write-only properties, which it doesn't require", () => {
    expect(responseText(oneWay, { id: 1, name: "Rex" })).toBe('{"id":1,"name":"Rex"}');
    expect(() => responseText(oneWay, { id: 1, name: "Rex", password: "x" })).toThrow(
      "password is write-only",
    );
    expect(() => responseText(oneWay, { name: "Rex" })).toThrow("required property 'id'");
  });
});

describe("a response whose texts don't match their formats", () => {
  const schema = {
    type: "object",
    properties: {
      url: { type: "string", format: "uri" },
      at: { type: "string", format: "time" },
      size: { type: "integer" },
    },
  };
  const lines = "application/jsonl";
  const raw = {
    openapi: "3.2.0",
    info: { title: "", version: "" },
    paths: {
      "/": {
        get: {
          operationId: "listPets",
          responses: {
            "200": { description: "", content: { [json]: { schema }, [lines]: { itemSchema: schema } } },
          },
        },
      },
    },
  };
  const document = readDocument(raw);
  const [validator] = document.operations.map(createValidators(document));
  const validate = (body: unknown, reports?: string[]) =>
    validator?.validateResponse(200, json, body, reports && (({ message }) => void reports.push(message)));

  test("is reported and serialized", () => {
    const reports: string[] = [];
    expect(validate({ url: "b", size: 1 }, reports)).toBe('{"url":"b","size":1}');
    expect(reports).toEqual(['listPets answered 200, but /body/url must match format "uri".']);
  });

  test("is refused if another rule is violated, and without a report", () => {
    expect(() => validate({ url: "b", size: "large" }, [])).toThrow(ContractViolation);
    expect(() => validate({ url: "b" })).toThrow(ContractViolation);
  });

  test("has times that an earlier version accepted", () => {
    expect(validate({ at: "12:00:00+0100" }, [])).toBe('{"at":"12:00:00+0100"}');
    expect(() => validate({ at: "noon" }, [])).toThrow('/body/at must match format "time"');
  });

  test("is an item of a stream", () => {
    const reports: string[] = [];
    const { check } = validator?.responseItems(200, lines) ?? {};
    expect(check?.({ url: "b" }, ({ message }) => void reports.push(message))).toEqual({ url: "b" });
    expect(reports).toEqual(['listPets answered 200, but in its stream /item/url must match format "uri".']);
  });
});

describe("validateResponse throws a ContractViolation", () => {
  const problem = "application/problem+json";
  const schema = { type: "object", required: ["error"] };
  const { validateResponse } = validatorFor({
    responses: {
      "200": {
        [json]: { schema: { type: "object", required: ["name"], properties: { age: { type: "number" } } } },
      },
      "202": { "text/csv": { schema: { type: "string" } }, [json]: {} },
      "203": { "application/*": { schema }, "application/json; charset=utf-8": {} },
      "204": {},
      "4XX": { [problem]: { schema }, [json]: {} },
      "500": { [json]: { schema } },
      default: { "application/json; charset=utf-8": { schema } },
    },
  });

  test("for an invalid Date, and for an object that only looks like one", () => {
    const at = { properties: { at: { type: "string", format: "date-time" } } };
    expect(() => responseText(at, { at: new Date(Number.NaN) })).toThrow('must match format "date-time"');
    expect(() => responseText(at, { at: {} })).toThrow("/body/at must be string");
    expect(() => responseText(at, { at: null })).toThrow("/body/at must be string");
  });

  test.each<[string, number, string, unknown, RegExp]>([
    ["for an invalid body", 200, json, {}, /addPet answered 200, but \/body\/name must have/],
    ["for an invalid body with a status from 500 on", 500, json, {}, /500.*'error'/],
    ["for an invalid body with a status of a range", 418, problem, {}, /418.*'error'/],
    ["for an invalid body with any other status", 302, json, {}, /302.*'error'/],
    ["for an invalid body with a media type of a range", 203, problem, {}, /203.*'error'/],
    [
      "for a media type that the status doesn't have",
      200,
      problem,
      { name: "" },
      /as application\/problem\+json/,
    ],
    ["for a body where none is documented", 204, json, {}, /204, as application\/json/],
    ["for an object that isn't sent as JSON", 202, "text/csv", {}, /text\/csv.*neither text nor bytes/],
    ["for a number that JSON doesn't have", 200, json, { name: "", age: Number.NaN }, /age must be number/],
    ["for no body", 200, json, undefined, /without the documented body/],
    ["for null where an object is documented", 200, json, null, /body must be object/],
  ])("%s", (_, status, mediaType, body, message) => {
    expect(() => validateResponse(status, mediaType, body)).toThrow(ContractViolation);
    expect(() => validateResponse(status, mediaType, body)).toThrow(message);
  });

  test("but not for these", () => {
    const error = { error: "" };
    expect(validateResponse(200, `${json}; charset=utf-8`, { name: "Rex" })).toBe('{"name":"Rex"}');
    expect(validateResponse(202, json, [])).toBe("[]");
    expect(validateResponse(203, problem, error)).toBe('{"error":""}');
    expect(validateResponse(203, json, {})).toBe("{}");
    expect(validateResponse(418, json, {})).toBe("{}");
    expect(validateResponse(500, json, error)).toBe('{"error":""}');
    expect(validateResponse(302, json, error)).toBe('{"error":""}');
  });

  test("for a status that isn't documented", () => {
    const { validateResponse } = validatorFor({ responses: { "200": { [json]: {} } } });
    expect(() => validateResponse(201, json, {})).toThrow("addPet answered 201, which it doesn't document.");
  });
});

test("invalid parts of a schema aren't checked, and all others are", () => {
  const schema = {
    type: "word",
    required: ["name"],
    properties: { name: { type: "string", minLength: "3" } },
  };
  expect(bodyFaults(schema, { name: "" })).toBeUndefined();
  expect(bodyFaults(schema, { name: 1 })).toEqual(["body.name must be string"]);
  expect(bodyFaults(schema, {})).toEqual(["body.name is missing"]);
});

test("a schema that several others refer to is compiled once", () => {
  let reads = 0;
  const Pet = {
    type: "object",
    get required() {
      reads++;
      return ["name"];
    },
  };
  const raw = {
    openapi: "3.1.0",
    info: { title: "", version: "" },
    paths: {},
    components: { schemas: { Pet } },
  };
  const { compile } = createSchemaCompiler(readDocument(raw), "response");
  expect(compile({ type: "array", items: pet }).firstFault([{}])).toHaveLength(1);
  const once = reads;
  expect(compile({ properties: { pet } }).firstFault({ pet: {} })).toHaveLength(1);
  expect(reads).toBe(once);
});
