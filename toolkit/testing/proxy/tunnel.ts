import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { HeaderLines } from "../judge/exchange.ts";

/** A protocol that the upstream server switched to: its response, and the connection. */
export interface Switched {
  response: IncomingMessage;
  socket: Duplex;
  /** What followed the response. */
  rest: Buffer;
}

/**
 * Whether a request offers a protocol that may be tunnelled. HTTP/2 may not: clients such as Java's offer it with ordinary
 * requests. A request with a body is ordinary too, so that its body is checked; servers may ignore offers (RFC 9110, 7.8).
 */
export function offersTunnel({ headers }: Pick<IncomingMessage, "headers">): boolean {
  const { upgrade, "content-length": length = "0", "transfer-encoding": encoding } = headers;
  return (
    upgrade !== undefined && !/\bh2c?\b/i.test(upgrade) && Number(length) === 0 && encoding === undefined
  );
}

/** Without the headers that offer another protocol. */
export function withoutOffer(headers: HeaderLines): HeaderLines {
  const offered = ["upgrade", "http2-settings"];
  return headers.flatMap(([name, value]): HeaderLines => {
    if (offered.includes(name.toLowerCase())) return [];
    if (name.toLowerCase() !== "connection") return [[name, value]];
    const kept = value.split(",").filter((one) => !offered.includes(one.trim().toLowerCase()));
    return kept.length > 0 ? [[name, kept.join(",").trim()]] : [];
  });
}

/** Passes the response 101 on, and then all bytes in both directions. */
export function tunnel(
  { socket: client }: Pick<ServerResponse, "socket">,
  { response, socket, rest }: Switched,
): void {
  if (!client) return void socket.destroy();
  const { statusMessage = "", rawHeaders } = response;
  const lines = rawHeaders.map((part, index) => (index % 2 === 0 ? `${part}: ` : `${part}\r\n`));
  client.write(`HTTP/1.1 101 ${statusMessage}\r\n${lines.join("")}\r\n`, "latin1");
  client.write(rest);
  socket.on("error", () => client.destroy());
  client.on("error", () => socket.destroy());
  client.once("close", () => socket.destroy());
  socket.once("close", () => client.end());
  client.pipe(socket);
  socket.pipe(client);
}
