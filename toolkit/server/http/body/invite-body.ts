import type { ExchangeRequest, ExchangeResponse } from "../exchange.ts";

/**
 * Sends `100 Continue` to a client that waits for it (`Expect: 100-continue`). Call it when the request is
 * admitted and its body is about to be read.
 */
export function inviteBody(req: ExchangeRequest, res: ExchangeResponse): void {
  const expects = /(?:^|\W)100-continue(?:$|\W)/i.test(req.headers.expect ?? "");
  // HTTP/1.0 clients don't understand 100 Continue.
  if (expects && req.httpVersion > "1.0") res.writeContinue();
}
