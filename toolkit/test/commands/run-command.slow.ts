import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { explainFailure } from "../../cli/command-line/explain-failure.ts";
import { commandTable, nodeFault } from "../../cli/commands/command-table.ts";
import { runCommand } from "../../cli/commands/run-command.ts";
import { MissingPackage } from "../../cli/tools/installed-bin.ts";
import { manifest, projectTools } from "../../cli/tools/manifest.ts";

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

test("an older Node gets advice, and can create a project", () => {
  expect(nodeFault("generate", "20.19.0")).toMatch(
    /^`counterpart generate` needs Node 24 .* this is Node 20\.19\.0: /,
  );
  expect(nodeFault("generate", "24.1.0")).toBeUndefined();
  expect(nodeFault("new", "20.19.0")).toBeUndefined();
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
