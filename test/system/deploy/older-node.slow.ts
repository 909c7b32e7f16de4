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

describe("on an older Node", () => {
  test.each(commands)(
    "npm run %s says in one sentence which version it needs, before anything else",
    async (_, args) => {
      const older = path.join(await temporaryFolder(), "older.cjs");
      const pretend = "Object.defineProperty(process.versions, 'node', { value: '20.11.1' });";
      await writeFile(older, pretend);
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
