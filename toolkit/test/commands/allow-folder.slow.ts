import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../../cli/commands/run-command.ts";
import { redoclyDiff } from "../../cli/compare/redocly-diff.ts";
import { withDefaults } from "../../cli/config/config-schema.ts";
import { lintProject } from "../../cli/config/lint-project.ts";
import { buildPage } from "../../cli/generate/docs/reference-page.ts";
import { readInProcess } from "../../cli/new/read-in-process.ts";
import { writtenFiles } from "../helpers/written-files.ts";

async function run(...args: string[]) {
  let output = "";
  const write = (part: string) => (output += part);
  const code = await runCommand(args, { stdout: { write }, stderr: { write }, env: {} });
  return { code, output };
}

const kites = (schema: object) => ({
  openapi: "3.1.0",
  info: { title: "Kites", version: "1.0.0" },
  paths: {
    "/kites": {
      get: {
        operationId: "listKites",
        security: [],
        responses: { 200: { description: "Kites.", content: { "application/json": { schema } } } },
      },
    },
  },
});

function spread() {
  const folder = writtenFiles({
    "api/openapi.json": kites({ $ref: "../shared/Kite.yaml" }),
    "shared/Kite.yaml": "{ type: string, x-more: { $ref: Tail.yaml } }",
    "shared/Tail.yaml": "{ type: string }",
    "traffic.json": "{}",
  });
  return { folder, spec: path.join(folder, "api/openapi.json"), shared: path.join(folder, "shared") };
}

test.each([
  ["inspect", (spec: string) => [spec]],
  ["mcp", (spec: string) => ["--spec", spec, "--to", "http://127.0.0.1:1"]],
  ["proxy", (spec: string) => ["--spec", spec, "--to", "http://127.0.0.1:1", "--port", "0"]],
  ["fuzz", (spec: string) => ["--spec", spec, "--url", "http://127.0.0.1:1"]],
  ["coverage", (spec: string) => ["--spec", spec, "--traffic", path.join(spec, "../../traffic.json")]],
  ["compare", (spec: string) => ["--spec", spec, "--released", "none.yaml"]],
  ["release", (spec: string) => ["--spec", spec, "--released", "none.yaml"]],
])("`%s` refuses a document that refers to another folder", async (command, argumentsFor) => {
  const { spec } = spread();
  const { code, output } = await run(command, ...argumentsFor(spec));
  expect(code).toBe(command === "inspect" ? 1 : 2);
  expect(output).toMatch(/The reference \.\.\/shared\/Kite\.yaml leads to .*--allow-folder/s);
});

test("`--allow-folder` lets `inspect` and `compare` read it, and must name a folder", async () => {
  const { spec, shared } = spread();
  expect(await run("inspect", spec, "--allow-folder", shared)).toMatchObject({ code: 0 });
  const compare = ["compare", "--spec", spec, "--released", "none.yaml", "--allow-folder"];
  expect(await run(...compare, shared)).toMatchObject({ code: 0 });
  expect((await run(...compare, "nowhere")).output).toContain("nowhere isn't one");
  expect((await run("compare", "--allow-folder", shared)).output).toContain("--allow-folder needs --spec");
});

test("a new project gets the files of an allowed folder only", async () => {
  const { spec, shared } = spread();
  const read = (allowFolders: string[]) => readInProcess({ root: spec, include: undefined, allowFolders });
  await expect(read([])).rejects.toThrow("The reference ../shared/Kite.yaml");
  const { specs } = await read([shared]);
  expect([...specs.files.keys()].sort()).toEqual([
    "api/openapi.json",
    "shared/Kite.yaml",
    "shared/Tail.yaml",
  ]);
});

test("Redocly doesn't lint a project's document that mentions another folder", async () => {
  const { spec, shared } = spread();
  const config = (allowFolders: string[]) =>
    withDefaults({ spec: path.relative("", spec), allowFolders }, true);
  await expect(lintProject(config([]))).rejects.toThrow("The reference ../shared/Kite.yaml");
  expect(await lintProject(config([shared]))).toEqual(expect.any(Array));
});

/** A bundle whose data refers to a file, which Redocly would read. */
function hostileBundle() {
  const folder = writtenFiles({ "secret.yaml": "{ type: string, description: SECRET, title: SECRET }" });
  const $ref = path.join(folder, "secret.yaml");
  const { info, ...rest } = kites({ type: "object", "x-more": { $ref } });
  const bundle = structuredClone({ ...rest, info: { ...info, description: { $ref }, "x-more": { $ref } } });
  Object.assign(bundle.paths["/kites"].get.responses[200].content["application/json"], {
    examples: { one: { value: { $ref } }, two: { externalValue: $ref }, three: { $ref } },
  });
  return { bundle, folder };
}

test("the reference page contains no file that the bundle's data refers to", async () => {
  const { bundle, folder } = hostileBundle();
  const out = path.join(folder, "docs/index.html");
  mkdirSync(path.dirname(out));
  await buildPage(bundle as never, out);
  const page = readFileSync(out, "utf8");
  expect(page).toContain("Kites");
  expect(page).not.toContain("SECRET");
});

test("Redocly compares no file that a bundle refers to", async () => {
  const folder = writtenFiles({ "secret.yaml": "{ type: string, enum: [SECRET] }" });
  const bundle = kites({ type: "object", properties: { a: { $ref: path.join(folder, "secret.yaml") } } });
  const released = kites({ type: "object", properties: { a: { type: "string", enum: ["red"] } } });
  const changes = await redoclyDiff(released as never, bundle as never);
  expect(JSON.stringify(changes)).not.toContain("SECRET");
});
