import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Sends `100 Continue` to a client that waits for it (`Expect: 100-continue`). Call it when the request is
 * admitted and its body is about to be read.
 */
export function inviteBody(req: IncomingMessage, res: ServerResponse): void {
  const expects = /(?:^|\W)100-continue(?:$|\W)/i.test(req.headers.expect ?? "");
  // HTTP/1.0 clients don't understand 100 Continue.
  if (expects && req.httpVersionMinor > 0) res.writeContinue();
}
