import { readDocument } from "../../../toolkit/server/document/read-document.ts";
import { readSpec } from "../../../toolkit/server/document/source/read-spec.ts";
import type { Exchange, HeaderLines } from "../../../toolkit/testing/judge/exchange.ts";
import { createJudge } from "../../../toolkit/testing/judge/judge.ts";
import type { Answer, Planned } from "../send.ts";
import { documentFile } from "./start-tool.ts";
import { pathOf, type Tool } from "./tool.ts";

/** Our judge of exchanges. */
export async function startCounterpart(): Promise<Tool> {
  const document = readDocument(readSpec(documentFile).raw);
  return {
    name: "Counterpart",
    begin: async (server) => server,
    async end(sent) {
      const judge = createJudge(document);
      return sent.flatMap(({ planned, answer }) => {
        if (!answer) return [];
        const { method, target } = planned;
        const findings = judge.exchange(exchangeOf(planned, answer));
        return findings.map(({ kind, severity }) => ({
          ...{ method, path: pathOf(target), status: answer.status },
          ...{ kind, isAdvice: severity === "info" },
        }));
      });
    },
    async stop() {},
  };
}

function exchangeOf({ method, target, headers, body }: Planned, response: Answer): Exchange {
  const lines: HeaderLines = Object.entries(headers);
  const request = { method, target, headers: lines, body: Buffer.from(body ?? "") };
  return { request, response, startedAt: new Date(), durationMs: 1 };
}
