import type { Exchange, HeaderLines } from "../../testing/judge/exchange.ts";

interface Sent {
  headers?: Record<string, string>;
  /** Sent as JSON unless it is text or bytes. */
  body?: unknown;
  /** Whose token is sent: `ann` by default, `""` for none. */
  as?: string;
}

interface Received {
  status?: number;
  headers?: Record<string, string> | HeaderLines;
  /** Sent as JSON unless it is text or bytes. */
  body?: unknown;
}

let now = Date.parse("2026-01-01T00:00:00Z");

/**
 * An exchange that begins when all earlier ones have ended.
 * @param line method and target
 */
export function exchanged(line: string, received: Received = {}, sent: Sent = {}): Exchange {
  const [method = "", target = ""] = line.split(" ");
  now += 10;
  return {
    request: {
      method,
      target,
      headers: [
        ...(sent.as === "" ? [] : ([["Authorization", `Bearer ${sent.as ?? "ann"}`]] as HeaderLines)),
        ...(typeOf(sent.body, sent.headers) as HeaderLines),
      ],
      body: bytesOf(sent.body),
    },
    response: {
      status: received.status ?? 200,
      headers: typeOf(received.body, received.headers),
      body: bytesOf(received.body),
    },
    startedAt: new Date(now),
    durationMs: 5,
  };
}

function typeOf(body: unknown, given: Record<string, string> | HeaderLines = {}): HeaderLines {
  const headers = Array.isArray(given) ? given : Object.entries(given);
  const isGiven = headers.some(([name]) => name.toLowerCase() === "content-type");
  return body === undefined || isGiven ? headers : [["Content-Type", "application/json"], ...headers];
}

function bytesOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  if (body === undefined) return Buffer.alloc(0);
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}
