import { readDocument } from "../../../toolkit/server/document/read-document.ts";
import { readSpec } from "../../../toolkit/server/document/source/read-spec.ts";
import { createJudge } from "../../../toolkit/testing/judge/judge.ts";
import { type RunningProxy, startProxy } from "../../../toolkit/testing/proxy/start-proxy.ts";
import { documentFile } from "./start-tool.ts";
import { pathOf, type Tool, type ToolFinding } from "./tool.ts";

/** The proxy that `counterpart proxy` starts. */
export async function startCounterpart(): Promise<Tool> {
  const document = readDocument(readSpec(documentFile).raw);
  let findings: ToolFinding[] = [];
  let proxy: RunningProxy | undefined;
  return {
    async begin(server) {
      findings = [];
      proxy = await startProxy({
        document,
        judge: createJudge(document),
        to: server,
        onExchange({ exchange: { request, response }, findings: found }) {
          const at = { method: request.method, path: pathOf(request.target), status: response?.status };
          for (const { kind, severity } of found)
            findings.push({ ...at, kind, isAdvice: severity === "info" });
        },
      });
      return proxy.url;
    },
    async end() {
      await proxy?.close();
      return findings;
    },
    async stop() {},
  };
}
