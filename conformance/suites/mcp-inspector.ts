import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { startFixture } from "../mcp/fixture.ts";
import type { Case, SuiteResult } from "../suite-result.ts";

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

const folder = fileURLToPath(new URL("../node_modules/@modelcontextprotocol/inspector/", import.meta.url));

/** The Inspector of the protocol's authors lists the fixture's operations as tools, and calls each of them. */
export default async function runInspector(): Promise<SuiteResult> {
  const { version, bin } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
  const program = path.join(folder, bin["mcp-inspector"]);
  const home = await mkdtemp(path.join(tmpdir(), "counterpart-inspector-"));
  const fixture = await startFixture();
  const inspect = (...args: string[]) =>
    new Promise<Outcome>((resolve) => {
      const all = [program, "--cli", fixture.url, "--transport", "http", ...args];
      // It writes into the home folder.
      const options = { env: { ...process.env, HOME: home }, timeout: 60_000 };
      const child = execFile(process.execPath, all, options, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, stdout, stderr }),
      );
    });
  try {
    // It exits with 6 if a schema isn't portable.
    const listed = await inspect("--method", "tools/list", "--strict");
    const cases: Case[] = [caseOf("tools/list", listed, listed.code === 0)];
    const { tools }: { tools: { name: string }[] } = JSON.parse(listed.stdout || '{"tools":[]}');
    for (const { name } of tools) {
      const called = await inspect("--method", "tools/call", "--tool-name", name);
      const isExpected =
        name === "test_error_handling" ? called.stderr.includes('"tool_is_error"') : called.code === 0;
      cases.push(caseOf(`tools/call: ${name}`, called, isExpected));
    }
    return { suite: "MCP Inspector", version, cases };
  } finally {
    await fixture.stop();
    await rm(home, { recursive: true });
  }
}

function caseOf(name: string, { code, stdout, stderr }: Outcome, isExpected: boolean): Case {
  if (isExpected) return { name, outcome: "passed" };
  return { name, outcome: "silently wrong", detail: `exit code ${code}: ${stderr || stdout}` };
}
