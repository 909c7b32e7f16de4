import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RunInProject } from "../../cli/new/run-in-project.ts";
import { updateProject } from "../../cli/update/update-project.ts";

let project: string;
beforeEach(async () => {
  project = await mkdtemp(path.join(tmpdir(), "counterpart-update-"));
});
afterEach(() => rm(project, { recursive: true, force: true }));

const write = async (name: string, text: string) => {
  await mkdir(path.dirname(path.join(project, name)), { recursive: true });
  await writeFile(path.join(project, name), text);
};
const read = (name: string) => readFile(path.join(project, name), "utf8");

async function writeProject(): Promise<void> {
  const dependencies = { "@counterpart/server": "file:vendor/counterpart-server-0.0.1.tgz" };
  await write("package.json", JSON.stringify({ name: "office", version: "1.0.0", dependencies }));
  await write("package-lock.json", "{}");
  await write("vendor/counterpart-server-0.0.1.tgz", "old");
  await write("node_modules/@counterpart/server/package.json", JSON.stringify({ version: "0.0.1" }));
  await write("node_modules/@counterpart/cli/template/package.json", "{}");
}

/** Both versions render a README; `npm pack` writes a tarball. */
const fakeRun =
  (fail?: string, ran: string[] = []): RunInProject =>
  async (_, command, args) => {
    ran.push([command, ...args].join(" "));
    if (`${command} ${args[0]}` === fail) throw new Error(`${fail} failed`);
    if (args.includes("--render")) {
      const folder = args.at(-1) ?? "";
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, "README.md"), path.basename(folder));
    }
    if (args[0] !== "pack") return "";
    const { name } = JSON.parse(await readFile(path.join(args[1] ?? "", "package.json"), "utf8"));
    const filename = `${name.replace("@", "").replace("/", "-")}-new.tgz`;
    await writeFile(path.join(args.at(-1) ?? "", filename), "new");
    return JSON.stringify([{ filename }]);
  };

const update = (check: boolean, fail?: string) =>
  updateProject(project, { check }, { run: fakeRun(fail), progress: () => {} });

test("the new tarballs replace the old ones, and a differing file is listed and left unchanged", async () => {
  await writeProject();
  await write("README.md", "mine");
  const result = await update(false);
  expect(result).toMatchObject({ from: "0.0.1", changes: [{ file: "README.md", state: "edited" }] });
  expect(await read("README.md")).toBe("mine");
  expect(JSON.parse(await read("package.json")).dependencies).toEqual({
    "@counterpart/client": "file:vendor/counterpart-client-new.tgz",
    "@counterpart/server": "file:vendor/counterpart-server-new.tgz",
  });
  expect(await read("vendor/counterpart-server-new.tgz")).toBe("new");
  await expect(read("vendor/counterpart-server-0.0.1.tgz")).rejects.toThrow("ENOENT");
});

test("tarballs are installed by name, because npm keeps those of the same version", async () => {
  await writeProject();
  const ran: string[] = [];
  await updateProject(project, { check: false }, { run: fakeRun(undefined, ran), progress: () => {} });
  const names = ["client", "server", "testing", "cli"];
  expect(ran.find((command) => command.startsWith("npm install"))).toBe(
    `npm install --no-audit --no-fund --prefer-offline ${names.map((name) => `file:vendor/counterpart-${name}-new.tgz`).join(" ")}`,
  );
});

test("a project that installs its Node gets this version's", async () => {
  await writeProject();
  const manifest = JSON.parse(await read("package.json"));
  const devDependencies = { "node-runtime": "file:vendor/node-runtime" };
  await write("package.json", JSON.stringify({ ...manifest, devDependencies }));
  await write("vendor/node-runtime/package.json", "{}");
  await write("node_modules/@counterpart/cli/template/package.json", JSON.stringify({ devDependencies }));
  await update(false);
  expect(JSON.parse(await read("package.json")).devDependencies).toMatchObject(devDependencies);
  expect(JSON.parse(await read("vendor/node-runtime/package.json")).optionalDependencies).toBeDefined();
});

test("--check writes nothing", async () => {
  await writeProject();
  const before = await read("package.json");
  const { changes } = await update(true);
  expect(changes).toEqual([{ file: "README.md", state: "absent" }]);
  expect(await read("package.json")).toBe(before);
  expect(await read("vendor/counterpart-server-0.0.1.tgz")).toBe("old");
});

test("an installation that fails leaves the project unchanged", async () => {
  await writeProject();
  const before = await read("package.json");
  await expect(update(false, "npm install")).rejects.toThrow("npm install failed");
  expect(await read("package.json")).toBe(before);
  expect(await read("vendor/counterpart-server-0.0.1.tgz")).toBe("old");
  await expect(read("vendor/counterpart-server-new.tgz")).rejects.toThrow("ENOENT");
});

test("a project without our packages gets advice to make a new one", async () => {
  await write("package.json", JSON.stringify({ name: "office", dependencies: { express: "5.3.0" } }));
  await expect(update(false)).rejects.toThrow("Make a new project from its document");
});

test("a folder without package.json, and a project that isn't installed, get advice", async () => {
  await expect(update(false)).rejects.toThrow("Run the command in a project's folder.");
  await writeProject();
  await rm(path.join(project, "node_modules"), { recursive: true });
  await expect(update(false)).rejects.toThrow("Run `npm ci` first.");
});
