import { toolTable } from "../proxy/compare-tools.ts";
import { faults } from "../proxy/faults.ts";
import { requests } from "../proxy/requests.ts";
import { runTool, type ToolResult } from "../proxy/run-tool.ts";
import { type ServerName, servers, startServers } from "../proxy/start-servers.ts";
import { startCounterpart } from "../proxy/tools/counterpart.ts";
import { startPrism } from "../proxy/tools/prism.ts";
import { startRedocly } from "../proxy/tools/redocly.ts";
import type { Tool } from "../proxy/tools/tool.ts";
import type { Case, SuiteResult } from "../suite-result.ts";

/** Servers with a fault each, behind our proxy; and behind those of others, for comparison. */
export default async function run(): Promise<SuiteResult> {
  const [ours, prism, redocly] = await Promise.all([
    runOnAll(),
    runOn("Express", startPrism),
    runOn("Express", startRedocly),
  ]);
  const results = new Map<string, ToolResult>();
  for (const [server, result] of ours) results.set(`Counterpart, ${server}`, result);
  results.set("Prism, Express", prism).set("Redocly, Express", redocly);
  return {
    suite: "Faults behind the proxy",
    version: `${requests.length} requests`,
    cases: [...ours].flatMap(([server, result]) => casesOf(server, result)),
    more: { title: "Faults that proxies find", text: `${explanation}\n\n${toolTable(results)}` },
  };
}

const explanation = `\`conformance/proxy/servers/\` has one small service in plain Express, in Fastify and on Python's standard library. Each can be
started with one of ${faults.length} faults. ${requests.length} requests, valid and invalid ones, go through each tool's proxy to a correct server and to
each faulty one; a fault that a single exchange shows gets only the requests to its operation. A fault counts as found if the
tool reports something of this operation that it doesn't report of the correct server. The proxies are \`counterpart proxy\`,
\`prism proxy\` (its header \`sl-violations\`) and \`redocly proxy\`. Schemathesis isn't in this table, since neither npm nor
Debian has it.

Of the correct server, invalid requests that it refuses are left out: Prism and Redocly report them too.`;

async function runOnAll(): Promise<Map<ServerName, ToolResult>> {
  const results = new Map<ServerName, ToolResult>();
  for (const server of Object.keys(servers) as ServerName[]) {
    results.set(server, await runOn(server, startCounterpart));
  }
  return results;
}

async function runOn(server: ServerName, startTool: () => Promise<Tool>): Promise<ToolResult> {
  const running = await startServers(server);
  const tool = await startTool();
  try {
    return await runTool(tool, running);
  } finally {
    await tool.stop();
    await running.stop();
  }
}

function casesOf(server: ServerName, { found, alarms }: ToolResult): Case[] {
  const correct: Case = {
    name: `${server}: correct`,
    outcome: alarms.length === 0 ? "passed" : "silently wrong",
    detail: alarms.join("\n  "),
  };
  const faulty = faults.map(({ name }): Case => {
    if (found.has(name)) return { name: `${server}: ${name}`, outcome: "passed" };
    return { name: `${server}: ${name}`, outcome: "silently wrong", detail: "Nothing is reported." };
  });
  return [correct, ...faulty];
}
