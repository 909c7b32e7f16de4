import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { emitClient } from "../../../cli/generate/client/client.ts";
import { runtimeFiles } from "../../../cli/generate/client/runtime-files.ts";
import { type CodeSample, codeSamples, writtenSamples } from "../../../cli/generate/docs/code-samples.ts";
import { emitTypes } from "../../../cli/generate/types.ts";
import { readDocument } from "../../../server/document/read-document.ts";
import { compileVirtual } from "../../helpers/compile-virtual.ts";

const schema = { type: "string" };
const pet = {
  type: "object",
  required: ["name", "full-name"],
  properties: { name: schema, "full-name": schema },
  example: { name: "Rex", "full-name": "O'Rex" },
};
const photo = {
  type: "object",
  required: ["photo"],
  properties: { photo: { type: "string", format: "binary" } },
};
const adoption = {
  schema: {
    type: "object",
    required: ["labels", "ids"],
    properties: {
      labels: { type: "object", additionalProperties: { type: "string" } },
      ids: { type: "array", items: { type: "integer" } },
    },
    example: { labels: { by: "A" }, ids: [1, 2] },
  },
  encoding: { labels: { style: "deepObject" }, ids: { explode: false } },
};
const json = (schema: object) => ({ required: true, content: { "application/json": { schema } } });
const found = { "200": { description: "It.", content: { "application/json": { schema: pet } } } };

const document = readDocument({
  openapi: "3.1.0",
  info: { title: "Pets", version: "1.0.0" },
  security: [{ "pet key": [] }],
  paths: {
    "/pets/{pet-id}": {
      parameters: [{ name: "pet-id", in: "path", required: true, schema, example: "p 1" }],
      get: {
        operationId: "get-pet",
        parameters: [{ name: "lang", in: "query", required: true, schema: { enum: ["en", "de"] } }],
        responses: found,
      },
      put: { operationId: "renamePet", requestBody: json(pet), responses: found },
      delete: { operationId: "deletePet", responses: { "204": { description: "Gone." } } },
    },
    "/photos": {
      post: {
        operationId: "upload",
        requestBody: { required: true, content: { "multipart/form-data": { schema: photo } } },
        responses: { "201": { description: "Kept." } },
      },
    },
    "/adoptions": {
      post: {
        operationId: "adopt",
        requestBody: { required: true, content: { "application/x-www-form-urlencoded": adoption } },
        responses: { "201": { description: "Adopted." } },
      },
    },
    "/health": {
      get: { operationId: "health", security: [], responses: { "204": { description: "Well." } } },
    },
  },
  components: { securitySchemes: { "pet key": { type: "http", scheme: "bearer" } } },
});

function samplesOf(operationId: string, own: CodeSample[] = []): CodeSample[] {
  const operation = document.operations.find((one) => one.operationId === operationId);
  if (!operation) throw new Error(`There is no ${operationId}.`);
  return codeSamples(document, operation, { own, clientPackage: "./client.ts" });
}

const sourceOf = (operationId: string, lang: string) =>
  samplesOf(operationId).find((one) => one.lang === lang)?.source ?? "";

test("curl sends a valid request, and reads URL and credential from variables", () => {
  expect(sourceOf("renamePet", "Shell")).toBe(
    `curl -X PUT "$BASE_URL"'/pets/p%201' \\
  -H "Authorization: Bearer $PET_KEY" \\
  -H 'Content-Type: application/json' \\
  --data-raw '{"name":"Rex","full-name":"O'\\''Rex"}'
`,
  );
  expect(sourceOf("health", "Shell")).toBe(`curl "$BASE_URL"'/health'\n`);
});

