import { createServer, type RequestListener, request } from "node:http";
import { duplexPair } from "node:stream";
import { NodeRequest, NodeResponse } from "../../adapters/node/node-exchange.ts";
import type { ApiDocument } from "../../document/document.ts";
import type { CallRequest, CallResponse } from "./send-call.ts";

/** Sends a request as if the client of the connection that brought a tool call had sent it. */
export type PipelineSender = (
  request: CallRequest,
  signal: AbortSignal,
  connection: { remoteAddress?: string | undefined },
) => Promise<CallResponse>;

/**
 * Sends requests to an app within the process. They pass Node's HTTP parser like any other, so that the app
 * refuses exactly what it refuses from outside; only the socket is a pair of streams.
 * @param document whose operations are called, and nothing else of the app
 */
export function pipelineSender(app: RequestListener, document: ApiDocument): PipelineSender {
  const server = createServer({ IncomingMessage: NodeRequest, ServerResponse: NodeResponse }, (req, res) => {
    req.toolsOf = document;
    app(req, res);
  });
  return ({ method, target, headers, body }, signal, { remoteAddress }) =>
    new Promise((resolve, reject) => {
      const [near, far] = duplexPair();
      // Limits without a credential are per address.
      server.emit("connection", Object.assign(far, { remoteAddress }));
      const sent = request({ createConnection: () => near, method, path: target, headers, signal });
      sent.once("response", resolve).once("error", reject);
      sent.end(body);
    });
}
