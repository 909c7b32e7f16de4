import { execFile } from "node:child_process";
import { mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/helpers/temporary-folder.ts";

const run = promisify(execFile);
const preloaded = fileURLToPath(new URL("../../process/relative-imports.js", import.meta.url));

// Asked by `relative-imports.js`, which is registered after it.
const recorder = `
  import { registerHooks } from "node:module";
  registerHooks({
    resolve(specifier, context, nextResolve) {
      console.log("looks for " + specifier);
      return nextResolve(specifier, context);
    },
  });
`;

test("files that are imported by their names aren't looked for", async () => {
  const { stdout } = await runFiles({
    "main.mjs": `import "./own.js";`,
    "own.js": `import { name } from "inner"; console.log(name);`,
    "node_modules/inner/package.json": `{ "type": "module", "exports": "./dist/index.js" }`,
    "node_modules/inner/dist/index.js": `export { name } from "./parts/name.js";`,
    "node_modules/inner/dist/parts/name.js": `import { word } from "../word.js"; export const name = word;`,
    "node_modules/inner/dist/word.js": `export const word = "found";`,
  });
  expect(stdout).toContain("found");
  expect(stdout).toContain("looks for inner");
  expect(stdout).not.toMatch(/looks for \..*(own|name|word)\.js/);
});

test("a package is looked for once in each folder that imports it", async () => {
  const inner = (word: string) => ({
    "package.json": `{ "type": "module", "exports": "./index.js" }`,
    "index.js": `export const word = "${word}";`,
  });
  const below = (folder: string, files: Record<string, string>) =>
    Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
  const { stdout } = await runFiles({
    "main.mjs": `import "./one.mjs"; import "./two.mjs"; import "./nested/three.mjs";`,
    "one.mjs": `import { word } from "inner"; console.log("one has " + word);`,
    "two.mjs": `import { word } from "inner"; console.log("two has " + word);`,
    "nested/three.mjs": `import { word } from "inner"; console.log("three has " + word);`,
    ...below("node_modules/inner", inner("outer's")),
    ...below("nested/node_modules/inner", inner("its own")),
  });
  expect(stdout).toMatch(/one has outer's\ntwo has outer's\nthree has its own/);
  expect(stdout.match(/looks for inner/g)).toHaveLength(2);
});

test("a source that is a link is the file it leads to", async () => {
  const folder = await written({
    "main.mjs": `import "./linked.js"; import "./elsewhere/file.js";`,
    "elsewhere/file.js": `import { count } from "./beside.js"; console.log("loaded " + count());`,
    "elsewhere/beside.js": `let counted = 0; export const count = () => ++counted;`,
  });
  await symlink("elsewhere/file.js", path.join(folder, "linked.js"));
  const { stdout } = await runMain(folder);
  expect(stdout.match(/loaded \d/g)).toEqual(["loaded 1"]);
});

test("what a package requires is looked for where it is a folder or lacks its ending", async () => {
  const { stdout } = await runFiles({
    "main.mjs": `import inner from "inner"; console.log(inner);`,
    "node_modules/inner/package.json": `{ "main": "index.js" }`,
    "node_modules/inner/index.js": `module.exports = [require("./parts"), require("./word.js"), require("./file.js")].join();`,
    "node_modules/inner/parts/index.js": `module.exports = "one";`,
    "node_modules/inner/word.js/index.js": `module.exports = "two";`,
    "node_modules/inner/file.js": `module.exports = "three";`,
  });
  expect(stdout).toContain("one,two,three");
  expect(stdout).toContain("looks for ./word.js");
  expect(stdout).not.toContain("looks for ./file.js");
});

test("an error tells where the service imports a file that isn't there", async () => {
  await expect(runFiles({ "main.mjs": `import "./missing.js";` })).rejects.toThrow(
    /Cannot find module '.*missing\.js' imported from .*main\.mjs/,
  );
});

async function runFiles(files: Record<string, string>) {
  return runMain(await written(files));
}

async function written(files: Record<string, string>): Promise<string> {
  const folder = await realpath(await temporaryFolder());
  for (const [name, content] of Object.entries({ ...files, "recorder.mjs": recorder })) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return folder;
}

function runMain(folder: string) {
  const args = ["--import", "./recorder.mjs", "--import", preloaded, "main.mjs"];
  return run(process.execPath, args, { cwd: folder });
}
