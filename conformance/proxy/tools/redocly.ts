import { tmpdir } from "node:os";
import path from "node:path";
import { documentFile, freePort, startTool } from "./start-tool.ts";
import { startSwitch } from "./switch.ts";
import type { Tool, ToolFinding } from "./tool.ts";

/** `✖ ERROR GET /depots (200) listDepots → [schema-consistency] Response body …` */
const line = /(ERROR|WARN\w*) (\w+) (\S+) \((\d+)\).*?→ (.*)$/;

/** `redocly proxy`, which prints a line for each finding. Findings of severity `info` don't count. */
export async function startRedocly(): Promise<Tool> {
  const upstream = await startSwitch();
  const port = await freePort();
  const har = path.join(tmpdir(), `counterpart-conformance-${process.pid}.har`);
  const args = [
    "proxy",
    "--target",
    upstream.url,
    "--port",
    String(port),
    "--har",
    har,
    "--api",
    documentFile,
  ];
  const redocly = await startTool("redocly", [...args, "--match-mode", "basepath"], /Press Ctrl\+C/);
  let findings: ToolFinding[] = [];
  let runs = 0;
  let onLast: (() => void) | undefined;
  redocly.onLine((text) => {
    const [, severity, method = "", target = "", status = "", message = ""] = line.exec(text) ?? [];
    if (method === "") return;
    if (target === `/end-of-run/${runs}`) onLast?.();
    else {
      const kind = `${status} ${message.replaceAll(/\b\d+\b/g, "*")}`;
      findings.push({ method, path: target, status: Number(status), kind, isAdvice: severity !== "ERROR" });
    }
  });
  const address = `http://127.0.0.1:${port}`;
  return {
    async begin(server) {
      upstream.lead(server);
      findings = [];
      return address;
    },
    async end() {
      // It prints in the order of the requests, so that the line about this one is the last.
      runs += 1;
      const printed = new Promise<void>((resolve) => {
        onLast = resolve;
      });
      await fetch(`${address}/end-of-run/${runs}`).catch(() => {});
      await printed;
      return findings;
    },
    async stop() {
      await redocly.stop();
      await upstream.stop();
    },
  };
}
