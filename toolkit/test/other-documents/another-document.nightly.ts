import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeProject } from "../../cli/new/make-project.ts";
import { bin, modules, runLinked } from "../helpers/linked-project.ts";

const run = promisify(execFile);
const { NODE_ENV: _, ...environment } = process.env;
const env = { ...environment, PORT: "0", PATH: `${modules}/.bin:${process.env.PATH}` };

const vitest = path.join(modules, "vitest/vitest.mjs");

/** Runs compilers and whole test suites. */
const patient = { timeout: 120_000 };

const running: ChildProcess[] = [];
afterAll(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

/** Runs a script of the project to its end. */
const node = (folder: string, ...args: string[]) => run(process.execPath, args, { cwd: folder, env });

/** Starts a script of the project, and waits for an output. */
async function start(
  folder: string,
  args: string[],
  wanted: RegExp,
): Promise<[ChildProcess, RegExpExecArray]> {
  const child = spawn(process.execPath, args, { cwd: folder, env });
  running.push(child);
  let output = "";
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
        const found = wanted.exec(output);
        if (found) resolve([child, found]);
      });
    }
    child.on("close", () => reject(new Error(`${args.join(" ")} has ended:\n${output}`)));
  });
}

async function startServer(folder: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const [child, [, port = ""]] = await start(folder, ["server/main.ts"], /"port":(\d+)/);
  const ended = new Promise((resolve) => child.once("close", resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

describe("a project created from another document", patient, () => {
  let copy: string;
  const progress: string[] = [];
  beforeAll(async () => {
    copy = path.join(await mkdtemp(path.join(tmpdir(), "counterpart-copy-")), "toolshed");
    const spec = fileURLToPath(new URL("fixtures/toolshed", import.meta.url));
    await makeProject(
      { folder: copy, spec, name: "toolshed", registry: false, node: false, allowFolders: [spec] },
      { run: runLinked, progress: (sentence) => void progress.push(sentence) },
    );
  });
  afterAll(() => rm(path.dirname(copy), { recursive: true, force: true }));

  test("`new` says where the base path went, and its generated files are up to date", async () => {
    expect(progress.join("\n")).toContain("The servers' base path is part of every path: /api/v2/tools");
    const { stdout } = await node(copy, bin, "generate", "--check", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ stale: [], missing: [] });
  });

  test("scaffold writes a file for each operation, whatever its id, and the shared files", async () => {
    expect((await readdir(path.join(copy, "server/operations"))).sort()).toEqual(
      [
        ...["addTool", "changeTool", "deleteKeysKeyId", "delete_", "getClosingHours", "getPhoto", "getTool"],
        ...["lend", "listTools", "putPhoto", "readHours", "toolsSearch"],
      ].map((name) => `${name}.ts`),
    );
    const again = await node(copy, bin, "scaffold", "--json");
    expect(JSON.parse(again.stdout)).toEqual({ written: [] });
  });

  test("it compiles, with a handler and a caller of the new types, and the client finds the server", async () => {
    await writeFile(path.join(copy, "tour.ts"), tour);
    await writeFile(path.join(copy, "server/operations/lend.ts"), lend);
    const [server] = await Promise.all([startServer(copy), run("tsc", [], { cwd: copy, env })]);
    const { stdout } = await node(copy, "tour.ts", server.url);
    expect(JSON.parse(stdout)).toEqual({
      listed: 200,
      mocked: "true",
      lent: "loan_12",
      refused: "validation-error",
      photo: 204,
      text: "Hammer\nSaw\n",
      shelf: 200,
      deleted: 204,
    });
    await server.stop();
  });

  test("its tests pass with unexercised responses, unless coverage is required", async () => {
    const testEnv = Object.fromEntries(
      Object.entries({ ...env, CI: "1" }).filter(([name]) => !/^VITEST/.test(name)),
    );
    const runTests = () => run(process.execPath, [vitest, "run"], { cwd: copy, env: testEnv });
    const { stdout } = await runTests();
    expect(stdout).toMatch(/Contract coverage: \d+ of \d+/);
    expect(stdout).not.toContain("✗");

    const config = path.join(copy, "counterpart.config.ts");
    const text = await readFile(config, "utf8");
    await writeFile(config, text.replace("{ spec:", "{ coverageRequired: true, spec:"));
    await expect(runTests()).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining("passed") });
    await writeFile(config, text);
  });

  test("the server answers stubs from the mock, refuses as documented, and has a reference", async () => {
    const { url, stop } = await startServer(copy);
    const headers = { "X-Member-Card": "any" };
    const ask = (address: string, init: RequestInit = { headers }) => fetch(url + address, init);
    const listed = await ask("/api/v2/tools");
    expect([listed.status, listed.headers.get("X-Mock")]).toEqual([200, "true"]);
    expect(await listed.json()).toMatchObject([{ kind: "hammer", name: "Hammer" }]);
    const wanted = await ask("/api/v2/tools", { headers: { ...headers, Prefer: "code=404" } });
    expect([wanted.status, wanted.headers.get("Content-Type")]).toEqual([
      404,
      expect.stringContaining("problem+json"),
    ]);
    const anonymous = await ask("/api/v2/tools", {});
    expect([anonymous.status, await anonymous.json()]).toMatchObject([
      401,
      { type: "about:blank", status: 401 },
    ]);
    const page = await ask("/docs");
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Tool shed")]);
    expect(await (await ask("/openapi.json")).json()).toMatchObject({
      servers: [{ url: "https://shed.example" }, {}],
    });
    await stop();
  });

  test("the mock answers at the same addresses", async () => {
    const [mock, [url = ""]] = await start(
      copy,
      [bin, "mock", "--port", "0", "--json"],
      /http:\/\/127\.0\.0\.1:\d+/,
    );
    const response = await fetch(`${url}/api/v2/opening-hours`);
    expect([response.status, await response.json()]).toEqual([200, { from: "09:00", until: null }]);
    expect((await fetch(`${url}/opening-hours`)).status).toBe(404);
    mock.kill("SIGTERM");
  });

  test("production refuses to start while every credential is accepted, and otherwise answers 501", async () => {
    const production = { ...env, NODE_ENV: "production", HOST: "127.0.0.1" };
    const refused = run(process.execPath, ["server/main.ts"], { cwd: copy, env: production });
    await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("memberCard") });

    await writeFile(path.join(copy, "server/authenticators.ts"), await authenticatorsFor(copy));
    const child = spawn(process.execPath, ["server/main.ts"], { cwd: copy, env: production });
    running.push(child);
    const port = await new Promise((resolve) => {
      child.stdout.on("data", (chunk) => resolve(/"port":(\d+)/.exec(String(chunk))?.[1]));
    });
    const response = await fetch(`http://127.0.0.1:${port}/api/v2/tools/1`);
    expect([response.status, await response.json()]).toMatchObject([
      501,
      { status: 501, title: "Not Implemented" },
    ]);
    child.kill("SIGTERM");
  });

  test("the fuzzer finds nothing", async () => {
    const { url, stop } = await startServer(copy);
    const credentials = ["memberCard", "keeper", "twoFactor", "kiosk", "oauth"].flatMap((scheme) => [
      "--credential",
      `${scheme}=open:sesame`,
    ]);
    const fuzz = [
      bin,
      "fuzz",
      "--url",
      url,
      "--spec",
      "generated/openapi.json",
      "--runs",
      "250",
      "--seed",
      "7",
    ];
    const { stdout } = await node(copy, ...fuzz, ...credentials);
    expect(stdout).toContain("nothing found");
    await stop();
  });
});

