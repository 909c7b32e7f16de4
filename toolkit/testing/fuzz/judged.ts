import type { ApiDocument } from "@counterpart/server/document/document";
import { createJudge } from "../judge/judge.ts";
import type { RuleName } from "../judge/rules.ts";
import type { TrafficFinding } from "../judge/traffic-finding.ts";
import type { HttpRequest } from "../samples/http-request.ts";
import type { Exchange } from "./exchange.ts";
import type { Sender } from "./http.ts";
import { hasFieldInBrackets, isFrameworks } from "./notes.ts";
import { Violation } from "./report/violation.ts";

export interface JudgedSender {
  sender: Sender;
  /** The findings about the last exchange. */
  takeFindings: () => TrafficFinding[];
}

/** A sender that shows all exchanges of a run to a judge, in the order in which they are sent. */
export function judgedSender(document: ApiDocument, sender: Sender): JudgedSender {
  const judge = createJudge(document);
  let findings: TrafficFinding[] = [];
  return {
    takeFindings: () => findings,
    sender: {
      ...sender,
      async send(wire) {
        findings = [];
        const request = { ...wire, body: wire.body ?? Buffer.alloc(0) };
        const startedAt = new Date();
        const begun = judge.begin(request);
        try {
          const answer = await sender.send(wire);
          if (!answer.received) {
            judge.lost(begun);
            return answer;
          }
          const durationMs = Date.now() - startedAt.getTime();
          findings = judge.exchange({ request, response: answer.received, startedAt, durationMs }, begun);
          return answer;
        } catch (error) {
          judge.lost(begun);
          throw error;
        }
      },
    },
  };
}

/** The fuzzer has its own opinion about these, since it sends many wrong requests on purpose. */
const ownOpinion: RuleName[] = ["undocumented-status", "undocumented-refusal", "undocumented-path"];

/** @throws Violation for the first finding that isn't the framework's answer or a hint */
export function applyFindings(
  findings: TrafficFinding[],
  { request, answer, isUnusual }: Exchange,
  note: (kind: string, request: HttpRequest) => void,
): void {
  const isTolerated = isUnusual && answer && isFrameworks(answer);
  for (const { rule, severity, message, kind } of findings) {
    if (ownOpinion.includes(rule)) continue;
    if (rule === "invalid-request" && hasFieldInBrackets(request)) continue;
    // The rule about HEAD knows itself what a framework may answer.
    if (severity === "error" && isTolerated && rule !== "head-differs") continue;
    if (severity === "error") throw new Violation(rule, message, kind);
    note(kind, request);
  }
}
