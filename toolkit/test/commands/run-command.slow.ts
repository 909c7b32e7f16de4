import { execFile, spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { explainFailure } from "../../cli/command-line/explain-failure.ts";
import { commandTable } from "../../cli/commands/command-table.ts";
import { runCommand } from "../../cli/commands/run-command.ts";
import { MissingPackage } from "../../cli/tools/installed-bin.ts";
import { manifest, projectTools } from "../../cli/tools/manifest.ts";
import { writtenFiles } from "../helpers/written-files.ts";
import { findNode } from "../package/project-process.ts";

const names = Object.keys(commandTable);

async function run(...args: string[]) {
  let stdout = "";
  let stderr = "";
  const code = await runCommand(args, {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    env: {},
  });
  return { code, stdout, stderr };
}

test("--help, -h and help list every command", async () => {
  const { code, stdout } = await run("--help");
  expect(code).toBe(0);
  for (const name of names) expect(stdout).toMatch(new RegExp(`^  ${name} +\\w`, "m"));
  expect(await run("-h")).toEqual({ code, stdout, stderr: "" });
  expect(await run("help")).toEqual({ code, stdout, stderr: "" });
});

test("2 and the list of commands without a command", async () => {
  expect(await run()).toEqual({ code: 2, stdout: "", stderr: (await run("--help")).stdout });
});

test.each(names)(
  "%s --help names the command and its options, in lines that fit a terminal",
  async (name) => {
    const { code, stdout } = await run(name, "--help");
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Usage: counterpart ${name} `));
    expect(stdout).toContain("  -h, --help ");
    expect(Math.max(...stdout.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(100);
    expect(await run("help", name)).toEqual({ code, stdout, stderr: "" });
  },
);

test("--version prints the toolkit's version", async () => {
  expect(await run("--version")).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
});

describe("2 and one sentence for commands that can't be run", () => {
  test.each([
    ["a server module that doesn't exist", ["dev", "server/mian.ts"], "server/mian.ts doesn't exist."],
    [
      "an unknown command",
      ["genrate"],
      'There is no command "genrate". Did you mean generate? `counterpart --help` lists them.',
    ],
    [
      "help for one",
      ["help", "inspekt"],
      'There is no command "inspekt". Did you mean inspect? `counterpart --help` lists them.',
    ],
    [
      "the name of an inherited property",
      ["constructor"],
      'There is no command "constructor". `counterpart --help` lists them.',
    ],
    [
      "an unknown option",
      ["generate", "--chek"],
      "Unknown option '--chek'. Did you mean --check? `counterpart generate --help` lists the options.",
    ],
    [
      "too many arguments",
      ["generate", "page"],
      "Unexpected argument 'page'. `counterpart generate --help` lists the options.",
    ],
    [
      "an option without its value",
      ["compare", "--today"],
      "Option '--today <value>' argument missing. `counterpart compare --help` lists the options.",
    ],
    [
      "an option unlike any other",
      ["generate", "--watermelon"],
      "Unknown option '--watermelon'. `counterpart generate --help` lists the options.",
    ],
    [
      "a number below the minimum",
      ["fuzz", "--runs", "-5"],
      '--runs takes a whole number from 1 to 1000000000, not "-5".',
    ],
    [
      "a URL for a document",
      ["new", "shop", "--spec", "https://example.com/v1/shop.json?raw=1"],
      "--spec takes a file or a folder, not a URL. Download the document first:\n" +
        "  curl -fL -o shop.json 'https://example.com/v1/shop.json?raw=1'\nand then give --spec shop.json.",
    ],
    [
      "an invalid date",
      ["release", "--today", "soon"],
      '--today takes a date such as 2026-01-15, not "soon".',
    ],
  ])("%s", async (_, args, sentence) => {
    expect(await run(...args)).toEqual({ code: 2, stdout: "", stderr: `error: ${sentence}\n` });
  });

  test("as JSON with --json", async () => {
    const { code, stdout, stderr } = await run("compare", "--today", "soon", "--json");
    expect([code, stdout]).toEqual([2, ""]);
    expect(JSON.parse(stderr)).toEqual({ error: '--today takes a date such as 2026-01-15, not "soon".' });
  });
});

test("a document as the first word: its title, and what can be done with it", async () => {
  const folder = writtenFiles({
    "api.yaml":
      "openapi: 3.1.0\ninfo: { title: Kites, version: 1.2.0 }\npaths: { /kites: { get: { responses: {} } } }\n",
    "my api.json": { openapi: "3.1.0", info: { title: "Other", version: "1" }, paths: {} },
  });
  const file = path.join(folder, "api.yaml");
  const { code, stdout } = await run(file);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^Kites 1\.2\.0: 1 operation\.\n\nLook at a document:\n/),
  ]);
  for (const name of ["inspect", "mock", "types", "fuzz"]) expect(stdout).toContain(`\n  ${name} ${file} `);
  expect(stdout).not.toContain("scaffold");
  const spaced = path.join(folder, "my api.json");
  expect((await run(spaced)).stdout).toContain(`mock '${spaced}'`);
  expect(await run("none.yaml")).toEqual({
    code: 2,
    stdout: "",
    stderr: "error: none.yaml doesn't exist.\n",
  });
});

const node20 = await findNode(20);

test.runIf(node20 !== undefined)("2 and one sentence on an older Node, which loads nothing", async () => {
  const source = await readFile(new URL("../../cli/bin/counterpart.ts", import.meta.url), "utf8");
  const folder = writtenFiles({ "counterpart.mjs": stripTypeScriptTypes(source) });
  const result = spawnSync(path.join(node20 ?? "", "node"), ["counterpart.mjs", "mock"], {
    cwd: folder,
    encoding: "utf8",
  });
  expect([result.status, result.stdout]).toEqual([2, ""]);
  expect(result.stderr).toMatch(
    /^counterpart needs Node 24; this is 20\.\d+\.\d+\. Install it from [^\n]*\n$/,
  );
});

test("the Node that the sentence asks for is the package's", async () => {
  const source = await readFile(new URL("../../cli/bin/counterpart.ts", import.meta.url), "utf8");
  expect(source).toContain(`const wanted = ${/\d+/.exec(manifest.engines.node)?.[0]};`);
});

describe("explainFailure", () => {
  test("names the package to install, with its version", () => {
    const version = projectTools.typescript;
    const sentence = `\`counterpart client\` needs typescript, which isn't installed. Run npm install --save-dev typescript@${version}`;
    expect(explainFailure(new MissingPackage("typescript"), "client")).toBe(sentence);
    const error = Object.assign(
      new Error("Cannot find package 'vitest' imported from /project/coverage.js"),
      { code: "ERR_MODULE_NOT_FOUND" },
    );
    expect(explainFailure(error, "coverage")).toContain("needs vitest, which isn't installed");
  });

  test("shows the stack of a bug in the code, and only the message of other errors", () => {
    expect(explainFailure(new TypeError("x is not a function"), "mock")).toContain("    at ");
    expect(explainFailure(new Error("There is no document."), "mock")).toBe("There is no document.");
  });
});

test("no command is loaded before it is run", async () => {
  const bin = fileURLToPath(new URL("../../cli/bin/counterpart.ts", import.meta.url));
  const hook = `import { registerHooks } from "node:module";
    registerHooks({ load: (url, context, next) => (process.stderr.write(url + "\\n"), next(url, context)) });`;
  const loader = `data:text/javascript,${encodeURIComponent(hook)}`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--import", loader, bin, "--help"]);
  expect(stdout).toContain("Usage: counterpart");
  const loaded = stderr.split("\n").filter((url) => url.startsWith("file:"));
  expect(loaded.some((url) => url.endsWith("/commands/run-command.ts"))).toBe(true);
  const commands = Object.keys(commandTable).map((name) => `/commands/${name}.ts`);
  const isEarly = (url: string) =>
    url.includes("/node_modules/") || commands.some((end) => url.endsWith(end));
  expect(loaded.filter(isEarly)).toEqual([]);
});
