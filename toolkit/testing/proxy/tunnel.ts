import type { IncomingMessage } from "node:http";
import net from "node:net";
import type { Duplex } from "node:stream";
import tls from "node:tls";
import type { HeaderLines } from "../judge/exchange.ts";
import { problemText } from "./own-answer.ts";
import type { Upstream } from "./upstream.ts";
import { explainUpstreamError } from "./upstream-failure.ts";

/**
 * Whether a request to change the protocol is tunnelled. HTTP/2 isn't: clients such as Java's offer it with
 * ordinary requests, which are checked.
 */
export function isTunnelled({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return !/\bh2c?\b/i.test(headers.upgrade ?? "");
}

/** The headers by which a client offers HTTP/2 (RFC 7540, 3.2); a proxy doesn't pass them on. */
export function withoutHttp2Offer(headers: HeaderLines): HeaderLines {
  const offered = ["upgrade", "http2-settings"];
  return headers.flatMap(([name, value]): HeaderLines => {
    if (offered.includes(name.toLowerCase())) return [];
    if (name.toLowerCase() !== "connection") return [[name, value]];
    const kept = value.split(",").filter((one) => !offered.includes(one.trim().toLowerCase()));
    return kept.length > 0 ? [[name, kept.join(",").trim()]] : [];
  });
}

/** Passes all bytes on in both directions, beginning with the request. @param rest what the client has sent already */
export function tunnel(
  { method, target, headers }: { method: string; target: string; headers: HeaderLines },
  { client, rest, upstream }: { client: Duplex; rest: Buffer; upstream: Upstream },
): void {
  const { url } = upstream;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isSecure = url.protocol === "https:";
  const port = Number(url.port) || (isSecure ? 443 : 80);
  const server = isSecure
    ? tls.connect({ host, port, ...(net.isIP(host) === 0 && { servername: host }) })
    : net.connect({ host, port });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  server.write(`${method} ${upstream.targetOf(target)} HTTP/1.1\r\n${lines}\r\n`, "latin1");
  server.write(rest);
  let hasAnswered = false;
  server.once("data", () => {
    hasAnswered = true;
  });
  server.on("error", (error) => {
    if (hasAnswered) return void client.destroy();
    const { status, message } = explainUpstreamError(url.origin, error);
    const body = problemText({ status, title: "No answer", detail: message });
    client.end(
      `HTTP/1.1 502 Bad Gateway\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  });
  client.on("error", () => server.destroy());
  client.once("close", () => server.destroy());
  server.once("close", () => client.end());
  client.pipe(server);
  server.pipe(client);
}
