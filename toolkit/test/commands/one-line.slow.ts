import { execFile } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { compileVirtual } from "../helpers/compile-virtual.ts";
import { modules } from "../helpers/linked-project.ts";
import { runCounterpart } from "../helpers/run-counterpart.ts";
import { startCommand } from "../helpers/watched-process.ts";
import { writtenFiles } from "../helpers/written-files.ts";

const kites = (version: string, properties: object, more: object = {}) => ({
  openapi: "3.1.0",
  info: { title: "Kites & Strings", version, license: { name: "MIT", identifier: "MIT" } },
  servers: [{ url: "https://kites.example/v1" }],
  paths: {
    "/kites": {
      get: {
        operationId: "listKites",
        summary: "List kites",
        security: [],
        responses: {
          200: {
            description: "Kites.",
            content: {
              "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/Kite" } } },
            },
          },
          400: { description: "No." },
        },
      },
      ...more,
    },
  },
  components: { schemas: { Kite: { type: "object", required: Object.keys(properties), properties } } },
});
const tail = { tail: { type: "string", examples: ["long"] } };

/** Runs until the test ends. */
function start(folder: string, ...args: string[]) {
  const command = startCommand(folder, ...args);
  onTestFinished(async () => void (await command.interrupt()));
  return command;
}

test("`mock` serves a document with its files, and serves it again after each change", async () => {
  const folder = writtenFiles({
    "api.json": { ...kites("1.0.0", tail), components: { schemas: { Kite: { $ref: "Kite.yaml" } } } },
    "Kite.yaml":
      "{ type: object, required: [tail], properties: { tail: { type: string, examples: [long] } } }",
  });
  const mock = start(folder, "mock", "api.json", "--port", "0");
  const [, url = ""] = /listens on (\S+),/.exec(await mock.until(/listens on \S+,/)) ?? [];
  const kite = async () => ((await (await fetch(`${url}/v1/kites`)).json()) as unknown[])[0];
  expect(await kite()).toEqual({ tail: "long" });
  writeFileSync(
    path.join(folder, "Kite.yaml"),
    "{ type: object, required: [tail], properties: { tail: { type: string, examples: [short] } } }",
  );
  await mock.until("is served as it is now");
  expect(await kite()).toEqual({ tail: "short" });
  writeFileSync(path.join(folder, "api.json"), "{");
  await mock.until("as it was before");
  expect(await kite()).toEqual({ tail: "short" });
});

test("1 for a mock of which nothing can be served, with the places", async () => {
  const dangling = {
    get: {
      responses: { 200: { description: "OK", content: { "text/csv": { schema: { $ref: "#/none" } } } } },
    },
  };
  const folder = writtenFiles({
    "api.json": { openapi: "3.1.0", info: { title: "A", version: "1" }, paths: { "/a": dangling } },
  });
  const { code, stderr } = await runCounterpart(folder, ["mock", "api.json", "--port", "0"]);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("None of the document's operations can be served:\nerror: api.json:"),
  ]);
});

