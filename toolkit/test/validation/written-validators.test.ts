import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test, vi } from "vitest";
import type { DocumentOperation, Schema } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { createOutgoingValidators, createValidators } from "../../server/validation/operation-validator.ts";
import type { Formats } from "../../server/validation/schemas/format-test.ts";
import type { WrittenValidators } from "../../server/validation/schemas/written-validators.ts";
import { writeAllValidators } from "../../server/validation/write-all-validators.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** In an object literal, this name would set the prototype. */
const ownProto = JSON.parse('{ "__proto__": { "x": 1 } }');

const schemas: Record<string, Schema> = {
  Tree: {
    type: "object",
    properties: {
      name: { type: "string", minLength: 1, pattern: "^(?!b)[a-z]+$" },
      children: { type: "array", items: ref("Tree"), uniqueItems: true },
    },
    required: ["name"],
    anyOf: [
      { properties: { kind: { const: "a" } }, required: ["kind"] },
      { properties: { size: { type: "integer" } } },
    ],
    allOf: [{ $ref: "#/components/schemas/Noted" }],
    unevaluatedProperties: false,
  },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  Noted: { if: { required: ["note"] }, then: { properties: { note: { type: "string" } } } },
  Cat: {
    type: "object",
    properties: { kind: { const: "cat" }, lives: { type: "integer", default: 9 } },
    required: ["kind"],
  },
  Dog: {
    type: "object",
    properties: {
      kind: { const: "dog" },
      marks: { prefixItems: [{ type: "string" }], contains: { const: "x" }, maxContains: 2 },
    },
    required: ["kind"],
  },
  Pet: { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind" } },
  Body: {
    type: "object",
    properties: {
      id: { type: "string", readOnly: true },
      secret: { type: "string", writeOnly: true },
      pet: ref("Pet"),
      tree: ref("Tree"),
      price: { type: "number", multipleOf: 0.01 },
      at: { type: ["string", "null"], format: "date-time" },
      sku: { type: "string", format: "sku" },
      even: { type: "number", format: "even" },
      email: { format: "email" },
      names: { propertyNames: { maxLength: 3 } },
      point: { const: { x: 1 } },
      level: { enum: ["a", { b: [1] }] },
      word: { type: "string", maxLength: 2 },
      any: { oneOf: [{ type: "string" }, { type: "string", format: "date" }] },
      link: {
        oneOf: [
          { type: "string", format: "email" },
          { type: "string", format: "iri" },
        ],
      },
      count: { type: "integer", default: 1 },
      proto: { const: ownProto },
      protos: { enum: [ownProto, 1] },
      protoDefault: { type: "object", default: ownProto },
      protoChoice: { oneOf: [{ const: ownProto }, { type: "string" }] },
      high: { type: "number", maximum: Number.POSITIVE_INFINITY },
      low: { type: "number", maximum: Number.NEGATIVE_INFINITY },
      toString: { type: "string" },
      "a/b~c": { type: "string" },
    },
    additionalProperties: false,
  },
};

const content = { "application/json": { schema: ref("Body") } };
const operation = {
  parameters: [{ name: "limit", in: "query", schema: { type: "integer", maximum: 5, default: 2 } }],
  requestBody: { required: true, content },
  responses: {
    "200": {
      description: "",
      content,
      headers: { "X-At": { required: true, schema: { type: "string", format: "date-time" } } },
    },
  },
};
const document = readDocument({
  openapi: "3.1.1",
  info: { title: "Pets", version: "1" },
  paths: { "/pets": { post: { operationId: "addPet", ...operation } } },
  webhooks: { petAdded: { post: operation } },
  components: { schemas },
} as never);

/** One is a regular expression, and one is about numbers. */
const formats: Formats = {
  sku: /^[A-Z]+$/,
  even: { type: "number", validate: (one: number) => one % 2 === 0 },
};

const bodies: unknown[] = [
  undefined,
  null,
  {},
  { count: "1", unknown: 1, id: "1", secret: "s" },
  { pet: { kind: "cat" } },
  { pet: { kind: "dog", marks: ["x", "x", "x"] } },
  { pet: { kind: "dog", marks: [1, "x"] } },
  { pet: { kind: "bird" } },
  { pet: {} },
  { tree: { name: "a", kind: "a", children: [{ name: "b" }, { name: "c", size: 1, note: "n" }] } },
  { tree: { name: "a", other: 1, children: [{ name: "c" }, { name: "c" }] } },
  { tree: { name: "", size: "1", note: 1 } },
  { price: 19.99, at: "2026-01-01T00:00:00Z", sku: "AB", even: 2, email: "a@b.example", word: "😀😀" },
  { price: 19.999, at: "yesterday", sku: "ab", even: 3, email: "no", word: "😀😀😀" },
  { at: new Date(0), any: "2026-01-01" },
  { at: null, any: "text" },
  { link: "a text" },
  { names: { long: 1, abc: 1 }, point: { x: 1 }, level: { b: [1] } },
  { names: {}, point: { x: 2 }, level: { b: [2] } },
  { proto: ownProto, protos: ownProto, protoDefault: {} },
  { proto: {}, protos: {} },
  { link: "a b", protoChoice: {} },
  { link: "a b", protoChoice: ownProto },
  { high: 1, low: 1 },
  { toString: 1, "a/b~c": 2, word: 3 },
];

const folder = await mkdtemp(path.join(tmpdir(), "counterpart-written-"));
afterAll(() => rm(folder, { recursive: true }));
const file = path.join(folder, "validators.js");
await writeFile(file, writeAllValidators(document));
const { default: written }: { default: WrittenValidators } = await import(pathToFileURL(file).href);

/** Forbids code that is made at run time, as strict runtimes do. */
function withoutEval<T>(run: () => T): T {
  function forbidden(): never {
    throw new EvalError("Code generation from strings disallowed for this context");
  }
  vi.stubGlobal("Function", forbidden);
  try {
    return run();
  } finally {
    vi.unstubAllGlobals();
  }
}

function outcomes(operation: DocumentOperation, of: ReturnType<typeof createValidators>): unknown[] {
  const validator = of(operation);
  return bodies.flatMap((body) => {
    const given = () => structuredClone({ path: {}, query: {}, headers: {}, cookies: {}, body });
    const type = body === undefined ? undefined : "application/json";
    const input = given();
    const reported: string[] = [];
    const sent = () =>
      validator.validateResponse(200, "application/json", given().body, (one) => reported.push(one.message));
    return [
      [validator.validateRequest(input, type), input],
      validator.requestFaults(given(), type),
      validator.isValidAsStored(given(), type),
      [thrown(sent), reported],
      validator.responseHeadersCheck(200)({ "X-At": Object(body).at })?.message,
    ];
  });
}

function thrown(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return (error as Error).message;
  }
}

