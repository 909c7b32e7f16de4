import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesIn, findNode, shellWith } from "./project-process.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const spec = fileURLToPath(new URL("../other-documents/fixtures/toolshed", import.meta.url));
const shell = shellWith(path.dirname(process.execPath));
const node20 = await findNode(20);

let place: string;
let project: string;
let output: string;
beforeAll(async () => {
  place = await mkdtemp(path.join(tmpdir(), "counterpart-workspace-"));
  project = path.join(place, "shed");
  const { stdout, stderr } = await shell.run(root, "npm", "run", "new", "--", project, "--spec", spec);
  output = stdout + stderr;
});
afterAll(() => rm(place, { recursive: true, force: true }));

test("npm run new creates a project with the toolkit of the workspace, and prints the next command", async () => {
  expect(output).toContain("Building the toolkit.");
  expect(output).toContain(`${project} is ready`);
  expect(await filesIn(project, /^(spec|generated|node_modules|server\/operations)\//)).toContainEqual(
    expect.stringMatching(/^vendor\/counterpart-server-.*\.tgz$/),
  );
  const installed = path.join(project, "node_modules/@counterpart/server/CHANGELOG.md");
  expect(await readFile(installed, "utf8")).toBe(
    await readFile(path.join(root, "toolkit/CHANGELOG.md"), "utf8"),
  );
});

test("its tests pass", async () => {
  await shell.run(project, "npm", "test");
});

test.skipIf(node20 === undefined)(
  "on an older Node than created it, npm start says which one it needs",
  async () => {
    const old = shellWith(node20 ?? "");
    await expect(old.run(project, "npm", "start")).rejects.toThrow(
      "This program needs Node 22.18 or newer, and this is Node 20.",
    );
  },
);

test("a folder that isn't empty stays unchanged", async () => {
  const again = shell.run(root, "npm", "run", "new", "--", project, "--spec", spec);
  await expect(again).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("isn't empty") });
});