test("`types` writes one file that compiles alone, with a type for each schema by its name", async () => {
  const names = [
    "Kite",
    "string",
    "Record",
    "components",
    "my-kite",
    "my_kite",
    "1st",
    "Blob",
    "default",
    "Schema_Blob",
    "JsonBody",
  ];
  const document = kites("1.0.0", tail);
  const file = {
    type: "object",
    required: ["data"],
    properties: {
      data: { contentEncoding: "base64", contentMediaType: "image/png", type: "string" },
      more: { type: "object", additionalProperties: { type: "integer" } },
    },
  };
  document.components.schemas = Object.fromEntries(names.map((name) => [name, file])) as never;
  const folder = writtenFiles({ "api.json": document, "package.json": { type: "module" } });
  const { code, stdout } = await runCounterpart(folder, ["types", "api.json", "--out", "src/types.ts"]);
  expect([code, stdout]).toEqual([0, "written: src/types.ts\n"]);
  const text = readFileSync(path.join(folder, "src/types.ts"), "utf8");
  expect(text).not.toMatch(/^import /m);
  expect((await runCounterpart(folder, ["types", "api.json"])).stdout).toBe(text);
  expect((await runCounterpart(folder, ["types", "api.json", "--out", "src/types.ts"])).stdout).toContain(
    "up to date",
  );
  const use = `import type { Kite, string_, Record_, components_, myKite, my_kite, _1st, Blob_, default_, Schema_Blob, JsonBody_ } from "./types.ts";
import type { components, paths } from "./types.ts";
type Same = [Kite, string_, Record_, components_, myKite, my_kite, _1st, Blob_, default_, Schema_Blob, JsonBody_];
export const all = (kite: components["schemas"]["Kite"]): Same => [kite, kite, kite, kite, kite, kite, kite, kite, kite, kite, kite];
export const more: number | undefined = all({ data: "", more: { a: 1 } })[0].more?.b;
// @ts-expect-error The value isn't a number.
all({ data: "", more: { a: "1" } });
export type Answer = paths["/v1/kites"]["get"]["responses"][200];
`;
  const at = (name: string) => path.join(folder, "src", name);
  expect(
    compileVirtual(
      new Map([
        [at("types.ts"), text],
        [at("use.ts"), use],
      ]),
    ),
  ).toEqual([]);
});

test("`docs` builds the reference in a folder, and `--serve` reloads it after each change", async () => {
  const folder = writtenFiles({ "api.json": kites("1.0.0", tail) });
  const { code, stdout } = await runCounterpart(folder, ["docs", "api.json", "--out", "site"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("site/index.html")]);
  const built = readFileSync(path.join(folder, "site/index.html"), "utf8");
  expect(built).toContain("kites-strings-client");
  const docs = start(folder, "docs", "api.json", "--serve", "--port", "0");
  const [, url = ""] = /is at (\S+),/.exec(await docs.until(/is at \S+,/)) ?? [];
  const page = await (await fetch(url)).text();
  expect(page).toContain("List kites");
  expect(page).toContain("connect-src 'self'");
  const events = (await fetch(`${url}/_changes`)).body?.getReader();
  writeFileSync(
    path.join(folder, "api.json"),
    JSON.stringify(kites("1.1.0", tail)).replace("List kites", "Find kites"),
  );
  expect(new TextDecoder().decode((await events?.read())?.value)).toBe("data: changed\n\n");
  expect(await (await fetch(url)).text()).toContain("Find kites");
  await events?.cancel();
});

