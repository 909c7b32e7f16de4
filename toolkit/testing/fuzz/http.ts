import http from "node:http";
import https from "node:https";
import { type DecodedContent, decodeContent } from "../judge/decode-content.ts";
import { headerLines, type ReceivedResponse } from "../judge/exchange.ts";
import type { HttpRequest } from "../samples/http-request.ts";
import type { WireRequest } from "./request.ts";

export interface RawResponse extends DecodedContent {
  status: number;
  /** As they were received; undefined for a response that a test made up. */
  received?: ReceivedResponse;
  /** Keyed by lower-case name; repeated headers are joined, `set-cookie` by line breaks. */
  headers: Record<string, string>;
}

export type As = "owner" | "other" | "anonymous";

export interface Exchange {
  request: HttpRequest;
  as: As;
  /** Whether the server's framework may have answered before the application read the request. */
  isUnusual?: boolean;
  /** Undefined if no response arrived. */
  answer?: FuzzResponse;
}

export interface FuzzResponse extends RawResponse {
  body: unknown;
}

export interface Sender {
  send: (request: WireRequest) => Promise<RawResponse>;
  close: () => void;
}

/** How long a response may take. */
const timeoutMs = 10_000;

/** No response arrived in time. */
export class NoResponse extends Error {}

/**
 * Sends requests unchanged, unlike `fetch`, which normalizes paths and drops forbidden headers.
 * @param baseUrl without a trailing slash
 */
export function createSender(baseUrl: string): Sender {
  const { protocol, hostname, port, pathname } = new URL(baseUrl);
  const client = protocol === "https:" ? https : http;
  const agent = new client.Agent({ keepAlive: true });
  const prefix = pathname.replace(/\/$/, "");

  function once({ method, target, headers, body }: WireRequest): Promise<RawResponse> {
    return new Promise((resolve, reject) => {
      const request = client.request({
        hostname,
        port,
        agent,
        method,
        path: prefix + target,
        timeout: timeoutMs,
      });
      for (const [name, value] of headers) request.setHeader(name, value);
      request.once("timeout", () => request.destroy(new NoResponse(`no response within ${timeoutMs} ms`)));
      request.once("error", (error: NodeJS.ErrnoException) => {
        const isStale = request.reusedSocket && ["ECONNRESET", "EPIPE"].includes(error.code ?? "");
        reject(isStale ? new StaleConnection() : new NoResponse(error.message));
      });
      request.once("response", (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk) => chunks.push(chunk));
        response.once("error", (error) => reject(new NoResponse(error.message)));
        response.once("end", () => {
          const { statusCode: status = 0, rawHeaders } = response;
          const body = Buffer.concat(chunks);
          resolve({
            status,
            received: { status, headers: headerLines(rawHeaders), body },
            headers: Object.fromEntries(
              Object.entries(response.headers).map(([name, value]) => [
                name,
                [value].flat().join(name === "set-cookie" ? "\n" : ", "),
              ]),
            ),
            ...decodeContent(body, response.headers["content-encoding"]),
          });
        });
      });
      request.end(body);
    });
  }

  return {
    send: (request) =>
      once(request).catch((error: unknown) => {
        // The server closed an idle keep-alive connection, for reasons unrelated to this request.
        if (error instanceof StaleConnection) return once(request);
        throw error;
      }),
    close: () => agent.destroy(),
  };
}

class StaleConnection extends NoResponse {}
