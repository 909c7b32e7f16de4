import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { shellWith } from "./project-process.ts";

const tarball = inject("tarball");
const earlierTarball = inject("earlierTarball");
const spec = fileURLToPath(new URL("../other-documents/fixtures/toolshed", import.meta.url));

const shell = shellWith(path.dirname(process.execPath));

let place: string;
let project: string;
let output: string;
/** What `--check --to` says before the update. */
let checked: { code: number; stdout: string };
const read = (name: string) => readFile(path.join(project, name), "utf8");
const npx = (...args: string[]) => shell.run(project, "npx", ...args);
const edits: Record<string, string> = {};

/** Changes a file as a user does. */
async function edit(name: string, change: (text: string) => string): Promise<void> {
  const text = change(await read(name));
  await writeFile(path.join(project, name), text);
  edits[name] = text;
}

beforeAll(async () => {
  place = await mkdtemp(path.join(tmpdir(), "counterpart-update-"));
  project = path.join(place, "shed");
  await shell.run(
    place,
    "npx",
    "--yes",
    "--package",
    earlierTarball,
    "counterpart",
    "new",
    "shed",
    "--spec",
    spec,
  );
  await edit("server/operations/lend.ts", () => lend);
  await edit("README.md", (text) => text.replace(/^# .*/, "$&\n\nThe shed is behind the town hall."));
  await edit("server/operation.ts", (text) =>
    text.replace("name: string;", "name: string;\n  isKeeper?: boolean;"),
  );
  await shell.run(project, "npm", "install", "--no-audit", "--no-fund", "--save-exact", "zod@4.6.7");
  const asked = await npx("counterpart", "update", "--check", "--to", tarball).catch((error) => error);
  checked = { code: asked.code ?? 0, stdout: asked.stdout };
  const result = await npx("counterpart", "update", "--to", tarball);
  output = result.stdout;
});
afterAll(() => rm(place, { recursive: true, force: true }));

test("installs the new version from the project's own tarball, beside the project's dependencies", async () => {
  const { dependencies } = JSON.parse(await read("package.json"));
  expect(dependencies).toEqual({
    "@counterpart/toolkit": `file:vendor/${path.basename(tarball)}`,
    zod: "4.6.7",
  });
  await stat(path.join(project, "vendor", path.basename(tarball)));
  await expect(stat(path.join(project, "vendor", path.basename(earlierTarball)))).rejects.toThrow();
  const { version } = JSON.parse(await read("node_modules/@counterpart/toolkit/package.json"));
  expect(path.basename(tarball)).toContain(version);
});

test("--check --to names what another version would change, and changes nothing", () => {
  expect(checked.code).toBe(1);
  expect(checked.stdout).toMatch(/^The project is at version .*; this is version /);
  expect(checked.stdout).toMatch(/^ {2}README\.md +you have changed it$/m);
});

test("doesn't change the user's files", async () => {
  for (const [name, text] of Object.entries(edits)) expect(await read(name)).toBe(text);
});

test("shows what has changed in the template, and who has changed the file", async () => {
  expect(output).toMatch(/^ {2}README\.md +you have changed it$/m);
  expect(output).toMatch(/^ {2}vitest\.config\.ts +you haven't changed it$/m);
  expect(output).toContain("--- old/README.md");
  expect(output).toContain("--- old/server/main.ts");
  expect(output).not.toContain("old/tsconfig.json");
});

test("the updated project passes its checks and tests", async () => {
  await shell.run(project, "npm", "run", "check");
  await shell.run(project, "npm", "test");
});

test("the patch brings the template's changes to the user's files", async () => {
  const [, command = ""] = /^ {2}(git apply .*)$/m.exec(output) ?? [];
  await shell.run(project, "sh", "-c", command);
  const readme = await read("README.md");
  expect(readme).toContain("The shed is behind the town hall.");
  await rm(path.join(project, command.split(" ").at(-1) ?? ""));
  const { stdout } = await npx("counterpart", "update", "--check");
  expect(stdout).toContain("would write nothing else differently");
  await shell.run(project, "npm", "run", "check");
  await shell.run(project, "npm", "test");
});

test("a fresh clone of the updated project installs with npm ci", async () => {
  await rm(path.join(project, "node_modules"), { recursive: true });
  await shell.run(project, "npm", "ci", "--no-audit", "--no-fund");
  await npx("counterpart", "generate", "--check");
});

const lend = `import type { Input, Output } from "../operation.ts";

export async function lend({ body }: Input<"lend">): Promise<Output<"lend">> {
  return { status: 201, body: { id: \`loan_\${body.toolIds.join("")}\`, dueOn: "2026-03-01" } };
}
`;
