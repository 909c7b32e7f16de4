import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { checkPackage } from "../../cli/tools/check-package.ts";
import { filesIn, findNode, type Shell, shellWith } from "./project-process.ts";

const tarballs = inject("tarballs");
const [serverTarball = "", cliTarball = ""] = ["@counterpart/server", "@counterpart/cli"].map(
  (name) => tarballs[name],
);
const spec = fileURLToPath(new URL("../other-documents/fixtures/toolshed", import.meta.url));

/** This Node's folder. It has no npm, so the machine's npm is used. */
const shell = shellWith(path.dirname(process.execPath));
const node20 = await findNode(20);

let place: string;
beforeAll(async () => {
  place = await mkdtemp(path.join(tmpdir(), "counterpart-package-"));
});
afterAll(() => rm(place, { recursive: true, force: true }));

test.each(Object.entries(tarballs))(
  "publint and arethetypeswrong find no mistake in %s",
  async (_, tarball) => {
    const folder = await mkdtemp(path.join(place, "unpacked-"));
    await shell.run(folder, "tar", "-xzf", tarball, "--strip-components=1");
    expect(await checkPackage(folder)).toEqual([
      { tool: "publint", result: "passed", output: "" },
      { tool: "attw", result: "passed", output: "" },
    ]);
  },
);

test.each(Object.entries(tarballs))(
  "the tarball of %s contains compiled code, and no tests",
  async (_, tarball) => {
    const { stdout } = await shell.run(place, "tar", "-tzf", tarball);
    const names = stdout.trim().split("\n");
    expect(names).toEqual(
      expect.arrayContaining(["package.json", "LICENSE", "CHANGELOG.md"].map((name) => `package/${name}`)),
    );
    expect(
      names.filter((name) => /\.test\.|^package\/test\//.test(name) && !/\/template\//.test(name)),
    ).toEqual([]);
    expect(
      names.filter((name) => /(?<!\.d)\.ts$/.test(name) && !/\/(template|client-msw|sources)\//.test(name)),
    ).toEqual([]);
  },
);

describe("only the server's tarball, installed in an empty folder", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(place, "alone-"));
    await writeFile(path.join(folder, "package.json"), '{ "type": "module" }');
    await shell.run(folder, "npm", "install", "--no-audit", "--no-fund", serverTarball);
  });

  test("installs none of the tools", async () => {
    const names = await readdir(path.join(folder, "node_modules"));
    expect(names.filter((name) => /^(typescript|vitest|fast-check|@redocly|@stoplight)$/.test(name))).toEqual(
      [],
    );
    expect(await readdir(path.join(folder, "node_modules/@counterpart"))).toEqual(["server"]);
  });

  test("serves a document in production", async () => {
    await writeFile(
      path.join(folder, "openapi.json"),
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "Bells", version: "1" },
        paths: { "/bell": { get: { operationId: "getBell", responses: { 200: { description: "Rung." } } } } },
      }),
    );
    await writeFile(
      path.join(folder, "main.js"),
      `import { run } from "@counterpart/server";
const service = {
  readSettings: () => ({}),
  open: async () => ({ services: {}, authenticators: {}, pages: [], close: async () => {} }),
};
const handlers = { getBell: async () => ({ status: 200 }) };
await run({ document: new URL("openapi.json", import.meta.url), handlers, service });
`,
    );
    const production = shellWith(path.dirname(process.execPath), {
      NODE_ENV: "production",
      HOST: "127.0.0.1",
    });
    const { match, stop } = await production.start(folder, /"port":(\d+)/, "node", "main.js");
    expect((await fetch(`http://127.0.0.1:${match[1]}/bell`)).status).toBe(200);
    await stop();
  });
});

