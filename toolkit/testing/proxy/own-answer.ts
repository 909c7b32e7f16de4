import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Finding } from "@counterpart/server/findings";

/** The proxy's own answer (RFC 9457), in place of the upstream server's. */
export interface OwnAnswer {
  status: number;
  title: string;
  detail: string;
  findings?: Pick<Finding, "rule" | "place" | "message">[];
}

function problemText({ status, title, detail, findings }: OwnAnswer): string {
  const listed = findings?.map(({ rule, place, message }) => ({ rule, place, message }));
  return JSON.stringify({ title, status, detail, findings: listed });
}

export function sendOwnAnswer(res: ServerResponse, answer: OwnAnswer): void {
  const body = problemText(answer);
  res.writeHead(answer.status, STATUS_CODES[answer.status], {
    "Content-Type": "application/problem+json",
    "Content-Length": Buffer.byteLength(body),
  });
  res.end(body);
}