test.each([
  [
    { type: "apiKey", in: "header", name: "X-Key" },
    `curl "$BASE_URL"'/pets?sort=any' \\\n  -H "X-Key: $PET_KEY"\n`,
  ],
  [{ type: "apiKey", in: "query", name: "api.key" }, `curl "$BASE_URL"'/pets?sort=any&api.key='"$PET_KEY"\n`],
  [
    { type: "apiKey", in: "cookie", name: "sid" },
    `curl "$BASE_URL"'/pets?sort=any' \\\n  -H 'Cookie: sid='"$PET_KEY"\n`,
  ],
  [
    { type: "http", scheme: "basic" },
    `curl "$BASE_URL"'/pets?sort=any' \\\n  -H "Authorization: Basic $(printf %s "$PET_KEY" | base64 -w0)"\n`,
  ],
])("curl reads a credential of %j from the variable of its scheme", (scheme, command) => {
  const pets = readDocument({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1.0.0" },
    security: [{ petKey: [] }],
    paths: {
      "/pets": {
        get: {
          parameters: [{ name: "sort", in: "query", required: true, schema, example: "any" }],
          responses: { "204": { description: "None." } },
        },
      },
    },
    components: { securitySchemes: { petKey: scheme } },
  });
  const [operation] = pets.operations;
  const [sample] = operation ? codeSamples(pets, operation, { own: [], clientPackage: "client" }) : [];
  expect(sample?.source).toBe(command);
});

test("the client's call has the required parts, and a credential if one is needed", () => {
  expect(sourceOf("get-pet", "TypeScript")).toContain(`const answer = await api["get-pet"]({
  path: { "pet-id": "p 1" },
  query: { lang: "en" },
});
if (answer.status === 200) console.log(answer.data);
`);
  expect(sourceOf("get-pet", "TypeScript")).toContain(`auth: { "pet key": process.env.PET_KEY ?? "" }`);
  expect(sourceOf("health", "TypeScript")).not.toContain("auth");
});

test("every call compiles with the document's client", async () => {
  const folder = fileURLToPath(new URL("emitted", import.meta.url));
  const runtime = Object.entries(await runtimeFiles()).map(([name, text]) => [
    `client-runtime/${name}`,
    text,
  ]);
  const calls = document.operations.flatMap(({ operationId }) =>
    samplesOf(operationId).flatMap(({ lang, source }) =>
      lang === "TypeScript" ? [[`${operationId}.ts`, source]] : [],
    ),
  );
  expect(calls).toHaveLength(5);
  const files = [
    ...calls,
    ...runtime,
    ["types.ts", emitTypes(document)],
    ["client.ts", emitClient(document)],
  ];
  const complaints = compileVirtual(
    new Map(files.map(([name = "", text = ""]) => [path.join(folder, name), text])),
  );
  expect(complaints).toEqual([]);
});

test("a URL-encoded form is shown in the encodings of its fields", () => {
  const [curl, call] = samplesOf("adopt");
  expect(curl?.source).toContain("--data-raw 'labels%5Bby%5D=A&ids=1,2'");
  expect(call?.source).toContain('body: { labels: { by: "A" }, ids: [1, 2] },');
});

test("the document's own samples stay, and a form with a file has none", () => {
  const own = [{ lang: "bash", source: "pets get 1" }];
  expect(samplesOf("get-pet", own).map(({ lang }) => lang)).toEqual(["bash", "TypeScript"]);
  const typed = [{ lang: "TypeScript", source: "get(1);" }];
  expect(samplesOf("get-pet", typed).map(({ lang }) => lang)).toEqual(["Shell", "TypeScript"]);
  expect(samplesOf("upload")).toEqual([]);
});

test.each([
  [{ "x-codeSamples": [{ lang: "PHP", source: "1" }] }, [{ lang: "PHP", source: "1" }]],
  [
    { "x-code-samples": [{ language: "curl", code: "curl /", name: "By curl" }] },
    [{ lang: "curl", source: "curl /", label: "By curl" }],
  ],
  [{ "x-codeSamples": [{ source: "1" }, { lang: "PHP" }, "PHP", null] }, []],
  [{ "x-codeSamples": "none" }, []],
  [{}, []],
])("among an operation's own samples, only valid ones are used: %j", (operation, samples) => {
  expect(writtenSamples(operation)).toEqual(samples);
});
