import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

// A project without any default path: code that reads a path from elsewhere than the configuration fails.
const config = `import { defineConfig } from "@counterpart/cli/config";

export default defineConfig({
  documents: [
    {
      spec: "api/lighthouse.yaml",
      generated: "api/made",
      operations: "src/answers",
      handlers: "src/all.ts",
      service: "src/service.ts",
      released: "api/kept.yaml",
      clientPackage: "out/client",
      coverageWaivers: "api/waivers.json",
    },
  ],
});
`;

const spec = `openapi: 3.1.0
info: { title: Lighthouse, version: 1.0.0 }
servers: [{ url: http://127.0.0.1:3000 }]
security: [{ keeper: [] }]
paths:
  /lamp:
    get:
      operationId: readLamp
      responses:
        "200":
          description: The lamp.
          content:
            application/json:
              schema: { type: object, required: [lit], properties: { lit: { type: boolean } } }
              example: { lit: true }
        "401": { $ref: "#/components/responses/Refused" }
        "404": { $ref: "#/components/responses/Refused" }
components:
  securitySchemes:
    keeper: { type: http, scheme: bearer }
  responses:
    Refused:
      description: Refused.
      content: { application/json: { schema: { type: object }, example: { error: No. } } }
`;

const readLamp = `import type { Input, Output, Services } from "../operation.ts";

export async function readLamp(_input: Input<"readLamp">, _services: Services): Promise<Output<"readLamp">> {
  return { status: 200, body: { lit: LIT } };
}
`;

const bin = fileURLToPath(new URL("../../cli/bin/counterpart.ts", import.meta.url));
const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
let project: string;
const at = (file: string) => path.join(project, file);

beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), "counterpart-lighthouse-"));
  await symlink(modules, at("node_modules"));
  await mkdir(at("api"));
  await writeFile(at("package.json"), '{ "name": "lighthouse", "type": "module" }');
  await writeFile(at("redocly.yaml"), "extends: [spec]\ntelemetry: off\n");
  await writeFile(at("counterpart.config.ts"), config);
  await writeFile(at("api/lighthouse.yaml"), spec);
});
afterAll(() => rm(project, { recursive: true }));

