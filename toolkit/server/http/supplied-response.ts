import { Writable } from "node:stream";
import { isBodiless } from "../document/response-for.ts";
import type { ExchangeRequest, ExchangeResponse } from "./exchange.ts";

type Head = Pick<ExchangeRequest, "method" | "headers">;

/** A response for a server whose responses aren't Node's. It becomes a web response as soon as its head is known. */
export class SuppliedResponse extends Writable implements ExchangeResponse {
  statusCode = 200;
  headersSent = false;
  locals: Record<string, unknown> = {};
  readonly req: Head;
  /** Routing turns a HEAD request into GET. */
  readonly #isHead: boolean;
  readonly #headers = new Headers();
  readonly #sent: (response: Response) => void;
  /** Of a streamed body. */
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Continues when the client has taken what was written. */
  #resume: (() => void) | undefined;

  /** @param sent called once, when the head is known or the response has failed */
  constructor(req: Head, sent: (response: Response) => void) {
    super({ highWaterMark: 16 * 1024 });
    this.req = req;
    this.#isHead = req.method === "HEAD";
    this.#sent = sent;
  }

  setHeader(name: string, value: number | string | readonly string[]): this {
    if (!Array.isArray(value)) this.#headers.set(name, String(value));
    else {
      this.#headers.delete(name);
      for (const one of value) this.#headers.append(name, one);
    }
    return this;
  }

  setHeaders(headers: Map<string, string>): this {
    for (const [name, value] of headers) this.#headers.set(name, value);
    return this;
  }

  getHeader(name: string): string | string[] | undefined {
    if (name.toLowerCase() !== "set-cookie") return this.#headers.get(name) ?? undefined;
    const lines = this.#headers.getSetCookie();
    return lines.length > 0 ? lines : undefined;
  }

  getHeaders(): Record<string, string | string[] | undefined> {
    return Object.fromEntries(this.getHeaderNames().map((name) => [name, this.getHeader(name)]));
  }

  getHeaderNames(): string[] {
    return [...new Set(this.#headers.keys())];
  }

  hasHeader(name: string): boolean {
    return this.#headers.has(name);
  }

  removeHeader(name: string): void {
    this.#headers.delete(name);
  }

  flushHeaders(): void {
    if (this.headersSent) return;
    const pull = () => this.#continue();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      pull,
      // The client has left.
      cancel: () => void this.destroy(),
    });
    this.#send(body);
  }

  /** The server has sent it already, where there is one that can. */
  writeContinue(): void {}

  override end(chunk?: unknown, encoding?: unknown): this {
    if (typeof chunk === "function" || this.headersSent) return super.end(chunk as never, encoding as never);
    const bytes = typeof chunk === "string" ? Buffer.from(chunk, encoding as BufferEncoding) : chunk;
    this.#send(bytes as Uint8Array<ArrayBuffer> | undefined);
    return super.end();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.flushHeaders();
    this.#resume = done;
    if (!this.#isBodiless) this.#controller?.enqueue(new Uint8Array(chunk));
    if (this.#isBodiless || (this.#controller?.desiredSize ?? 1) > 0) this.#continue();
  }

  override _final(done: () => void): void {
    this.#controller?.close();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.headersSent) this.#sent(new Response(null, { status: 500 }));
    else if (!this.writableFinished) this.#fail();
    done(error);
  }

  get #isBodiless(): boolean {
    return this.#isHead || isBodiless(this.statusCode);
  }

  #send(body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | undefined): void {
    this.headersSent = true;
    const init = { status: this.statusCode, headers: this.#headers };
    this.#sent(new Response(this.#isBodiless ? null : (body ?? null), init));
  }

  #continue(): void {
    const resume = this.#resume;
    this.#resume = undefined;
    resume?.();
  }

  /** Shows the client that the body is incomplete. */
  #fail(): void {
    try {
      this.#controller?.error(new Error("The response was aborted."));
    } catch {
      // It has been cancelled or closed.
    }
  }
}
