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
    name: "Prism's proxy",
    async begin(server) {
      upstream.lead(server);
      return `http://127.0.0.1:${port}`;
    },
    end: async (sent) => sent.flatMap(findingsOf),
    async stop() {
      await prism.stop();
      await upstream.stop();
    },
  };
}

function findingsOf({ planned, answer }: Sent): ToolFinding[] {
  const at = { method: planned.method, path: pathOf(planned.target) };
  if (!answer) return [{ ...at, kind: "no answer" }];
  const header = answer.headers.find(([name]) => name.toLowerCase() === "sl-violations")?.[1];
  const violations: Violation[] = header ? JSON.parse(header) : [];
  const kinds = violations.map(({ location, code }) =>
    [...location.map((part) => part.replace(/^\d+$/, "*")), code, answer.status].join(" "),
  );
  // What Prism can't pass on it answers itself.
  const type = answer.headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  if (answer.status === 500 && type === "application/problem+json" && answer.body.includes('"FetchError"'))
    kinds.push("FetchError");
  return [...new Set(kinds)].map((kind) => ({ ...at, kind }));
}
