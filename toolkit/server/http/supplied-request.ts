import { Readable } from "node:stream";
import type { ApiDocument } from "../document/document.ts";
import type { Connection, ExchangeRequest, RequestHeaders } from "./exchange.ts";

/** A request's head, from a server whose requests aren't Node's. Its `ip` is set if that server knows the client's better. */
type SuppliedHead = Pick<
  ExchangeRequest,
  "method" | "headers" | "rawHeaders" | "httpVersion" | "socket" | "ip"
> & {
  /** Path and query as sent. */
  target: string;
};

/** A request made of a head and the chunks of a body. */
export class SuppliedRequest extends Readable implements ExchangeRequest {
  method: string;
  url: string;
  originalUrl: string;
  headers: RequestHeaders;
  rawHeaders: string[];
  httpVersion: string;
  socket: Connection;
  readonly ip: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: as in every exchange.
  body: any = undefined;
  toolsOf: ApiDocument | undefined = undefined;
  readonly #chunks: AsyncIterator<Uint8Array> | undefined;

  /** @param chunks of the body; closed when the request is destroyed */
  constructor(head: SuppliedHead, chunks?: AsyncIterator<Uint8Array>) {
    super();
    this.method = head.method;
    this.url = head.target;
    this.originalUrl = head.target;
    this.headers = head.headers;
    this.rawHeaders = head.rawHeaders;
    this.httpVersion = head.httpVersion;
    this.socket = head.socket;
    this.ip = head.ip;
    this.#chunks = chunks;
    // The reader of the body gets its errors. Later ones would end the process.
    this.on("error", () => {});
  }

  override _read(): void {
    if (!this.#chunks) return void this.push(null);
    this.#chunks.next().then(
      ({ done, value }) =>
        this.push(done ? null : Buffer.from(value.buffer, value.byteOffset, value.byteLength)),
      (error: Error) => this.destroy(error),
    );
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    const finish = (): void => done(error);
    const closed = this.#chunks?.return?.();
    if (closed) closed.then(finish, finish);
    else finish();
  }
}
