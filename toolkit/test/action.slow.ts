import { execFile, execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { access, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { writtenFiles } from "./helpers/written-files.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

interface Step {
  run?: string;
  if?: string;
  env?: Record<string, string>;
}

async function action(): Promise<{ inputs: Record<string, { default: string }>; steps: Step[] }> {
  const { inputs, runs } = parse(await readFile(path.join(root, "action.yml"), "utf8"));
  return { inputs, steps: runs.steps };
}

/** Runs the step of a script in a checkout, with the inputs as the action passes them. */
async function step(checkout: string, name: string, given: Record<string, string>) {
  const { inputs, steps } = await action();
  const found = steps.find(({ run }) => run === `$GITHUB_ACTION_PATH/scripts/action/${name}.sh`);
  const env = Object.entries(found?.env ?? {}).map(([variable, value]) => {
    const [, input = ""] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value) ?? [];
    expect(inputs).toHaveProperty([input]);
    return [variable, given[input] ?? inputs[input]?.default ?? ""];
  });
  const summary = path.join(checkout, "..", "summary.md");
  const variables = { ...Object.fromEntries(env), GITHUB_ACTION_PATH: root, GITHUB_STEP_SUMMARY: summary };
  const PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`;
  return new Promise<{ code: unknown; stdout: string; summary: string }>((resolve) => {
    const options = { cwd: checkout, env: { ...process.env, NODE_ENV: "", PATH, ...variables } };
    execFile("sh", ["-e", "-c", found?.run ?? "false"], options, async (error, stdout) => {
      resolve({ code: error?.code ?? 0, stdout, summary: await readFile(summary, "utf8").catch(() => "") });
    });
  });
}

const operation = (id: string) =>
  `    get: { operationId: ${id}, summary: Read, security: [], responses: { 200: { description: OK, content: { application/json: { schema: { type: array } } } }, 400: { description: No } } }\n`;
const head =
  "openapi: 3.1.0\ninfo: { title: Kites, version: 1.0.0, license: { name: MIT, identifier: MIT } }\nservers: [{ url: https://kites.example }]\npaths:\n";

/** A shallow clone of a branch with this document, where `main` has another. */
function clone(document: string, onMain: string): string {
  const folder = writtenFiles({ "origin/api/openapi.yaml": onMain });
  const git = (cwd: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], {
      cwd,
      stdio: "ignore",
    });
  const origin = path.join(folder, "origin");
  git(origin, "init", "-b", "main");
  git(origin, "add", ".");
  git(origin, "commit", "-m", "First");
  git(origin, "switch", "-c", "change");
  writeFileSync(path.join(origin, "api/openapi.yaml"), document);
  git(origin, "commit", "-am", "Second", "--allow-empty");
  git(folder, "clone", "--depth=1", "--branch=change", `file://${origin}`, "checkout");
  return path.join(folder, "checkout");
}

const both = `${head}  /kites:\n${operation("listKites")}  /strings:\n${operation("listStrings")}`;
const one = `${head}  /kites:\n${operation("listKites")}`;
const document = "api/openapi.yaml";

test("each step is a script that can be run, and all inputs are used", async () => {
  const { inputs, steps } = await action();
  const scripts = steps.flatMap(({ run = "" }) => /scripts\/action\/\w+\.sh$/.exec(run)?.[0] ?? []);
  expect(scripts).toHaveLength(4);
  for (const script of scripts) await access(path.join(root, script), 1);
  const text = JSON.stringify(steps);
  for (const input of Object.keys(inputs)) expect(text).toContain(`inputs.${input} }}`);
});

test("check annotates the document and writes a summary", async () => {
  const good = await step(clone(one, one), "check", { document });
  expect([good.code, good.summary]).toEqual([0, expect.stringContaining("✅ `counterpart check`")]);
  const bad = await step(clone(one.replace("type: array", "$ref: '#/none'"), one), "check", { document });
  expect([bad.code, bad.stdout]).toEqual([
    1,
    expect.stringMatching(/^::error file=api\/openapi\.yaml,line=\d/m),
  ]);
});

test("compare fetches the base branch into a shallow clone", async () => {
  const broken = await step(clone(one, both), "compare", { document, base: "main" });
  expect([broken.code, broken.stdout]).toEqual([
    1,
    expect.stringContaining("operation-removed::GET /strings"),
  ]);
  expect(broken.summary).toContain("❌ `counterpart compare`");
  expect((await step(clone(both, one), "compare", { document, base: "main" })).code).toBe(0);
  const other = await step(clone(one, one), "compare", { document: "new.yaml", base: "main" });
  expect([other.code, other.stdout]).toEqual([
    0,
    "main has no new.yaml, so there is nothing to compare with.\n",
  ]);
});

test("fuzz and proxy hold a server to the document", async () => {
  const server = createServer((_, res) => void res.setHeader("Content-Type", "application/json").end("{}"));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const checkout = clone(one, one);
  const fuzzed = await step(checkout, "fuzz", { document, "fuzz-url": url });
  expect([fuzzed.code, fuzzed.stdout]).toEqual([
    1,
    expect.stringContaining("::error title=counterpart fuzz"),
  ]);
  const run = "node -e 'fetch(process.env.API_URL + `/kites`)'";
  const passed = await step(checkout, "proxy", { document, "proxy-to": url, "proxy-run": run });
  expect([passed.code, passed.stdout]).toEqual([
    1,
    expect.stringContaining("::error title=counterpart proxy"),
  ]);
});
