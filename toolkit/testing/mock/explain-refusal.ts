import type { ExchangeResponse } from "@counterpart/server/http";

/** Sent by the mock's own pages, which show why a request was refused. The value is percent-encoded. */
export const explainHeader = "X-Mock-Explain";

/** Headers of a response have room for this many characters, even percent-encoded. */
const maxLength = 1000;

/** Adds the reason of a refusal to the response, if the request asks for it. */
export function explainRefusal(res: ExchangeResponse, reason: string): void {
  if (res.headersSent || res.req.headers[explainHeader.toLowerCase()] === undefined) return;
  res.setHeader(explainHeader, encodeURIComponent(reason.slice(0, maxLength).toWellFormed()));
}
