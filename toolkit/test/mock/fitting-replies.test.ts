import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { createSender } from "../../testing/fuzz/http.ts";
import { nonconformingAdvice } from "../../testing/fuzz/report/advice.ts";
import { createFuzzer } from "../../testing/fuzz/run.ts";
import { type Mock, startMock } from "../../testing/mock/start-mock.ts";

const json = (schema: object, more: object = {}) => ({ "application/json": { schema, ...more } });
const get = (content: object, headers: object = {}) => ({
  get: { responses: { "200": { description: "It.", content, headers } } },
});
const raw = {
  openapi: "3.1.0",
  info: { title: "Kiln", version: "1" },
  paths: {
    "/wrong-example": get(
      json(
        { type: "object", required: ["heat"], properties: { heat: { type: "integer", minimum: 600 } } },
        {
          examples: { cold: { value: { heat: 20 } }, hot: { value: { heat: 900 } } },
        },
      ),
    ),
    "/only-wrong-examples": get(
      json(
        { type: "object", required: ["heat"], properties: { heat: { type: "integer", minimum: 600 } } },
        {
          example: { heat: "20 degrees" },
        },
      ),
    ),
    "/tree": get(json({ $ref: "#/components/schemas/Tree" })),
    "/secret": get(
      json(
        { oneOf: [{ $ref: "#/components/schemas/Keeper" }, { type: "string", maxLength: 0 }] },
        {
          example: { name: "Ida", password: "hunter2" },
        },
      ),
    ),
    "/firing": get(
      json({
        oneOf: [{ $ref: "#/components/schemas/Biscuit" }, { $ref: "#/components/schemas/Glaze" }],
        discriminator: { propertyName: "kind", mapping: { first: "Biscuit" } },
      }),
    ),
    "/keeper": get(json({ allOf: [{ $ref: "#/components/schemas/Keeper" }, { required: ["password"] }] })),
    "/nothing-fits": get(json({ type: "integer", allOf: [{ type: "string" }] })),
    "/nothing-said": get({ "application/json": {} }),
    "/page": get({ "text/html": { schema: { type: "string" }, example: "<p>Kiln</p>" } }),
    "/list": get({ "text/csv": { schema: { type: "object", properties: { heat: { const: 900 } } } } }),
    "/manual": get({ "application/vnd.kiln": {} }),
    "/header": get(
      {},
      { "X-Batch": { required: true, schema: { type: "string", pattern: "^b-[0-9]{4}$" } } },
    ),
  },
  components: {
    schemas: {
      Tree: {
        type: "object",
        required: ["name", "branches"],
        properties: {
          name: { type: "string" },
          branches: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
          parent: { anyOf: [{ $ref: "#/components/schemas/Tree" }, { type: "null" }] },
        },
      },
      Biscuit: {
        type: "object",
        allOf: [{ required: ["kind"], properties: { kind: { type: "string", example: "any" } } }],
        properties: { heat: { type: "integer" } },
      },
      Glaze: { type: "object", properties: { kind: { const: "second" } } },
      Keeper: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, password: { type: "string", writeOnly: true } },
      },
    },
  },
};

let folder: string;
let mock: Mock;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterpart-kiln-"));
  const document = path.join(folder, "openapi.json");
  await writeFile(document, JSON.stringify(raw));
  mock = await startMock({ document, port: 0 });
});
afterAll(async () => {
  await mock.close();
  await rm(folder, { recursive: true });
});
const ask = (at: string, headers: Record<string, string> = {}) => fetch(mock.url + at, { headers });
interface Body {
  [name: string]: unknown;
  heat?: number;
}

const bodyOf = async (at: string, headers = {}): Promise<Body> =>
  (await (await ask(at, headers)).json()) as Body;

test("an example that its schema refuses is replaced by a fitting one", async () => {
  expect(await bodyOf("/wrong-example")).toEqual({ heat: 900 });
});

test("an example that is selected by name is sent unchanged", async () => {
  expect(await bodyOf("/wrong-example", { Prefer: "example=cold" })).toEqual({ heat: 20 });
});

test("if no example fits, the body is generated from the schema", async () => {
  expect((await bodyOf("/only-wrong-examples")).heat).toBeGreaterThanOrEqual(600);
});

test("a recursive object is complete", async () => {
  expect(await bodyOf("/tree")).toMatchObject({ name: expect.any(String), branches: expect.any(Array) });
  const wholeTree = ({ name, branches }: Body): boolean =>
    typeof name === "string" && Array.isArray(branches) && branches.every(wholeTree);
  expect(wholeTree(await bodyOf("/tree"))).toBe(true);
});

test("an alternative has its discriminator's value", async () => {
  expect(await bodyOf("/firing")).toMatchObject({ kind: "first" });
});

test("no answer has writeOnly properties, in alternatives either, or if another schema requires them", async () => {
  expect(await bodyOf("/secret")).toEqual({ name: "Ida" });
  expect(await bodyOf("/keeper")).toEqual({ name: expect.any(String) });
});

test("an answer is marked if nothing fits", async () => {
  expect((await ask("/nothing-fits")).headers.get("X-Mock-Warning")).toContain("fits the document");
  expect((await ask("/only-wrong-examples")).headers.get("X-Mock-Warning")).toBeNull();
});

test("the fuzzer reports an operation without a fitting answer, and finds no failure", async () => {
  const sender = createSender(mock.url);
  const document = readDocument(structuredClone(raw));
  const operationId = document.operations.find(({ path: at }) => at === "/nothing-fits")?.operationId;
  const target = { document, sender, owner: { credentials: {}, known: {}, markers: [] } };
  const { failures, nonconforming } = await createFuzzer(target).run({ runs: 60, seed: 1 });
  sender.close();
  expect(failures.map(({ check, message }) => [check, message])).toEqual([]);
  expect(nonconforming).toEqual([operationId]);
  expect(nonconformingAdvice(nonconforming)).toContain(`  ${operationId}\n`);
});

test("JSON without a schema is an empty object", async () => {
  expect(await bodyOf("/nothing-said")).toEqual({});
});

test.each([
  ["/page", "text/html", "<p>Kiln</p>"],
  ["/list", "text/csv", '{"heat":900}'],
  ["/manual", "application/vnd.kiln", ""],
])("%s is answered as %s", async (at, mediaType, text) => {
  const response = await ask(at);
  expect(response.headers.get("Content-Type")).toContain(mediaType);
  expect(await response.text()).toBe(text);
});

test("a required header has a fitting value", async () => {
  expect((await ask("/header")).headers.get("X-Batch")).toMatch(/^b-[0-9]{4}$/);
});
