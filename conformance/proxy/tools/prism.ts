import { brokenJson } from "../requests.ts";
import type { Sent } from "../send.ts";
import { documentFile, freePort, startTool } from "./start-tool.ts";
import { startSwitch } from "./switch.ts";
import { pathOf, type Tool, type ToolFinding } from "./tool.ts";

interface Violation {
  location: string[];
  severity: string;
  code: string | number;
}

/** `prism proxy`. It reports in a header of each response what it finds; with `--errors` it would report less. */
export async function startPrism(): Promise<Tool> {
  const upstream = await startSwitch();
  const port = await freePort();
  const args = ["proxy", "--port", String(port), "--cors", "false", documentFile, upstream.url];
  const prism = await startTool("prism", args, /Prism is listening/);
  return {
    async begin(server) {
      upstream.lead(server);
      return `http://127.0.0.1:${port}`;
    },
    neverAnswers: ({ body }) => body === brokenJson,
    end: async (sent) => sent.flatMap(findingsOf),
    async stop() {
      await prism.stop();
      await upstream.stop();
    },
  };
}

function findingsOf({ planned, answer }: Sent): ToolFinding[] {
  const finding = (kind: string, isAdvice = false): ToolFinding => ({
    method: planned.method,
    path: pathOf(planned.target),
    status: answer?.status,
    kind,
    isAdvice,
  });
  const header = (name: string) => answer?.headers.find(([one]) => one.toLowerCase() === name)?.[1];
  if (!answer) return [finding("no answer")];
  // What it can't pass on, Prism answers itself.
  if (answer.status === 500 && answer.body.includes('"FetchError"')) return [finding("FetchError")];
  const violations: Violation[] = JSON.parse(header("sl-violations") ?? "[]");
  return violations.map(({ location, code, severity }) => {
    const place = location.map((part) => part.replace(/^\d+$/, "*")).join(".");
    return finding(`${answer.status} ${place} ${code}`, severity !== "Error");
  });
}
