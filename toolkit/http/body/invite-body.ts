import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * Tells a client that waits for it (`Expect: 100-continue`) to send the body. To be called when the request has been let
 * in and its body is about to be read.
 */
export function inviteBody(req: IncomingMessage, res: ServerResponse): void {
  const expects = /(?:^|\W)100-continue(?:$|\W)/i.test(req.headers.expect ?? "");
  // Who speaks HTTP/1.0 doesn't know the answer.
  if (expects && req.httpVersionMinor > 0) res.writeContinue();
}