async function counterpart(...args: string[]) {
  const options = { cwd: project, env: { ...process.env, NODE_ENV: "" } };
  return promisify(execFile)(process.execPath, [bin, ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
}

async function json(...args: string[]) {
  const { code, stdout, stderr } = await counterpart(...args, "--json");
  return { code, ...JSON.parse(stdout || stderr) };
}

test("docs, scaffold and mock name the command that writes the missing bundle", async () => {
  const error = "There is no api/made/openapi.json. `counterpart generate` writes it.";
  for (const name of ["docs", "scaffold", "mock"]) expect(await json(name)).toEqual({ code: 2, error });
});

test("generate and scaffold write the missing files, and write nothing a second time", async () => {
  const { code, written, missing } = await json("generate");
  expect({ code, missing }).toEqual({ code: 0, missing: ["readLamp"] });
  expect(written).toEqual(expect.arrayContaining(["api/made/openapi.json", "api/made/client.ts"]));
  expect((await json("scaffold")).written.sort()).toEqual([
    "src/all.ts",
    "src/answers/readLamp.ts",
    "src/authenticators.ts",
    "src/operation.ts",
    "src/service.ts",
  ]);
  expect(await json("generate")).toMatchObject({ code: 0, written: [], missing: [] });
  expect(await json("scaffold")).toEqual({ code: 0, written: [] });
  expect((await readdir(project)).sort()).toEqual([
    "api",
    "counterpart.config.ts",
    "node_modules",
    "package.json",
    "redocly.yaml",
    "src",
  ]);
});

test("fuzz starts the project's own server, and finds its mistakes", async () => {
  const lamp = at("src/answers/readLamp.ts");
  await writeFile(lamp, readLamp.replace("LIT", "true"));
  expect(await json("fuzz", "--runs", "60", "--seed", "1")).toMatchObject({
    code: 0,
    failures: [],
    answers: { "readLamp 200": expect.any(Number), "readLamp 401": expect.any(Number) },
  });
  await writeFile(lamp, readLamp.replace("LIT", '"yes" as unknown as boolean'));
  const { code, failures } = await json("fuzz", "--runs", "60", "--seed", "1");
  expect(code).toBe(1);
  expect(failures[0].replay).toMatch(/^npx counterpart fuzz --seed 1 --check /);
});

test("fuzz ends with the output of a server that can't start", async () => {
  const authenticators = at("src/authenticators.ts");
  const written = await readFile(authenticators, "utf8");
  await writeFile(
    authenticators,
    "setInterval(() => {}, 1000);\nexport const authenticators = () => ({});\n",
  );
  expect(await json("fuzz")).toEqual({ code: 2, error: expect.stringContaining("keeper") });
  await writeFile(authenticators, written);
});

test("docs writes the page, and client a package", async () => {
  const files = ["index.html", "openapi.json", "openapi.yaml", "llms.txt"];
  expect(await json("docs")).toEqual({ code: 0, written: files.map((name) => `api/made/docs/${name}`) });
  expect(await readFile(at("api/made/docs/index.html"), "utf8")).toContain("Lighthouse");
  const config = await readFile(at("counterpart.config.ts"), "utf8");
  await writeFile(at("counterpart.config.ts"), config.replace("spec:", 'guides: ["api/guide.md"], spec:'));
  await writeFile(at("api/guide.md"), "# Keeping the light\n\nTrim the wick.\n");
  expect((await json("docs")).code).toBe(0);
  expect(await readFile(at("api/made/docs/index.html"), "utf8")).toContain("Trim the wick.");
  await writeFile(at("api/guide.md"), "Trim the wick.\n");
  expect((await json("docs")).error).toMatch(/^api\/guide.md must begin with a heading/);
  await rm(at("api/guide.md"));
  expect((await json("docs")).error).toMatch(/^There is no api\/guide.md, a guide/);
  await writeFile(at("counterpart.config.ts"), config);
  const { code, written } = await json("client");
  expect({ code, written }).toEqual({ code: 0, written: "out/client" });
  expect(JSON.parse(await readFile(at("out/client/package.json"), "utf8"))).toMatchObject({
    name: "lighthouse-client",
    private: true,
    dependencies: { "openapi-fetch": expect.stringMatching(/^\^\d/) },
  });
});

test("check passes, and fails for outdated files, breaking changes and Redocly's findings", async () => {
  expect(await json("check")).toMatchObject({ code: 0, passed: true, comparison: { released: null } });
  expect(await json("release")).toEqual({
    code: 0,
    released: "1.0.0",
    written: ["api/kept.yaml", "api/kept.changes.json"],
  });
  expect(await json("compare")).toMatchObject({ code: 0, passed: true, released: "1.0.0" });

  await writeFile(at("api/lighthouse.yaml"), spec.replace("/lamp:", "/lantern:"));
  expect(await json("check")).toMatchObject({
    code: 1,
    passed: false,
    generated: { stale: expect.arrayContaining(["api/made/openapi.json"]), missing: [] },
    comparison: { breaking: [{ rule: "operation-removed" }] },
  });
  const { code, stdout } = await counterpart("check");
  expect(code).toBe(1);
  expect(stdout).toContain("out of date: api/made/openapi.json");
  expect(stdout).toContain("✗ 1 change breaks clients:");

  await writeFile(at("api/lighthouse.yaml"), spec.replace("#/components/responses/Refused", "#/none"));
  expect(await json("check")).toMatchObject({
    code: 1,
    lint: [{ severity: "error", ruleId: "no-unresolved-refs", file: "api/lighthouse.yaml", line: 16 }],
  });
  await writeFile(at("api/lighthouse.yaml"), spec);
});

test("check lints the document with its overlays, and names the source files", async () => {
  const wrong = spec.replace(
    "      operationId: readLamp\n",
    "      operationId: readLamp\n      sumary: Lit?\n",
  );
  await writeFile(at("api/lighthouse.yaml"), wrong);
  const overlay = (line: string) =>
    `overlay: 1.0.0\ninfo: { title: Fix, version: "1" }\nactions:\n  - target: $.paths['/lamp'].get\n    update: { ${line} }\n`;
  const overlays = '"api/lighthouse.yaml",\n      overlays: ["api/fix.yaml"]';
  await writeFile(at("counterpart.config.ts"), config.replace('"api/lighthouse.yaml"', overlays));
  const lint = async (text: string) => {
    await writeFile(at("api/fix.yaml"), text);
    return (await json("check")).lint;
  };
  const struct = { severity: "error", ruleId: "struct" };
  expect(await lint(overlay("sumary: Lit?"))).toMatchObject([{ ...struct, file: "api/fix.yaml", line: 5 }]);
  expect(await lint(overlay("tags: [lamp]"))).toMatchObject([
    { ...struct, file: "api/lighthouse.yaml", line: 9 },
  ]);
  const removing = overlay("tags: [lamp]").replace(
    /target.*\n.*/,
    "target: $.paths['/lamp'].get.sumary\n    remove: true",
  );
  expect(await lint(removing)).toEqual([]);
  await writeFile(at("counterpart.config.ts"), config);
  await writeFile(at("api/lighthouse.yaml"), spec);
});

test("mock serves the examples until it is stopped", async () => {
  const child = spawn(process.execPath, [bin, "mock", "--port", "0", "--json"], { cwd: project });
  const first = await new Promise<string>((resolve) =>
    child.stdout.once("data", (chunk) => resolve(`${chunk}`)),
  );
  const { url, document } = JSON.parse(first);
  expect(document).toBe("api/made/openapi.json");
  const answer = await fetch(`${url}/lamp`, { headers: { Authorization: "Bearer any" } });
  expect(await answer.json()).toEqual({ lit: true });
  child.kill("SIGTERM");
  expect(await new Promise((resolve) => child.once("close", resolve))).toBe(0);
});

test("mock serves a document that isn't a bundle at its servers' paths, and says what it leaves out", async () => {
  const source = spec
    .replace("http://127.0.0.1:3000", "https://lights.example/v3")
    .replace(
      "  /lamp:",
      "  /horn: { get: { responses: { 200: { $ref: '#/components/schemas/None' } } } }\n  /lamp:",
    );
  await writeFile(at("other.yaml"), source);
  const child = spawn(process.execPath, [bin, "mock", "--document", "other.yaml", "--port", "0"], {
    cwd: project,
  });
  let printed = "";
  const [note] = await Promise.all([
    new Promise<string>((resolve) => child.stderr.once("data", (chunk) => resolve(`${chunk}`))),
    new Promise<void>((resolve) =>
      child.stdout.on("data", (chunk) => {
        printed += chunk;
        if (printed.includes("listens")) resolve();
      }),
    ),
  ]);
  expect(note).toBe("One operation is left out. `counterpart inspect other.yaml` reports why.\n");
  const [url] = /http:\S+\d/.exec(printed) ?? [];
  const headers = { Authorization: "Bearer any" };
  expect(await (await fetch(`${url}/v3/lamp`, { headers })).json()).toEqual({ lit: true });
  expect((await fetch(`${url}/v3/horn`, { headers })).status).toBe(404);
  child.kill("SIGTERM");
  await new Promise((resolve) => child.once("close", resolve));
});

test("2 and the mistake if the configuration is wrong or missing", async () => {
  await writeFile(at("counterpart.config.ts"), config.replace("spec:", "specs:"));
  const { code, error } = await json("generate");
  expect({ code, error }).toEqual({
    code: 2,
    error: expect.stringMatching(
      /^counterpart\.config\.ts: `specs` isn't a key of `documents\[0\]`, which has name, spec, /,
    ),
  });
  await rm(at("counterpart.config.ts"));
  expect(await json("check")).toEqual({
    code: 2,
    error: expect.stringMatching(
      /^Name the OpenAPI document, as in `counterpart check openapi\.yaml`\. Only in a project's folder/,
    ),
  });
});
