import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type Answered, rawRequest, type Side } from "./request.ts";

interface Summary {
  requests: number;
  microseconds: number;
  /** The number of failed requests by cause: connect, read, write, status (not 2xx), timeout. */
  failures: Record<string, number>;
}

/** wrk's default of 2 s is too short for lists of 10,000 items on 50 connections. */
const timeout = "10s";

/**
 * Whether wrk is installed. It uses a fraction of the processor
 * time of a generator in Node, which would flatten ratios.
 */
export const hasWrk = isInstalled();

function isInstalled(): boolean {
  try {
    execFileSync("wrk", ["-v"], { stdio: "ignore" });
    return true;
  } catch (error) {
    // `wrk -v` exits with 1 after printing its version.
    return (error as NodeJS.ErrnoException).code !== "ENOENT";
  }
}

/** Keeps every connection busy. Throws if a response isn't 2xx. @param seconds a whole number */
export async function askByWrk(side: Side, connections: number, seconds: number): Promise<Answered> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-wrk-"));
  try {
    const script = path.join(folder, "requests.lua");
    await writeFile(script, scriptOf(side));
    const url = `http://127.0.0.1:${side.server.port}`;
    const args = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", timeout, "-s", script, url];
    const { stdout } = await promisify(execFile)("wrk", args);
    const { requests, microseconds, failures }: Summary = JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
    const failed = Object.entries(failures).filter(([, count]) => count > 0);
    if (failed.length > 0) {
      const counts = failed.map(([cause, count]) => `${count} by ${cause}`).join(", ");
      throw new Error(`${side.name}: requests failed, ${counts}.`);
    }
    return { requests, seconds: microseconds / 1e6 };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The script for wrk. JSON strings work as Lua literals here,
 * because they contain only escapes that Lua knows.
 */
function scriptOf({ server, requests }: Side): string {
  const list = requests.map((request) => JSON.stringify(rawRequest(request, server.port)));
  const next = requests[0]?.followedBy;
  return `
local requests = { ${list.join(",\n")} }
local at = 0
${next ? following(rawRequest(next, server.port)) : ""}
function request()
  ${next ? "if #ids > 0 then return (next:gsub('{id}', table.remove(ids), 1)) end" : ""}
  at = at % #requests + 1
  return requests[at]
end
function done(summary)
  local failures = {}
  for cause, count in pairs(summary.errors) do table.insert(failures, string.format('"%s":%d', cause, count)) end
  print(string.format('{"requests":%d,"microseconds":%d,"failures":{%s}}', summary.requests, summary.duration,
    table.concat(failures, ",")))
end
`;
}

/** Only first requests return a resource without lines, so responses to following requests add no id. */
function following(next: string): string {
  return `
local ids = {}
local next = ${JSON.stringify(next)}
function response(status, headers, body)
  if body:find('"lines":[]', 1, true) then table.insert(ids, body:match('"id":"([^"]+)"')) end
end
`;
}
