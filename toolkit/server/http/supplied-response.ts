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
  /** By lower-case name. Plain, since servers and bridges take long with `Headers`. */
  readonly #headers = new Map<string, string | string[]>();
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
    const lines = Array.isArray(value) ? value : String(value);
    const isValid = typeof lines === "string" ? isValidLine(lines) : lines.every(isValidLine);
    if (!isValid || !validName.test(name)) throw new TypeError(`The header ${name} can't be sent.`);
    this.#headers.set(name.toLowerCase(), lines);
    return this;
  }

  setHeaders(headers: Map<string, string>): this {
    for (const [name, value] of headers) this.setHeader(name, value);
    return this;
  }

  getHeader(name: string): string | string[] | undefined {
    return this.#headers.get(name.toLowerCase());
  }

  getHeaders(): Record<string, string | string[] | undefined> {
    return Object.fromEntries(this.#headers);
  }

  getHeaderNames(): string[] {
    return [...this.#headers.keys()];
  }

  hasHeader(name: string): boolean {
    return this.#headers.has(name.toLowerCase());
  }

  removeHeader(name: string): void {
    this.#headers.delete(name.toLowerCase());
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
    const init = { status: this.statusCode, headers: headersInit(this.#headers) };
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

/** What a header's name and its value may contain (RFC 9110, 5.1 and 5.5). */
const validName = /^[!#$%&'*+.^`|~\w-]+$/;
const invalidValue = /[^\t\x20-\x7e\x80-\xff]/;

const isValidLine = (line: string): boolean => !invalidValue.test(line);

/** An object, unless a header has several lines: bridges take longer with pairs. */
function headersInit(headers: Map<string, string | string[]>): Record<string, string> | [string, string][] {
  for (const value of headers.values()) {
    if (typeof value === "string") continue;
    return [...headers].flatMap(([name, lines]) =>
      [lines].flat().map((line): [string, string] => [name, line]),
    );
  }
  return Object.fromEntries(headers as Map<string, string>);
}
