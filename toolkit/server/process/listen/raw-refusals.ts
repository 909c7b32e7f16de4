import { maxHeaderSize, type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Bounds } from "./bounds.ts";
import type { Exchange, Exchanges } from "./exchanges.ts";

/** Why invalid HTTP was refused. */
export interface RawRefusal {
  status: number;
  /** For the client. */
  message: string;
  /** The id of the request that they interrupted. */
  requestId?: string;
}

/** Formats a refusal for an API: the headers, including the body's, and the body. */
export type DescribeRefusal = (refusal: RawRefusal) => { headers: Record<string, string>; body: string };

interface ParseError extends Error {
  code?: string;
  /** From Node's parser; a fixed text, never client input. */
  reason?: string;
}

/** Answers bytes that Node can't parse as a request, then closes the connection. */
export function answerRawRefusals(
  server: Server,
  { exchanges, bounds, describe }: { exchanges: Exchanges; bounds: Bounds; describe: DescribeRefusal },
): void {
  server.on("clientError", (error: ParseError, socket: Socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
    exchanges.endConnection(socket, (incomplete) => {
      // A response has already begun; a second one would be read as the answer to another request.
      if (incomplete?.res.headersSent) return close(socket);
      refuse(socket, {
        ...refusalFor(error, incomplete !== undefined, bounds),
        ...(incomplete && requestIdOf(incomplete)),
      });
    });
  });
  server.on("connect", (_req, socket: Socket) => {
    socket.on("error", () => {});
    socket.resume();
    exchanges.endConnection(socket, () =>
      refuse(socket, { status: 400, message: "CONNECT isn't supported: this server isn't a proxy." }),
    );
  });

  function refuse(socket: Socket, refusal: RawRefusal): void {
    const { status } = refusal;
    const { headers, body } = describe(refusal);
    const all = {
      Date: new Date().toUTCString(),
      ...headers,
      "Content-Length": Buffer.byteLength(body),
      Connection: "close",
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    close(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  }

  function close(socket: Socket, lastBytes = ""): void {
    socket.end(lastBytes);
    // Closing at once could lose the response; without a timer, the client could keep the connection open.
    const timer = setTimeout(() => socket.destroy(), bounds.closingMs);
    socket.once("close", () => clearTimeout(timer));
  }
}

function refusalFor({ code, reason }: ParseError, isWithin: boolean, bounds: Bounds): RawRefusal {
  const kib = maxHeaderSize / 1024;
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return { status: 431, message: `The request's first line and headers are larger than ${kib} KiB.` };
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return { status: 413, message: `The extensions of the body's chunks are larger than ${kib} KiB.` };
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return isWithin
        ? { status: 408, message: `The request didn't arrive within ${bounds.request / 1000} seconds.` }
        : {
            status: 408,
            message: `The request's head didn't arrive within ${bounds.headers / 1000} seconds.`,
          };
    case "HPE_INVALID_EOF_STATE":
      return { status: 400, message: "The connection ended before the request was complete." };
    case "HPE_PAUSED_H2_UPGRADE":
      return { status: 400, message: "This server speaks HTTP/1.1, not HTTP/2." };
    default:
      return {
        status: 400,
        message: `The request isn't valid HTTP/1.1${reason ? `: ${uncapitalized(reason)}` : ""}.`,
      };
  }
}

/** Lower-cases the first letter, except that of header names. */
function uncapitalized(text: string): string {
  return /^[A-Z][a-z]+(?![\w-])/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

function requestIdOf({ res }: Exchange): { requestId: string } | undefined {
  const requestId = res.getHeader("X-Request-Id");
  return typeof requestId === "string" ? { requestId } : undefined;
}

/** For a port that serves no document. */
export const plainRefusal: DescribeRefusal = ({ message }) => ({
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify({ error: message, code: "INVALID_REQUEST" }),
});