test("`check` lints a document and reports which operations can't be served, with their lines", async () => {
  const folder = writtenFiles({
    "api.json": kites("1.0.0", tail),
    "less.json": {
      overlay: "1.0.0",
      info: { title: "L", version: "1" },
      actions: [{ target: "$.paths.*.get", update: { responses: { 400: { $ref: "#/none" } } } }],
    },
  });
  const good = await runCounterpart(folder, ["check", "api.json"]);
  expect([good.code, good.stdout]).toEqual([
    0,
    expect.stringContaining("✓ Redocly finds no errors in api.json."),
  ]);
  const unlinted = await runCounterpart(folder, ["check", "-", "--json"], {
    stdin: JSON.stringify({ ...kites("1.0.0", tail), paths: { "/a": { get: { responses: {} } } } }),
  });
  expect(JSON.parse(unlinted.stdout)).toMatchObject({
    passed: false,
    lint: expect.arrayContaining([expect.objectContaining({ severity: "error", file: "<stdin>" })]),
  });
  const { code, stdout } = await runCounterpart(folder, ["check", "api.json", "--overlay", "less.json"]);
  expect([code, stdout]).toEqual([1, expect.stringContaining("✗ Parts of the document can't be served.")]);
  expect(stdout).toMatch(/error: api\.json:\d+ \(#\/paths\/~1kites\/get\): This operation can't be served/);
});

const added = {
  post: { operationId: "addKite", security: [], responses: { 204: { description: "Added." } } },
};

test("`compare` of two documents fails for breaks only, and its version is a note", async () => {
  const folder = writtenFiles({
    "old.json": kites("0.3.0", tail),
    "more.json": kites("0.3.0", { ...tail, colour: { type: "string" } }, added),
    "less.json": kites("0.4.0", {}),
  });
  const more = await runCounterpart(folder, ["compare", "old.json", "more.json"]);
  expect([more.code, more.stdout]).toEqual([
    0,
    expect.stringMatching(/Nothing breaks: .*\n\nnote: info.version is 0.3.0, but/),
  ]);
  const less = await runCounterpart(folder, ["compare", "old.json", "less.json"]);
  expect([less.code, less.stdout]).toEqual([1, expect.stringContaining("✗ 2 changes break clients:")]);
  expect(less.stdout).not.toContain("From 1.0.0 on");
  const json = JSON.parse(
    (await runCounterpart(folder, ["compare", "old.json", "less.json", "--json"])).stdout,
  );
  expect(json).toMatchObject({
    passed: false,
    released: "0.3.0",
    current: "0.4.0",
    fits: "0.4.0",
    advice: [],
  });
  const changelog = await runCounterpart(folder, ["compare", "old.json", "more.json", "--changelog"]);
  expect(changelog.stdout).toMatch(/^## 0.3.0 to 0.3.0\n\n\*\*New\*\*\n\n- `POST \/v1\/kites`/);
  const breaks = await runCounterpart(folder, ["compare", "more.json", "less.json", "--changelog"]);
  expect([breaks.code, breaks.stdout]).toEqual([
    1,
    expect.stringContaining("**Breaking**\n\n- POST /v1/kites: addKite was removed."),
  ]);
  const same = await runCounterpart(folder, ["compare", "-", "old.json"], {
    stdin: readFileSync(path.join(folder, "old.json"), "utf8"),
  });
  expect([same.code, same.stdout]).toEqual([
    0,
    "Compared with <stdin>, version 0.3.0.\nNothing has changed.\n",
  ]);
});

test("`client` builds a package, and with --source the files that a project has", async () => {
  const folder = writtenFiles({ "api.json": kites("1.0.0", tail) });
  const { code, stdout } = await runCounterpart(folder, ["client", "api.json", "--out", "client", "--json"]);
  expect([code, JSON.parse(stdout)]).toMatchObject([
    0,
    { written: "client", checks: [{ result: "passed" }, { result: "passed" }] },
  ]);
  const manifest = JSON.parse(readFileSync(path.join(folder, "client/package.json"), "utf8"));
  expect(manifest).toMatchObject({ name: "kites-strings-client", version: "1.0.0", private: true });
  symlinkSync(modules, path.join(folder, "node_modules"));
  const usage =
    "import { createApi, createApiClient } from './client/dist/client.js';\n" +
    "const fetch = async () => Response.json([{ tail: 'long' }]);\n" +
    "const api = createApi(createApiClient({ fetch }));\n" +
    "console.log(JSON.stringify((await api.listKites()).data));\n";
  writeFileSync(path.join(folder, "usage.mjs"), usage);
  const { stdout: used } = await promisify(execFile)(process.execPath, ["usage.mjs"], { cwd: folder });
  expect(used).toBe('[{"tail":"long"}]\n');
  // Built again over itself, and never over other files.
  expect((await runCounterpart(folder, ["client", "api.json", "--out", "client"])).code).toBe(0);
  const refused = await runCounterpart(folder, ["client", "api.json", "--out", "."]);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("contains other files")]);
  const source = await runCounterpart(folder, ["client", "api.json", "--source", "--out", "generated"]);
  expect([source.code, source.stdout]).toEqual([0, expect.stringContaining("generated/client.ts")]);
});
