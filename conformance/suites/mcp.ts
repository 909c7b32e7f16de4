import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startFixture } from "../mcp/fixture.ts";
import type { Case, SuiteResult } from "../suite-result.ts";
import { judged } from "../typespec/judged.ts";

interface Check {
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  errorMessage?: string;
}

const run = promisify(execFile);
const folder = fileURLToPath(new URL("../node_modules/@modelcontextprotocol/conformance/", import.meta.url));

/** The suite of the protocol's authors, for its released revisions, calls operations as tools. */
export default async function runMcp(): Promise<SuiteResult> {
  const { version, bin } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
  const program = path.join(folder, bin.conformance);
  const results = await mkdtemp(path.join(tmpdir(), "counterpart-mcp-"));
  const fixture = await startFixture();
  try {
    const { stdout } = await run(process.execPath, [program, "list", "--server"]);
    // Extensions, such as tasks, aren't part of the protocol.
    const scenarios = [...stdout.matchAll(/^ +- (\S+) \[(.+)\]$/gm)].flatMap(([, name = "", revisions]) =>
      revisions === "extension" ? [] : [name],
    );
    const all = ["server", "--url", fixture.url, "--suite", "all", "-o", results];
    // It exits with 1 if a check fails.
    await run(process.execPath, [program, ...all], { maxBuffer: 64 * 1024 * 1024 }).catch(() => {});
    const cases: Case[] = [];
    for (const place of (await readdir(results)).sort()) {
      const scenario = scenarios.find((name) => place.startsWith(`server-${name}-20`));
      if (scenario === undefined) continue;
      const checks: Check[] = JSON.parse(await readFile(path.join(results, place, "checks.json"), "utf8"));
      cases.push(...casesOf(scenario, checks));
    }
    return { suite: "MCP, server", version, cases: await judged("mcp", cases) };
  } finally {
    await fixture.stop();
    await rm(results, { recursive: true });
  }
}

function casesOf(scenario: string, checks: Check[]): Case[] {
  const seen = new Map<string, number>();
  return checks
    .filter(({ status }) => status === "SUCCESS" || status === "FAILURE")
    .map(({ id, status, errorMessage = "" }): Case => {
      const count = (seen.get(id) ?? 0) + 1;
      seen.set(id, count);
      const name = `${scenario}: ${id}${count > 1 ? ` ${count}` : ""}`;
      return status === "SUCCESS"
        ? { name, outcome: "passed" }
        : { name, outcome: "silently wrong", detail: errorMessage };
    });
}