describe("validators that are written as code", () => {
  const [served] = document.operations;
  const sent = document.outgoing[0]?.operation;

  test("say the same as compiled ones, without code that is made at run time", () => {
    if (!served) throw new Error("The document has no operation.");
    const compiled = outcomes(served, createValidators(document, { formats }));
    expect(new Set(compiled.map((one) => JSON.stringify(one))).size).toBeGreaterThan(30);
    expect(withoutEval(() => outcomes(served, createValidators(document, { formats, written })))).toEqual(
      compiled,
    );
  });

  test("say the same of webhooks", () => {
    if (!sent) throw new Error("The document has no webhook.");
    const compiled = outcomes(sent, createOutgoingValidators(document, { formats }));
    expect(
      withoutEval(() => outcomes(sent, createOutgoingValidators(document, { formats, written }))),
    ).toEqual(compiled);
  });

  const changed = readDocument({
    openapi: "3.1.1",
    info: { title: "Pets", version: "1" },
    paths: {
      "/pets": {
        post: {
          operationId: "addPet",
          requestBody: { content: { "application/json": { schema: { type: "integer", maximum: 3 } } } },
          responses: {},
        },
      },
    },
  });
  const faultsOf = () => {
    const [operation] = changed.operations;
    const input = { path: {}, query: {}, headers: {}, cookies: {}, body: 4 };
    return (
      operation &&
      createValidators(changed, { written })(operation).validateRequest(input, "application/json")
    );
  };

  test("of another document aren't used", () => {
    expect(faultsOf()).toEqual(["body must be <= 3"]);
  });

  test("of another document end with what to do where nothing can be compiled", () => {
    expect(() => withoutEval(faultsOf)).toThrow("counterpart generate --validators");
  });

  test.each(["ajv/package.json", "../../server/package.json"])(
    "of another version by %s aren't used",
    async (file) => {
      const { default: manifest } = await import(file, { with: { type: "json" } });
      vi.resetModules();
      vi.doMock(file, () => ({ default: { ...manifest, version: "0.0.1" } }));
      try {
        const other = await import("../../server/validation/operation-validator.ts");
        if (!served) throw new Error("The document has no operation.");
        const use = () => outcomes(served, other.createValidators(document, { formats, written }));
        expect(use()).toEqual(outcomes(served, createValidators(document, { formats })));
        expect(() => withoutEval(use)).toThrow("version of @counterpart/server or ajv");
      } finally {
        vi.doUnmock(file);
      }
    },
  );

  test("have the code of equal properties once", () => {
    const code = { type: "string", pattern: "^[a-z]{7}$" };
    const schema = {
      type: "object",
      properties: { code, other: { anyOf: [{ properties: { code } }, { type: "null" }] } },
    };
    const twice = {
      "application/json": { schema },
      "application/problem+json": { schema: { ...schema, required: ["code"] } },
    };
    const text = writeAllValidators(
      readDocument({
        openapi: "3.1.1",
        info: { title: "Pets", version: "1" },
        paths: {
          "/pets": {
            post: {
              operationId: "addPet",
              requestBody: { content: twice },
              responses: { "200": { description: "", content: twice } },
            },
          },
        },
      } as never),
    );
    // For requests to decide, to find the first fault and all of them; for responses the first two.
    expect(text.split(`(${JSON.stringify(code.pattern)}, `)).toHaveLength(1 + 5);
  });
});
