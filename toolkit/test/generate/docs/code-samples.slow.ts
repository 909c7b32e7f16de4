import { execFile } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { emitClient } from "../../../cli/generate/client/client.ts";
import { type CodeSample, codeSamples, writtenSamples } from "../../../cli/generate/docs/code-samples.ts";
import { emitTypes } from "../../../cli/generate/types.ts";
import { readDocument } from "../../../server/document/read-document.ts";
import { type FormPart, formParts } from "../../../server/request/form-parts.ts";
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
const album = {
  schema: {
    type: "object",
    required: ["title", "cover", "pages", "owner"],
    properties: {
      title: { type: "string", example: "@home; 2" },
      cover: { type: "string", format: "binary" },
      pages: { type: "array", items: { type: "string", format: "binary" }, minItems: 2, maxItems: 2 },
      owner: { type: "object", required: ["name"], properties: { name: { const: 'A "B"; C' } } },
    },
  },
  encoding: { cover: { contentType: "image/jpeg" } },
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
    "/portrait": {
      put: {
        operationId: "paint",
        requestBody: { content: { "image/jpeg": {} } },
        responses: { "204": { description: "Kept." } },
      },
    },
    "/motto": {
      put: {
        operationId: "engrave",
        requestBody: { content: { "text/plain": { schema: { type: "string", example: "Sit; stay" } } } },
        responses: { "204": { description: "Kept." } },
      },
    },
    "/albums": {
      post: {
        operationId: "addAlbum",
        requestBody: { content: { "multipart/form-data": album } },
        responses: { "201": { description: "Kept." } },
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
  const calls = document.operations.flatMap(({ operationId }) =>
    samplesOf(operationId).flatMap(({ lang, source }) =>
      lang === "TypeScript" ? [[`${operationId}.ts`, source]] : [],
    ),
  );
  expect(calls).toHaveLength(9);
  const files = [...calls, ["types.ts", emitTypes(document)], ["client.ts", emitClient(document)]];
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

test("files are read from disk", () => {
  expect(sourceOf("upload", "Shell")).toContain("-F 'photo=@photo.bin;type=application/octet-stream'\n");
  expect(sourceOf("upload", "Shell")).not.toContain("Content-Type");
  expect(sourceOf("upload", "TypeScript")).toContain('body: { photo: await openAsBlob("photo.bin") },');
  expect(sourceOf("upload", "TypeScript")).toMatch(/^import { openAsBlob } from "node:fs";\n/);
  expect(sourceOf("paint", "Shell")).toContain("--data-binary '@file.jpg'\n");
  expect(sourceOf("paint", "TypeScript")).toContain(
    'body: await openAsBlob("file.jpg", { type: "image/jpeg" }),',
  );
});

test("a body that isn't required is shown too, as text where it is text", () => {
  expect(sourceOf("engrave", "Shell")).toContain(
    "-H 'Content-Type: text/plain' \\\n  --data-raw 'Sit; stay'\n",
  );
  expect(sourceOf("engrave", "TypeScript")).toContain('body: "Sit; stay",');
});

test("curl sends the form that the sample shows", async () => {
  const received: { parts: FormPart[]; type: string }[] = [];
  const server = http.createServer(async (req, res) => {
    const type = req.headers["content-type"] ?? "";
    received.push({ type, parts: formParts(Buffer.concat(await req.toArray()), type) });
    res.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const folder = await mkdtemp(path.join(tmpdir(), "samples-"));
  await writeFile(path.join(folder, "cover.jpg"), "jpeg");
  await writeFile(path.join(folder, "pages.bin"), "bytes");
  const env = { ...process.env, BASE_URL: `http://127.0.0.1:${port}`, PET_KEY: "k" };
  await promisify(execFile)("sh", ["-c", sourceOf("addAlbum", "Shell")], { cwd: folder, env });
  server.close();
  const sent = received[0]?.parts.map((one) => ({ ...one, bytes: one.bytes.toString() }));
  expect(sent).toEqual([
    { name: "title", bytes: "@home; 2" },
    { name: "cover", filename: "cover.jpg", contentType: "image/jpeg", bytes: "jpeg" },
    { name: "pages", filename: "pages.bin", contentType: "application/octet-stream", bytes: "bytes" },
    { name: "pages", filename: "pages.bin", contentType: "application/octet-stream", bytes: "bytes" },
    { name: "owner", contentType: "application/json", bytes: '{"name":"A \\"B\\"; C"}' },
  ]);
});

test("the document's own samples stay", () => {
  const own = [{ lang: "bash", source: "pets get 1" }];
  expect(samplesOf("get-pet", own).map(({ lang }) => lang)).toEqual(["bash", "TypeScript"]);
  const typed = [{ lang: "TypeScript", source: "get(1);" }];
  expect(samplesOf("get-pet", typed).map(({ lang }) => lang)).toEqual(["Shell", "TypeScript"]);
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