describe.runIf(node20 !== undefined)("npx counterpart new, and its project under Node 20", () => {
  const old: Shell = shellWith(node20 ?? "");
  let project: string;
  let output: string;
  beforeAll(async () => {
    const folder = await mkdtemp(path.join(place, "npx-"));
    await shell.run(folder, "npm", "install", "--no-audit", "--no-fund", cliTarball);
    await expect(old.run(folder, "npx", "counterpart", "mock")).rejects.toThrow(
      "counterpart needs Node 24; this is 20.",
    );
    // As in this repository, whose dependencies contain a newer Node than npm runs on.
    await symlink(process.execPath, path.join(folder, "node_modules/.bin/node"));
    const result = await old.run(folder, "npx", "counterpart", "new", "shed", "--spec", spec);
    output = result.stdout + result.stderr;
    project = path.join(folder, "shed");
  });

  const npm = (...args: string[]) => old.run(project, "npm", ...args);

  test("reports slow steps, and the next command", () => {
    expect(output).toContain("Installing");
    expect(output).toContain("Generating");
    expect(output).toContain("npm start");
  });

  test("creates a project with at most 25 files besides the document and the files of operations", async () => {
    const files = await filesIn(project, /^(spec|generated|server\/operations)\/|(^|\/)node_modules\//);
    expect(files).toContain("package-lock.json");
    expect(files.length).toBeLessThanOrEqual(25);
  });

  test("writes a lock file without a registry", async () => {
    expect(await readFile(path.join(project, "package-lock.json"), "utf8")).not.toMatch(
      /"resolved": "https?:/,
    );
  });

  test("npm ci prints no warning", async () => {
    const { stderr } = await npm("ci", "--no-audit", "--no-fund");
    expect(stderr).toBe("");
  });

  test.each([
    [["run", "check"]],
    [["test"]],
    [["run", "generate", "--", "--check"]],
    [["run", "scaffold"]],
    [["run", "docs"]],
    [["run", "compare"]],
    [["run", "fuzz", "--", "--runs", "100", "--seed", "7"]],
    [["run", "client"]],
    [["run", "release"]],
    [["run", "check"]],
  ])("npm %j succeeds", async (args) => {
    await npm(...args);
  });

  test("npm run coverage reports what the tests have exercised", async () => {
    // Whether it passes depends on the project's own tests, which a new project lacks.
    const { stdout } = await npm("run", "coverage", "--", "--json").catch((error) => error);
    expect(stdout).toContain('"passed"');
  });

  test.each([
    ["start", /"port":(\d+)/],
    ["dev", /"port":(\d+)/],
    ["mock", /listens on http:\/\/127\.0\.0\.1:(\d+)/],
  ])("npm run %s answers from the document's examples", async (script, wanted) => {
    const args = script === "mock" ? ["--", "--port", "0"] : [];
    const { match, stop } = await old.start(project, wanted, "npm", "run", script, ...args);
    const response = await fetch(`http://127.0.0.1:${match[1]}/api/v2/opening-hours`);
    expect([response.status, await response.json()]).toEqual([200, { from: "09:00", until: null }]);
    await stop();
  });

  test("npx counterpart update reports that the project is up to date", async () => {
    const { stdout } = await old.run(project, "npx", "counterpart", "update", "--check");
    expect(stdout).toContain("The project is at version");
  });

  test("a fresh clone installs the production dependencies, and answers 501 for unimplemented operations", async () => {
    const clone = await mkdtemp(path.join(place, "clone-"));
    const left = new Set(["node_modules", "packages"].map((name) => path.join(project, name)));
    await cp(project, clone, { recursive: true, filter: (file) => !left.has(file) });
    // The image's dependencies, as installed by the Dockerfile.
    const dockerfile = await readFile(path.join(project, "Dockerfile"), "utf8");
    const [install = ""] = dockerfile.match(/npm ci --omit.*/) ?? [];
    await old.run(clone, "sh", "-c", install);
    const names = await readdir(path.join(clone, "node_modules"));
    expect(
      names.filter((name) => /^node-|^(typescript|vitest|fast-check|@redocly|@stoplight)$/.test(name)),
    ).toEqual([]);

    const file = path.join(clone, "server/authenticators.ts");
    const text = await readFile(file, "utf8");
    await writeFile(
      file,
      text.replace("acceptAnyone, type", "type").replaceAll("acceptAnyone()", "async () => undefined"),
    );
    const production = shellWith(path.dirname(process.execPath), {
      NODE_ENV: "production",
      HOST: "127.0.0.1",
    });
    const { match, stop } = await production.start(clone, /"port":(\d+)/, "node", "server/main.ts");
    const response = await fetch(`http://127.0.0.1:${match[1]}/api/v2/opening-hours`);
    expect(response.status).toBe(501);
    await stop();
  });

  test("is stopped by Ctrl-C, and leaves no processes behind", async () => {
    const folder = await mkdtemp(path.join(place, "stopped-"));
    const bin = path.join(project, "../node_modules/.bin/counterpart");
    const { stop } = await shell.start(folder, /Installing/, bin, "new", "shed", "--spec", spec);
    await stop();
    expect(await readdir(folder)).toEqual([]);
  });
});
