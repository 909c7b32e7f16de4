import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const run = promisify(execFile);
const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));

/** What npm runs for these, without the word `node`. */
const commands = ["prestart", "cli"].map((name) => [name, scripts[name].split(" ").slice(1)] as const);
const checkNode = path.resolve("toolkit/server/process/check-node.cjs");

const sentence = (version: string) =>
  `This program needs Node 24 or newer, and this is Node ${version}: install it, or run \`npm ci\` without --omit=dev, which installs it.\n`;

async function refusalOf(node: string, args: string[]) {
  const failed = await run(node, args).catch((error) => error);
  return { code: failed.code, stdout: failed.stdout, stderr: failed.stderr };
}

// The machine's Node, if npm's is a newer one.
const own = "/usr/bin/node";
const found = existsSync(own) ? await run(own, ["-p", "process.versions.node"]) : undefined;
const version = found?.stdout.trim() ?? "24";

/** Preloaded, so that scripts believe to run on this version. */
async function pretending(node: string): Promise<string> {
  const file = path.join(await temporaryFolder(), "other.cjs");
  await writeFile(file, `Object.defineProperty(process.versions, "node", { value: "${node}" });`);
  return file;
}

describe("on an older Node", () => {
  test.each(commands)(
    "npm run %s says in one sentence which version it needs, before anything else",
    async (_, args) => {
      const older = await pretending("20.11.1");
      expect(await refusalOf(process.execPath, ["-r", older, ...args])).toEqual({
        code: 1,
        stdout: "",
        stderr: sentence("20.11.1"),
      });
    },
  );

  test.skipIf(Number(version.split(".")[0]) >= 24)("a real one gets as far as that sentence", async () => {
    for (const [, args] of commands) {
      expect(await refusalOf(own, args)).toEqual({ code: 1, stdout: "", stderr: sentence(version) });
    }
  });
});

describe("a project's own engines and Node", () => {
  const bundled = "or run `npm ci` without --omit=dev, which installs it";
  const installed = "for example with `nvm install`";

  test.each([
    [
      "22.17.1",
      { engines: { node: ">=22.18" } },
      `22.18 or newer, and this is Node 22.17.1: install it, ${installed}`,
    ],
    ["22.18.0", { engines: { node: ">=22.18" } }, undefined],
    ["24.0.0", { engines: { node: ">=22.18" } }, undefined],
    [
      "24.1.0",
      { engines: { node: ">=26" } },
      `26 or newer, and this is Node 24.1.0: install it, ${installed}`,
    ],
    [
      "20.20.2",
      { devDependencies: { "node-runtime": "file:vendor/node-runtime" } },
      `22.18 or newer, and this is Node 20.20.2: install it, ${bundled}`,
    ],
    ["22.20.0", undefined, undefined],
  ])("Node %s, %j: %s", async (node, manifest, refusal) => {
    const cwd = await temporaryFolder();
    if (manifest) await writeFile(path.join(cwd, "package.json"), JSON.stringify(manifest));
    const args = ["-r", await pretending(node), "-r", checkNode, "-e", "0"];
    const { stderr } = await run(process.execPath, args, { cwd }).catch((error) => error);
    expect(stderr).toBe(refusal === undefined ? "" : `This program needs Node ${refusal}.\n`);
  });
});
