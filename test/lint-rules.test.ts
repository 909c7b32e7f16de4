import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const modules = "noRestrictedImports";
const undeclared = "noUndeclaredDependencies";
const internals = "plugin";

/** Code that a rule of biome.json refuses, with the rule. */
const refused: [file: string, code: string, rule: string][] = [
  ["server/pages/a.ts", 'import { createRequire } from "node:module";', modules],
  ["toolkit/cli/generate/a.ts", 'import { createRequire as load } from "node:module";', modules],
  [
    "toolkit/server/http/a.ts",
    'import util from "express-openapi-validator/dist/middlewares/util.js";',
    modules,
  ],
  ["toolkit/testing/mock/a.ts", 'import types from "@stoplight/prism-http/dist/types.js";', modules],
  ["server/payments/a.ts", 'import core from "stripe/esm/stripe.core.js";', modules],
  ["toolkit/server/adapters/express/a.ts", 'import view from "express/lib/view.js";', modules],
  ["toolkit/server/telemetry/a.ts", 'import core from "@opentelemetry/core/src/index.js";', modules],
  ["toolkit/cli/tools/a.ts", 'const late = await import("yaml/util");', modules],
  ["server/pages/b.ts", 'import left from "left-pad";', undeclared],
  ["server/pages/c.ts", 'import yaml from "yaml";', undeclared],
  ["toolkit/server/http/b.ts", 'import pg from "pg";', undeclared],
  ["toolkit/cli/generate/b.ts", 'import pg from "pg";', undeclared],
  ["mock/stripe/events/a.ts", 'import pg from "pg";', undeclared],
  ["server/domain/a.ts", 'export const body = fetch("https://a.example");', "noRestrictedGlobals"],
  ["server/domain/b.ts", "export const socket = new WebSocket('wss://a.example');", "noRestrictedGlobals"],
  ["server/domain/c.ts", "export const body = globalThis.fetch;", "noRestrictedGlobals"],
  ["server/domain/d.ts", "export const port = process.env.PORT;", "noProcessEnv"],
  ["server/domain/e.ts", "export const file = process.argv;", "noRestrictedGlobals"],
  ["server/pages/d.ts", "Socket.prototype.write = () => true;", internals],
  ["toolkit/server/http/c.ts", "Object.assign(Socket.prototype, { write: () => true });", internals],
  ["toolkit/server/http/d.ts", 'Object.defineProperty(Socket.prototype, "write", {});', internals],
  ["toolkit/server/process/a.ts", "server._connections = 0;", internals],
  ["toolkit/server/process/b.ts", "export const handle = socket?._handle;", internals],
  ["server/pages/e.ts", "Array.prototype.last = () => 1;", "noExtendNative"],
  ["server/pages/f.ts", "async function save() {}\nsave();", "noFloatingPromises"],
  ["toolkit/testing/mock/b.ts", 'import { late } from "./late.ts";\nlate();', "noFloatingPromises"],
  ["test/a.ts", 'import { late } from "../toolkit/testing/mock/late.ts";\nlate();', "noFloatingPromises"],
];

const allowed: [file: string, code: string][] = [
  ["server/payments/provider/stripe-sdk.ts", 'export { default } from "stripe/esm/stripe.core.js";'],
  ["server/pages/g.ts", 'export { html } from "hono/html";'],
  ["server/pages/h.ts", 'export { readFile } from "node:fs/promises";'],
  ["server/pages/i.ts", 'export { ApiError } from "@counterpart/server/errors";'],
  ["server/domain/f.ts", "export const id = (product: { _id: string }) => product._id;"],
  ["test/b.ts", 'export { parse } from "yaml";'],
  ["toolkit/testing/mock/late.ts", "export async function late(): Promise<void> {}"],
];

interface Report {
  diagnostics: { category: string; location: { path: string | { file: string } } }[];
}

let folder = "";
let found: Map<string, string[]>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterpart-lint-"));
  const manifests = ["", "mock/stripe/", "toolkit/server/", "toolkit/testing/", "toolkit/cli/"];
  const copied = ["biome.json", "scripts/imports", ...manifests.map((place) => `${place}package.json`)];
  for (const name of copied) await cp(name, path.join(folder, name), { recursive: true });
  for (const [file, code] of [...refused, ...allowed]) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), `${code}\n`);
  }
  found = rulesByFile(await lint(folder));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function lint(cwd: string): Promise<Report> {
  const program = path.resolve("node_modules/@biomejs/biome/bin/biome");
  const options = ["lint", "--vcs-enabled=false", "--max-diagnostics=none", "--reporter=json"];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...options], { cwd }, (_error, stdout, stderr) => {
      if (stdout.startsWith("{")) resolve(JSON.parse(stdout));
      else reject(new Error(stderr));
    });
  });
}

function rulesByFile({ diagnostics }: Report): Map<string, string[]> {
  const byFile = new Map<string, string[]>();
  for (const { category, location } of diagnostics) {
    const file = typeof location.path === "string" ? location.path : location.path.file;
    byFile.set(file, [...(byFile.get(file) ?? []), category.split("/").at(-1) ?? ""]);
  }
  return byFile;
}

describe("the linter refuses", () => {
  test.each(refused)("%s: %s", (file, _code, rule) => {
    expect(found.get(file)).toContain(rule);
  });
});

test.each(allowed)("allowed: %s, %s", (file) => {
  expect(found.get(file) ?? []).toEqual([]);
});
