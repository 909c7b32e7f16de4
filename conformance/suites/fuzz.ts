import { fuzzServer, runs } from "../fuzz/fuzz-server.ts";
import { markdownTable } from "../markdown-table.ts";
import { faults } from "../proxy/faults.ts";
import {
  correct,
  type RunningServers,
  type ServerName,
  servers,
  startServers,
} from "../proxy/start-servers.ts";
import type { Case, SuiteResult } from "../suite-result.ts";

/** Of the correct servers; a faulty one gets the first. */
const seeds = [1, 2, 3];

/** The servers behind the proxy's suite, fuzzed without a proxy and without knowing more than their document. */
export default async function run(): Promise<SuiteResult> {
  const names = Object.keys(servers) as ServerName[];
  const byServer = await Promise.all(names.map(async (name) => [name, await casesOf(name)] as const));
  return {
    suite: "Faults that fuzzing finds",
    version: `${runs} runs`,
    cases: byServer.flatMap(([name, cases]) =>
      cases.map((one) => ({ ...one, name: `${name}: ${one.name}` })),
    ),
    more: { title: "Faults that fuzzing finds", text: `${explanation}\n\n${table(new Map(byServer))}` },
  };
}

const explanation = `\`counterpart fuzz --url … --spec …\` on the servers in \`conformance/proxy/servers/\`, with the credentials of two callers
and ${runs} runs. It knows the document alone. A fault counts as found if the run fails; the correct servers are fuzzed with
${seeds.length} seeds.`;

async function casesOf(name: ServerName): Promise<Case[]> {
  const running = await startServers(name);
  try {
    const usual = await correctCase(running);
    const cases = [usual.result];
    for (const fault of faults) cases.push(await faultyCase(running, fault.name, usual.notes));
    return cases;
  } finally {
    await running.stop();
  }
}

async function correctCase(running: RunningServers): Promise<{ result: Case; notes: Set<string> }> {
  const notes = new Set<string>();
  const alarms: string[] = [];
  for (const seed of seeds) {
    const outcome = await fuzzServer(running.url(correct), { seed, maxFailures: Number.POSITIVE_INFINITY });
    for (const { kind } of outcome.notes) notes.add(kind);
    alarms.push(...outcome.failures.map(({ check, message }) => `${check}: ${message}`));
  }
  const outcome = alarms.length === 0 ? "passed" : "silently wrong";
  return { result: { name: correct, outcome, detail: alarms.join("\n  ") }, notes };
}

async function faultyCase(running: RunningServers, name: string, usualNotes: Set<string>): Promise<Case> {
  const { failures, notes } = await fuzzServer(running.url(name), { seed: 1, maxFailures: 1 });
  if (failures.length > 0) return { name, outcome: "passed" };
  const note = notes.find(({ kind }) => !usualNotes.has(kind));
  if (note) return { name, outcome: "reported", detail: `There is a note: ${note.kind}` };
  return { name, outcome: "silently wrong", detail: "Nothing is found." };
}

/** A row per group of faults and a column per server, in Markdown. */
function table(byServer: Map<ServerName, Case[]>): string {
  const columns = [...byServer.values()];
  const count = (names: string[], outcome: Case["outcome"]) =>
    columns.map((cases) => cases.filter((one) => names.includes(one.name) && one.outcome === outcome).length);
  const groups = [...new Set(faults.map(({ group }) => group))].map((group) => {
    const names = faults.filter((fault) => fault.group === group).map(({ name }) => name);
    return [group, names.length, ...count(names, "passed")];
  });
  const all = faults.map(({ name }) => name);
  const rows = [
    ...groups,
    ["**all**", all.length, ...count(all, "passed")],
    [
      "share",
      "",
      ...count(all, "passed").map((found) => `${Math.floor((1000 * found) / all.length) / 10} %`),
    ],
    ["only a note", "", ...count(all, "reported")],
    ["correct servers with a failure", "", ...count([correct], "silently wrong")],
  ];
  const head = ["faults", "number", ...byServer.keys()];
  return markdownTable(head, rows);
}