/** A user's replacement for the stubs: one credential is valid for every scheme. */
async function authenticatorsFor(project: string): Promise<string> {
  const text = await readFile(path.join(project, "server/authenticators.ts"), "utf8");
  return text
    .replace(/^import \{ acceptAnyone \}.*\n/m, "")
    .replace(
      "return {",
      'const only = async ({ credential }: { credential: string }) => (credential === "open:sesame" ? { caller: { name: credential }, bucket: credential } : undefined);\n  return {',
    )
    .replaceAll("acceptAnyone()", "only");
}

const lend = `import type { Input, Output } from "../operation.ts";

export async function lend({ body, caller }: Input<"lend">): Promise<Output<"lend">> {
  if (caller.name === "") throw new Error("Everybody has a name.");
  return { status: 201, body: { id: \`loan_\${body.toolIds.join("")}\`, dueOn: "2026-03-01" } };
}
`;

/** Uses the generated client in every way that this document needs beyond openapi-fetch. */
const tour = `import { createApiClient } from "./generated/client.ts";

const baseUrl = process.argv[2] ?? "";
const auth = { memberCard: "a", keeper: "ines:secret", twoFactor: "99" };
const client = createApiClient({ baseUrl, auth });

const query = {
  tag: ["a", "b"],
  ids: [1, 2],
  sizes: [1.5, 2],
  kinds: ["hammer" as const, "saw" as const],
  filter: { price: { min: 1 }, kinds: ["x,y"] },
  place: { shelf: 3, row: "07" },
  at: { x: 1, y: 2 },
  since: "2026-01-01T00:00:00Z",
};
const listed = await client.GET("/api/v2/tools", { params: { query, cookie: { theme: "dark", seen: [3] } } });
const lent = await client.POST("/api/v2/loans", { body: { toolIds: [1, 2], days: 7, insured: true } });
const refused = await client.POST("/api/v2/loans", { body: { toolIds: [1], days: 70 } });
const file = new File(["png"], "saw.png", { type: "image/png" });
const photo = await client.PUT("/api/v2/tools/{toolId}/photo", {
  params: { path: { toolId: 1 } },
  body: { photo: file, more: [file], stars: 5, tags: ["sharp"], place: { shelf: 3 } },
  // Two media types, neither of them JSON: the first is sent.
});
const text = await client.POST("/api/v2/tools:search", { params: { query: { filter: { kinds: ["a"] } } }, body: "saw" });
const shelf = await client.GET("/api/v2/shelves/{places}/{colour}/{corner}", {
  params: { path: { places: [1, 2], colour: { r: 3, g: 4 }, corner: [5, 6.5] } },
});
const deleted = await client.DELETE("/api/v2/keys/{keyId}", {
  params: { path: { keyId: "0b8f0c3e-8c53-4f0a-9d0c-0f3f6c1f2a11" } },
});
if (listed.status === 200) {
  for (const tool of listed.data) {
    // @ts-expect-error: only requests have it
    if (typeof tool !== "string") tool.code;
  }
}
console.log(
  JSON.stringify({
    listed: listed.status,
    mocked: listed.response.headers.get("X-Mock"),
    lent: lent.status === 201 ? lent.data.id : lent.error,
    refused: refused.status === 400 ? refused.error.error.code : refused.status,
    photo: photo.status,
    text: text.status === 200 ? text.data : text.error,
    shelf: shelf.status,
    deleted: deleted.status,
  }),
);
`;
