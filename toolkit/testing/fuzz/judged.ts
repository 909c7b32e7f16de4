import type { ApiDocument, DocumentOperation } from "@counterpart/server/document";
import { isMarkedNonconforming } from "../checks/nonconforming-header.ts";
import { createJudge } from "../judge/judge.ts";
import type { RuleName } from "../judge/rules.ts";
import type { TrafficFinding } from "../judge/traffic-finding.ts";
import type { HttpRequest } from "../samples/http-request.ts";
import type { Exchange, Sender } from "./http.ts";
import { hasFieldInBrackets, isFrameworks, undocumentedPart } from "./notes.ts";
import { Violation } from "./report/violation.ts";
import { isUnlisted } from "./unlisted.ts";

/** A sender that shows all exchanges of a run to a judge, in the order in which they are sent. */
export function judgedSender(document: ApiDocument, sender: Sender) {
  const judge = createJudge(document);
  let findings: TrafficFinding[] = [];
  return {
    /** The findings about the last exchange. */
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
    } satisfies Sender,
  };
}

/** What a response has in another form than documented, by the rule that found it. */
const partOfRule: Partial<Record<RuleName, string>> = {
  "media-type": "media type",
  "response-header": "header",
  "content-coding": "body",
  "unexpected-body": "body",
  "empty-body": "body",
  "invalid-utf8": "body",
  "invalid-json": "body",
  "response-body": "body",
};

interface Applying {
  /** Undefined if no operation matches. */
  operation: DocumentOperation | undefined;
  note: (kind: string, request: HttpRequest) => void;
}

/** @throws Violation for the first finding that isn't the framework's answer or a hint */
export function applyFindings(
  findings: TrafficFinding[],
  { request, answer, isUnusual }: Exchange,
  { operation, note }: Applying,
): void {
  if (!answer || isMarkedNonconforming(answer.headers)) return;
  const isTolerated = isUnusual && isFrameworks(answer);
  for (const { rule, severity, message, kind } of findings) {
    // Unlisted refusals are advice, and unknown paths have a check.
    if (rule === "undocumented-refusal" || rule === "undocumented-path") continue;
    if (rule === "undocumented-status" && operation && isUnlisted(operation, answer.status)) continue;
    if (rule === "invalid-request" && hasFieldInBrackets(request)) continue;
    // The rule about HEAD knows itself what a framework may answer.
    if (severity === "error" && isTolerated && rule !== "head-differs") {
      if (rule === "undocumented-status") note(`${answer.status} that isn't documented`, request);
      else if (partOfRule[rule]) note(undocumentedPart(answer, partOfRule[rule]), request);
    } else if (severity === "error") throw new Violation(rule, message, kind);
    else note(kind, request);
  }
}
