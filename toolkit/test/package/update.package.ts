import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { shellWith } from "./project-process.ts";

const update = inject("tarballs")["@counterpart/cli"] ?? "";
const spec = fileURLToPath(new URL("../other-documents/fixtures/toolshed", import.meta.url));

const shell = shellWith(path.dirname(process.execPath));

let place: string;
beforeAll(async () => {
  place = await mkdtemp(path.join(tmpdir(), "counterpart-update-"));
});
afterAll(() => rm(place, { recursive: true, force: true }));

const ours = { dependencies: ["client", "server"], devDependencies: ["cli", "testing"] };
const changes = { "README.md": "you have changed it" };

describe("a project created by an earlier version", () => {
  let project: string;
  let output: string;
  /** The output of `--check --to` before the update. */
  let checked: { code: number; stdout: string };
  const read = (name: string) => readFile(path.join(project, name), "utf8");
  const npx = (...args: string[]) => shell.run(project, "npx", ...args);
  const edits: Record<string, string> = {};

  function expectChanges(text: string): void {
    for (const [file, state] of Object.entries(changes)) {
      expect(text).toMatch(new RegExp(`^ {2}${file.replaceAll(".", "\\.")} +${state}$`, "m"));
    }
  }

  /** Changes a file like a user. */
  async function edit(name: string, change: (text: string) => string): Promise<void> {
    const text = change(await read(name));
    await writeFile(path.join(project, name), text);
    edits[name] = text;
  }

  beforeAll(async () => {
    const name = "shed";
    project = path.join(place, name);
    await shell.run(
      place,
      "npx",
      "--yes",
      "--package",
      inject("earlierTarball"),
      "counterpart",
      "new",
      name,
      "--spec",
      spec,
    );
    await edit("server/operations/lend.ts", () => lend);
    await edit("README.md", (text) => text.replace(/^# .*/, "$&\n\nThe shed is behind the town hall."));
    await edit("server/operation.ts", (text) =>
      text.replace("name: string;", "name: string;\n  isKeeper?: boolean;"),
    );
    await shell.run(project, "npm", "install", "--no-audit", "--no-fund", "--save-exact", "zod@4.6.7");
    const asked = await npx("counterpart", "update", "--check", "--to", update).catch((error) => error);
    checked = { code: asked.code ?? 0, stdout: asked.stdout };
    const result = await npx("counterpart", "update", "--to", update);
    output = result.stdout;
  });

  test("has this version in the project's own tarballs, beside the project's dependencies", async () => {
    const manifest = JSON.parse(await read("package.json"));
    const { version } = JSON.parse(await read("node_modules/@counterpart/server/package.json"));
    const ourFiles = (names: string[]) =>
      Object.fromEntries(
        names.map((name) => [`@counterpart/${name}`, `file:vendor/counterpart-${name}-${version}.tgz`]),
      );
    expect(manifest.dependencies).toEqual({ ...ourFiles(ours.dependencies), zod: "4.6.7" });
    expect(manifest.devDependencies).toMatchObject(ourFiles(ours.devDependencies));
    expect(await readdir(path.join(project, "vendor"))).toEqual(
      [...ours.dependencies, ...ours.devDependencies]
        .map((name) => `counterpart-${name}-${version}.tgz`)
        .sort(),
    );
    expect(Object.keys(manifest.devDependencies)).not.toContain("type-emitter");
    const copies = await shell.run(project, "npm", "ls", "--all", "--parseable", "@counterpart/server");
    expect(new Set(copies.stdout.trim().split("\n")).size).toBe(1);
  });

  test("learns from --check --to what would change, and nothing is changed", () => {
    expect(checked.code).toBe(1);
    expect(checked.stdout).toMatch(/^The project is at version .*; this is version /);
    expectChanges(checked.stdout);
  });

  test("keeps its owner's files", async () => {
    for (const [name, text] of Object.entries(edits)) expect(await read(name)).toBe(text);
  });

  test("is shown the template's changes, and who has changed each file", async () => {
    expectChanges(output);
    for (const file of Object.keys(changes)) expect(output).toContain(`--- old/${file}`);
    expect(output).not.toContain("old/tsconfig.json");
  });

  test("passes its checks and tests, and starts", async () => {
    await shell.run(project, "npm", "run", "check");
    await shell.run(project, "npm", "test");
    const { match, stop } = await shell.start(project, /"port":(\d+)/, "npm", "start");
    const response = await fetch(`http://127.0.0.1:${match[1]}/api/v2/opening-hours`);
    expect([response.status, response.headers.get("x-mock")]).toEqual([200, "true"]);
    await stop();
  });

  test("gets the template's changes by the patch", async () => {
    const [, command = ""] = /^ {2}(git apply .*)$/m.exec(output) ?? [];
    await shell.run(project, "sh", "-c", command);
    const readme = await read("README.md");
    expect(readme).toContain("The shed is behind the town hall.");
    await rm(path.join(project, command.split(" ").at(-1) ?? ""));
    const { stdout } = await npx("counterpart", "update", "--check");
    expect(stdout).toContain("No other files of `counterpart new` have changed.");
    await shell.run(project, "npm", "run", "check");
    await shell.run(project, "npm", "test");
  });

  test("installs with npm ci in a fresh clone", async () => {
    await rm(path.join(project, "node_modules"), { recursive: true });
    await shell.run(project, "npm", "ci", "--no-audit", "--no-fund");
    await npx("counterpart", "generate", "--check");
  });
});

const lend = `import type { Input, Output } from "../operation.ts";

export async function lend({ body }: Input<"lend">): Promise<Output<"lend">> {
  return { status: 201, body: { id: \`loan_\${body.toolIds.join("")}\`, dueOn: "2026-03-01" } };
}
`;
