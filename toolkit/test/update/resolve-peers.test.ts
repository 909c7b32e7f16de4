import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const run = promisify(execFile);

test("a copy of the toolkit without its tools finds those of the project, and nothing else there", async () => {
  const place = await mkdtemp(path.join(tmpdir(), "counterpart-peers-"));
  onTestFinished(() => rm(place, { recursive: true }));
  const write = async (name: string, text: string) => {
    await mkdir(path.dirname(path.join(place, name)), { recursive: true });
    await writeFile(path.join(place, name), text);
  };
  for (const name of ["fast-check", "left-pad"]) {
    await write(`project/node_modules/${name}/package.json`, '{ "type": "module", "exports": "./index.js" }');
    await write(`project/node_modules/${name}/index.js`, `export default "the project's ${name}";`);
  }
  await write("project/package.json", "{}");
  const module = new URL("../../update/resolve-peers.ts", import.meta.url).href;
  await write(
    "cache/main.mjs",
    `import { resolvePeers } from ${JSON.stringify(module)};
resolvePeers(${JSON.stringify(path.join(place, "project"))});
const found = async (name) => (await import(name).catch(({ code }) => ({ default: code }))).default;
console.log(await found("fast-check"));
console.log(await found("left-pad"));
`,
  );
  const { stdout } = await run(process.execPath, [path.join(place, "cache/main.mjs")]);
  expect(stdout).toBe("the project's fast-check\nERR_MODULE_NOT_FOUND\n");
});
