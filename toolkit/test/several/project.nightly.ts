import { type ChildProcess, execFile, spawn } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { bin, modules } from "../helpers/linked-project.ts";
import { kioskV1, kioskV2 } from "./kiosk-documents.ts";

const config = `import { defineConfig } from "@counterpart/cli/config";

export default defineConfig({
  documents: [{ spec: "spec/v1.json" }, { spec: "spec/v2.json", basePath: "/v2" }],
});
`;

const main = `import { run } from "@counterpart/server";
import { handlers as v1 } from "./handlers.ts";
import { service } from "./service.ts";
import { handlers as v2 } from "./v2/handlers.ts";
import { service as service2 } from "./v2/service.ts";

const bundle = (file: string) => new URL("../generated/" + file, import.meta.url);

await run({
  documents: [
    { name: "v1", document: bundle("openapi.json"), handlers: v1, service },
    { name: "v2", document: bundle("v2/openapi.json"), handlers: v2, service: service2, basePath: "/v2" },
  ],
});
`;

const suite = `import { exampleRequests, startServices } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
import { handlers } from "../server/handlers.ts";
import { service } from "../server/service.ts";
import { handlers as handlers2 } from "../server/v2/handlers.ts";
import { service as service2 } from "../server/v2/service.ts";

const bundle = (file: string) => new URL("../generated/" + file, import.meta.url);
const { documents, close } = await startServices({
  documents: [
    { name: "v1", document: bundle("openapi.json"), handlers, service },
    { name: "v2", document: bundle("v2/openapi.json"), handlers: handlers2, service: service2, basePath: "/v2" },
  ],
});
afterAll(close);

const { v1, v2: { url, document, fetch } } = documents;

test("v1 knows its operations", () => {
  expect(v1.document.operations).toHaveLength(2);
});

test("v2 answers its examples", async () => {
  for (const { method, path, headers } of exampleRequests(document)) {
    expect((await fetch(url + path, { method, headers })).status).toBe(200);
  }
});
`;

let project: string;
const at = (file: string) => path.join(project, file);

beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), "counterpart-kiosk-"));
  await symlink(modules, at("node_modules"));
  await mkdir(at("spec"));
  await mkdir(at("server"));
  await mkdir(at("test"));
  await writeFile(at("package.json"), '{ "name": "kiosk", "type": "module" }');
  await writeFile(at("redocly.yaml"), "extends: [spec]\ntelemetry: off\n");
  await writeFile(at("counterpart.config.ts"), config);
  await writeFile(at("spec/v1.json"), JSON.stringify(kioskV1));
  await writeFile(at("spec/v2.json"), JSON.stringify(kioskV2));
  await writeFile(at("server/main.ts"), main);
  await writeFile(at("test/kiosk.test.ts"), suite);
  const template = fileURLToPath(new URL("../../cli/template/", import.meta.url));
  for (const file of ["vitest.config.ts", "tsconfig.json"]) {
    await copyFile(path.join(template, file), at(file));
  }
});
afterAll(() => rm(project, { recursive: true }));

