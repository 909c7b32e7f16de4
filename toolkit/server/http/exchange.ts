import type { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import type { ApiDocument } from "../document/document.ts";

/** Headers by lower-case name, as Node joins repeated ones. */
export interface RequestHeaders {
  [name: string]: string | string[] | undefined;
  accept?: string | undefined;
  "accept-encoding"?: string | undefined;
  authorization?: string | undefined;
  "content-encoding"?: string | undefined;
  "content-length"?: string | undefined;
  "content-type"?: string | undefined;
  cookie?: string | undefined;
  expect?: string | undefined;
  host?: string | undefined;
  "if-match"?: string | undefined;
  "if-none-match"?: string | undefined;
  origin?: string | undefined;
  "transfer-encoding"?: string | undefined;
}

/** The connection of a request: Node's socket on Node, the client's address alone elsewhere. */
export type Connection = Partial<Pick<Socket, "remoteAddress" | "remotePort" | "localAddress" | "localPort">>;

/**
 * A request as an adapter supplies it. It is the stream of its body, and closes early if the client leaves. Node's own
 * `IncomingMessage` is one once the adapter has set `originalUrl`.
 */
export interface ExchangeRequest extends Readable {
  /** In upper case. */
  method: string;
  /** Path and query, without what a router has taken off. */
  url: string;
  /** Path and query as sent. */
  originalUrl: string;
  headers: RequestHeaders;
  /** Alternating names and values. */
  rawHeaders: string[];
  httpVersion: string;
  socket: Connection;
  /** The parsed body, once it has been read. */
  // biome-ignore lint/suspicious/noExplicitAny: middleware knows its type.
  body?: any;
  /** The client's address, which trusted proxies forward; undefined for that of the connection. */
  readonly ip?: string | undefined;
  /** Set for the call of a tool: the document of its operation. */
  toolsOf?: ApiDocument | undefined;
}

/**
 * A response as an adapter supplies it: written once with `end`, or streamed into. It closes when it is sent or the client
 * leaves. Node's own `ServerResponse` is one once the adapter has set `locals`.
 */
export interface ExchangeResponse extends Writable {
  statusCode: number;
  readonly headersSent: boolean;
  readonly req: Pick<ExchangeRequest, "method" | "headers">;
  /** What steps keep for later ones; the context among it. */
  locals: Record<string, unknown>;
  setHeader(name: string, value: number | string | readonly string[]): unknown;
  setHeaders(headers: Map<string, string>): unknown;
  getHeader(name: string): number | string | string[] | undefined;
  getHeaders(): Record<string, number | string | string[] | undefined>;
  getHeaderNames(): string[];
  hasHeader(name: string): boolean;
  removeHeader(name: string): void;
  /** Sends the head before the body. */
  flushHeaders(): void;
  /** Sends `100 Continue`. */
  writeContinue(): void;
}

/** Responds to a request. */
export type Responder = (req: ExchangeRequest, res: ExchangeResponse) => void;

/** Answers a request, or passes it on with `next`, which takes an error too. */
export type Handler = (
  req: ExchangeRequest,
  res: ExchangeResponse,
  next: (error?: unknown) => void,
) => unknown;
