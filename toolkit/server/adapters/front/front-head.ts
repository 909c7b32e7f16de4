import type { IncomingMessage } from "node:http";
import type { RequestHeaders } from "../../http/exchange.ts";
import type { SuppliedHead } from "../../http/supplied-request.ts";

/**
 * A request's head as the pipeline's steps see it; without a body, it is the whole request. A class, since an object with its
 * own getter would stay in memory until all of it is searched for garbage.
 */
export class FrontHead implements SuppliedHead {
  readonly method: string;
  readonly target: string;
  readonly url: string;
  readonly originalUrl: string;
  readonly headers: RequestHeaders;
  readonly rawHeaders: string[];
  readonly httpVersion: string;
  readonly socket: IncomingMessage["socket"];
  readonly ip: string | undefined;
  body: unknown = undefined;
  readonly #req: IncomingMessage;

  constructor(
    req: IncomingMessage,
    { target, address, headers }: { target: string; address: string | undefined; headers: RequestHeaders },
  ) {
    this.method = req.method ?? "GET";
    this.target = target;
    this.url = target;
    this.originalUrl = target;
    this.headers = headers;
    this.rawHeaders = req.rawHeaders;
    this.httpVersion = req.httpVersion;
    this.socket = req.socket;
    this.ip = address;
    this.#req = req;
  }

  get headersDistinct(): Record<string, string[] | undefined> {
    return this.#req.headersDistinct ?? distinct(this.headers);
  }

  destroy(): void {}
}

/** For requests that Fastify injects. */
function distinct(headers: RequestHeaders): Record<string, string[]> {
  return Object.fromEntries(Object.entries(headers).map(([name, value = []]) => [name, [value].flat()]));
}
