import { faults } from "./faults.ts";
import { requests } from "./requests.ts";
import { type Planned, type Sent, sendAll } from "./send.ts";
import { correct, type RunningServers } from "./start-servers.ts";
import { pathOf, type Tool, type ToolFinding } from "./tools/tool.ts";

export interface ToolResult {
  tool: string;
  /** The names of the faults that were found. */
  found: Set<string>;
  /** What is reported of the correct server, each kind once. */
  alarms: string[];
}

interface Options {
  /** Whether the tool looks at several requests together. Others see only the requests to the operation with the fault. */
  needsAll: boolean;
  /** Requests that the tool never answers. */
  leavesOut?: (planned: Planned) => boolean;
}

/** Sends the same requests to the correct server and to each faulty one, through the tool. */
export async function runTool(tool: Tool, servers: RunningServers, options: Options): Promise<ToolResult> {
  const wanted = requests.filter((planned) => !options.leavesOut?.(planned));
  const expected = await findingsAt(tool, servers.url(correct), wanted, () => true);
  const found = new Set<string>();
  for (const { name, operations } of faults) {
    const concerns = ({ operation }: Planned) => operations.includes(operation);
    const findings = await findingsAt(
      tool,
      servers.url(name),
      wanted,
      options.needsAll ? () => true : concerns,
    );
    const isNew = [...findings].some(([key, planned]) => !expected.has(key) && concerns(planned));
    if (isNew) found.add(name);
  }
  return { tool: tool.name, found, alarms: [...expected.keys()] };
}

/** The findings by operation and kind. @param isJudged whether a request goes through the tool, or else directly */
async function findingsAt(
  tool: Tool,
  server: string,
  wanted: Planned[],
  isJudged: (planned: Planned) => boolean,
): Promise<Map<string, Planned>> {
  const address = await tool.begin(server);
  const sent = await sendAll((planned) => (isJudged(planned) ? address : server), wanted);
  const judged = sent.filter(({ planned }) => isJudged(planned));
  const findings = await tool.end(judged);
  return new Map(
    findings.map((finding) => {
      const planned = plannedOf(finding, judged);
      return [`${planned.operation}: ${finding.kind}`, planned];
    }),
  );
}

function plannedOf({ method, path }: ToolFinding, sent: Sent[]): Planned {
  const found = sent.find(({ planned }) => planned.method === method && pathOf(planned.target) === path);
  if (!found) throw new Error(`A finding is about ${method} ${path}, which was not sent.`);
  return found.planned;
}
