import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, expect, test } from "vitest";
import { runCounterpart } from "../helpers/run-counterpart.ts";
import { writtenFiles } from "../helpers/written-files.ts";

const head = "openapi: 3.1.0\ninfo: { title: Kites, version: 1.0.0 }\npaths:\n  /kites:\n";
const folder = writtenFiles({
  "api.yaml": `${head}    get:
      operationId: listKites
      security: []
      responses: { 200: { description: Kites., content: { application/json: { schema: { type: array } } } } }
    post:
      operationId: addKite
      responses: { 200: { description: OK, content: { application/json: { schema: { $ref: "#/none" } } } } }
`,
  "old.yaml": `${head}    delete: { operationId: deleteKites, responses: { 204: { description: Deleted. } } }\n`,
});
let url = "";
beforeAll(async () => {
  const server = createServer((_, res) => void res.setHeader("Content-Type", "application/json").end("{}"));
  server.listen(0, "127.0.0.1").unref();
  await new Promise((resolve) => server.once("listening", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return () => server.close();
});

const commands: Record<string, { args: () => string[]; finding: RegExp }> = {
  inspect: { args: () => ["api.yaml"], finding: /file=api\.yaml,line=9,.*This operation can't be served/ },
  check: {
    args: () => ["api.yaml"],
    finding: /file=api\.yaml,line=11,col=\d+,title=counterpart check%3A no-unresolved-refs/,
  },
  compare: {
    args: () => ["old.yaml", "api.yaml"],
    finding: /title=counterpart compare%3A operation-removed::DELETE \/kites/,
  },
  fuzz: {
    args: () => ["api.yaml", "--url", url, "--runs", "20", "--seed", "1"],
    finding: /::error title=counterpart fuzz%3A [^:]+::/,
  },
  proxy: {
    args: () => [
      "api.yaml",
      "--to",
      url,
      "--port",
      "0",
      "--",
      process.execPath,
      "-e",
      "fetch(process.env.API_URL + '/kites').then((answer) => answer.text()).then(console.log)",
    ],
    finding: /::error title=counterpart proxy%3A [^:]+::listKites, GET \/kites/,
  },
};

test.each(Object.keys(commands))(
  "`%s` writes every format to standard output, and only that",
  async (command) => {
    const { args, finding } = commands[command] as (typeof commands)[string];
    const [name = "", ...rest] = args();
    const run = async (format: string) => {
      const { code, stdout } = await runCounterpart(folder, [command, name, "--format", format, ...rest]);
      expect(code, stdout).toBe(command === "inspect" ? 0 : 1);
      return stdout;
    };
    const annotations = (await run("github")).trimEnd().split("\n");
    expect(annotations.filter((line) => !/^::(error|warning|notice) /.test(line))).toEqual([]);
    expect(annotations.join("\n")).toMatch(finding);
    const { runs } = JSON.parse(await run("sarif"));
    expect(runs[0].results).toHaveLength(annotations.length);
    expect(await run("junit")).toMatch(/^<\?xml .*<testcase .*<\/testsuites>\n$/s);
    expect(await run("markdown")).toMatch(
      new RegExp(`^### (✅|❌) \`counterpart ${command}\`: .*\\|---\\|`, "s"),
    );
  },
);

test("`coverage` does, of the traffic that the proxy has written", async () => {
  const own = writtenFiles({
    "api.yaml": `${head}    get: { responses: { 204: { description: None. } } }\n`,
  });
  await runCounterpart(own, [
    "proxy",
    "api.yaml",
    "--to",
    url,
    "--port",
    "0",
    "--traffic",
    "traffic.json",
    "--",
    process.execPath,
    "-e",
    "",
  ]);
  const { code, stdout } = await runCounterpart(own, [
    "coverage",
    "api.yaml",
    "--traffic",
    "traffic.json",
    "--format",
    "github",
  ]);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(/^::error title=counterpart coverage%3A not-covered::.*204/),
  ]);
});
