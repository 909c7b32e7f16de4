import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import type { ApiDocument } from "../../document/document.ts";
import { forwardedAddress } from "../../http/client-address.ts";
import type { ExchangeRequest, ExchangeResponse, Responder } from "../../http/exchange.ts";

/** The request and response classes of our own servers, which have their members from the start. */
export class NodeRequest extends IncomingMessage {
  declare method: string;
  declare url: string;
  originalUrl = "";
  // biome-ignore lint/suspicious/noExplicitAny: as in every exchange.
  body: any = undefined;
  /** Number of trusted proxies that forward the client's address. */
  trustProxy = 0;
  toolsOf: ApiDocument | undefined = undefined;

  get ip(): string | undefined {
    return forwardedAddress(this, this.trustProxy);
  }
}

export class NodeResponse<Req extends IncomingMessage = IncomingMessage> extends ServerResponse<Req> {
  locals: Record<string, unknown> = {};
}

/**
 * A listener that passes every request to `answer`. Any server of Node can use it, and Express apps can mount it.
 * @param trustProxy number of trusted proxies that forward the client's address
 */
export function nodeListener(answer: Responder, trustProxy = 0): RequestListener {
  return (req, res) => {
    const [request, response] = [
      req as ExchangeRequest & IncomingMessage,
      res as unknown as ExchangeResponse,
    ];
    // A router in front has set it, and has taken its own part off the URL.
    request.originalUrl ||= request.url;
    if (req instanceof NodeRequest) req.trustProxy = trustProxy;
    else
      Object.defineProperty(req, "ip", { value: forwardedAddress(request, trustProxy), configurable: true });
    response.locals ??= {};
    answer(request, response);
  };
}
