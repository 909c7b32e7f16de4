import { faults } from "./faults.ts";
import { requests } from "./requests.ts";
import { type Planned, type Sent, sendAll } from "./send.ts";
import { correct, type RunningServers } from "./start-servers.ts";
import { pathOf, type Tool, type ToolFinding } from "./tools/tool.ts";

export interface ToolResult {
  /** The names of the faults that were found, with what was reported first. */
  found: Map<string, string>;
  /** What is reported of the correct server, each kind once. Advice and requests that the server refuses don't count. */
  alarms: string[];
}

/**
 * Sends the same requests to the correct server and to each faulty one, through the tool. A fault that a single exchange
 * shows gets only the requests to its operation, which is quicker.
 */
export async function runTool(tool: Tool, servers: RunningServers): Promise<ToolResult> {
  const answered = requests.filter((planned) => !tool.neverAnswers?.(planned));
  const expected = await findingsAt(tool, servers.url(correct), answered);
  const found = new Map<string, string>();
  for (const { name, operations, isOfSeveral } of faults) {
    const concerned = answered.filter(({ operation }) => operations.includes(operation));
    const findings = await findingsAt(tool, servers.url(name), isOfSeveral ? answered : concerned);
    const first = [...findings].find(
      ([key, { planned }]) => !expected.has(key) && operations.includes(planned.operation),
    );
    if (first) found.set(name, first[0]);
  }
  const alarms = [...expected].filter(([, placed]) => isAlarm(placed)).map(([key]) => key);
  return { found, alarms };
}

interface Placed extends Sent {
  finding: ToolFinding;
}

function isAlarm({ finding, answer }: Placed): boolean {
  const isRefused = answer !== undefined && answer.status >= 400 && answer.status < 500;
  return !finding.isAdvice && !isRefused;
}

/** The findings, each operation and kind once. */
async function findingsAt(tool: Tool, server: string, wanted: Planned[]): Promise<Map<string, Placed>> {
  const address = await tool.begin(server);
  const sent = await sendAll(address, wanted);
  const findings = await tool.end(sent);
  return new Map(
    findings.map((finding) => {
      const { planned, answer } = sentAs(finding, sent);
      return [`${planned.operation}: ${finding.kind}`, { finding, planned, answer }];
    }),
  );
}

function sentAs({ method, path, status }: ToolFinding, sent: Sent[]): Sent {
  const there = sent.filter(({ planned }) => planned.method === method && pathOf(planned.target) === path);
  const found = there.find(({ answer }) => answer?.status === status) ?? there[0];
  if (!found) throw new Error(`A finding is about ${method} ${path}, which was not sent.`);
  return found;
}