async function run(file: string, ...args: string[]) {
  const options = { cwd: project, env: { ...process.env, NODE_ENV: "" } };
  return promisify(execFile)(process.execPath, [file, ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

const counterpart = (...args: string[]) => run(bin, ...args);

async function json(...args: string[]) {
  const { code, stdout, stderr } = await counterpart(...args, "--json");
  return { code, ...JSON.parse(stdout || stderr) };
}

/** The first output of a process that serves. It ends with the test. */
async function startProcess(args: string[], env: Record<string, string> = {}) {
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: project,
    env: { ...process.env, NODE_ENV: "", ...env },
  });
  onTestFinished(
    () =>
      new Promise((resolve) => {
        if (!child.kill("SIGTERM")) return resolve();
        child.once("close", () => resolve());
      }),
  );
  let output = "";
  return {
    until: (isEnough: (output: string) => boolean) =>
      new Promise<string>((resolve, reject) => {
        const listen = (chunk: Buffer) => {
          output += chunk;
          if (isEnough(output)) resolve(output);
        };
        child.stdout?.on("data", listen);
        child.stderr?.on("data", listen);
        child.once("close", () => reject(new Error(`It has ended:\n${output}`)));
      }),
  };
}

test("generate and scaffold write each document's files, the second's in folders with its name", async () => {
  const { code, documents } = await json("generate");
  expect(code).toBe(0);
  expect(documents.v1.written).toContain("generated/openapi.json");
  expect(documents.v2.written).toContain("generated/v2/openapi.json");
  expect(documents.v2.missing).toEqual(["listPapers", "getPaper"]);
  const scaffolded = await json("scaffold");
  expect(scaffolded.documents.v1.written).toContain("server/operations/listPapers.ts");
  expect(scaffolded.documents.v2.written).toEqual(
    expect.arrayContaining(["server/v2/operations/listPapers.ts", "server/v2/service.ts"]),
  );
  expect((await counterpart("scaffold")).stdout).toBe(
    "v1:\nEvery operation has a handler.\n\nv2:\nEvery operation has a handler.\n",
  );
});

test("their files compile together", async () => {
  expect(await run(path.join(modules, "typescript/bin/tsc"))).toMatchObject({ code: 0, stdout: "" });
});

test("--document selects one, with the output of a single document", async () => {
  expect(await json("scaffold", "--document", "v2")).toEqual({ code: 0, written: [] });
  expect(await json("docs", "--document", "v3")).toEqual({
    code: 2,
    error: 'The configuration has no document "v3"; it has v1, v2.',
  });
  expect(await json("client", "--out", "elsewhere")).toEqual({
    code: 2,
    error: "--out applies to one document. Name it with --document: v1, v2.",
  });
});

test("update renders the files of `new` for the first document, and those of scaffold for all", async () => {
  expect((await counterpart("update", "--render", "rendered")).code).toBe(0);
  const rendered = (await readdir(at("rendered"), { recursive: true })).sort();
  await rm(at("rendered"), { recursive: true });
  expect(rendered).toEqual(
    expect.arrayContaining([
      "counterpart.config.ts",
      "server/authenticators.ts",
      "server/service.ts",
      "server/v2/authenticators.ts",
      "server/v2/service.ts",
    ]),
  );
});

test("docs writes a page for each", async () => {
  expect(await json("docs")).toEqual({
    code: 0,
    documents: {
      v1: { written: expect.arrayContaining(["generated/docs/index.html", "generated/docs/openapi.yaml"]) },
      v2: { written: expect.arrayContaining(["generated/v2/docs/index.html"]) },
    },
  });
  expect(await readFile(at("generated/v2/docs/index.html"), "utf8")).toContain("kiosk-client-v2");
});

test("client builds a package for each, with its own name", async () => {
  expect(await json("client")).toMatchObject({
    code: 0,
    documents: { v1: { written: "packages/client" }, v2: { written: "packages/client-v2" } },
  });
  const nameIn = async (folder: string) =>
    JSON.parse(await readFile(at(`packages/${folder}/package.json`), "utf8")).name;
  expect([await nameIn("client"), await nameIn("client-v2")]).toEqual(["kiosk-client", "kiosk-client-v2"]);
  // Two tools check each package, which takes most of a minute on a busy machine.
}, 240_000);

test("release and compare report on each, and exit with the worst code", async () => {
  expect(await json("release")).toMatchObject({
    code: 0,
    documents: {
      v1: { released: "1.4.0" },
      v2: { released: "2.0.0", written: ["spec/released/v2.yaml", "spec/released/v2.changes.json"] },
    },
  });
  await writeFile(at("spec/v2.json"), JSON.stringify(kioskV2).replace("/papers/{id}", "/sheets/{id}"));
  const passed = { v1: { passed: true }, v2: { passed: false } };
  expect(await json("compare")).toMatchObject({ code: 1, documents: passed });
});

test("check reports on each, even if it can't check one of them", async () => {
  await rm(at("spec/v2.json"));
  expect(await json("check")).toMatchObject({
    code: 2,
    documents: { v1: { passed: true }, v2: { error: expect.stringContaining("There is no spec/v2.json") } },
  });
  await writeFile(at("spec/v2.json"), JSON.stringify(kioskV2));
  expect(await json("check")).toMatchObject({ code: 0, documents: { v2: { passed: true } } });
});

test("fuzz sends to each, below its base path, and repeats a case of one by its name", async () => {
  const { code, documents } = await json("fuzz", "--runs", "40", "--seed", "1");
  expect(code).toBe(0);
  expect(documents.v1.answers).toHaveProperty("listPapers 200");
  expect(documents.v2.answers).toHaveProperty("listPapers 200");
  expect(await json("fuzz", "--operation", "listPapers")).toEqual({
    code: 2,
    error: "--operation applies to one document. Name it with --document: v1, v2.",
  });
});

test("coverage counts each document's exchanges", async () => {
  const handler = (body: string) => `import type { Input, Output, Services } from "../operation.ts";

export async function listPapers(_input: Input<"listPapers">, _services: Services): Promise<Output<"listPapers">> {
  return { status: 200, body: ${body} };
}
`;
  await writeFile(
    at("server/v2/operations/listPapers.ts"),
    handler('{ papers: [{ id: "p1", name: "Tide" }] }'),
  );
  const { documents } = await json("coverage");
  expect([documents.v1.exchanges, documents.v2.exchanges]).toEqual([0, 1]);
  // Neither suite nor report is newer than the record of the other document.
  const again = await counterpart("coverage");
  expect(again.stderr).not.toContain("Running it");
});

test("mock serves both on one port", async () => {
  const mock = await startProcess([bin, "mock", "--port", "0", "--json"]);
  const { url, documents } = JSON.parse(await mock.until((output) => output.endsWith("\n")));
  expect(documents.v2).toEqual({
    document: "generated/v2/openapi.json",
    try: expect.stringContaining(`${url}/v2/papers`),
  });
  const old = await fetch(`${url}/v1/papers`, { headers: { "X-Key": "any" } });
  expect(await old.json()).toEqual([{ id: "p1", title: "The Tide", price: null }]);
  const latest = await fetch(`${url}/v2/papers`, { headers: { Authorization: "Bearer any" } });
  expect(await latest.json()).toEqual({ papers: [{ id: "p1", name: "The Tide", price: null }] });
});

test("one process serves both: pages, metrics and the environment by document", async () => {
  const server = await startProcess(["server/main.ts"], { PORT: "0", RATE_LIMITS: "v2.global=7" });
  const output = await server.until((text) => text.includes("operations have a handler"));
  expect(output).toMatch(/v1, v2 are running\.[\s\S]*v2 {4}http:\S+\/v2\/papers/);
  const [, url = ""] = /Docs {2}(http:\S+)\/docs/.exec(output) ?? [];
  const read = async (address: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + address, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const latest = await read("/v2/papers", { Authorization: "Bearer any" });
  expect([latest.status, latest.headers.get("RateLimit-Limit")]).toEqual([200, "7"]);
  const list = await read("/docs");
  for (const address of ["/v1/docs", "/v2/docs", "/v1/openapi.json", "/v2/openapi.yaml"]) {
    expect(list.text).toContain(`href="${address}"`);
    expect((await read(address)).status).toBe(200);
  }
  expect(JSON.parse((await read("/v2/openapi.json")).text).info.version).toBe("2.0.0");
  expect((await read("/llms.txt")).text).toContain("(/v2/llms.txt)");
  expect((await read("/v2/llms.txt")).text).toContain("# Kiosk");
  expect((await read("/readyz")).status).toBe(200);
  expect((await read("/metrics")).text).toMatch(
    /http_request_duration_seconds_count\{operation="listPapers",status="200",document="v2"\} 1/,
  );
});

test("an unknown scope is reported with the known ones", async () => {
  const server = await startProcess(["server/main.ts"], { PORT: "0", RATE_LIMITS: "global=7" });
  await expect(server.until(() => false)).rejects.toThrow(
    'scope=number with one of v1.global, v2.global, not "global=7"',
  );
});
