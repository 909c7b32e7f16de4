import { ServerResponse } from "node:http";
import type { SentBody, SentCheck, SentContent, SentFault, SentHead } from "../../http/sent/sent-check.ts";
import type { SentJson } from "../../http/sent/sent-json.ts";

export interface Watch {
  check: (head: SentHead) => SentCheck;
  report: (fault: SentFault) => void;
  /** Sends the error instead of the response; undefined to report only. */
  refuse: ((fault: SentFault) => void) | undefined;
  /** Returns the JSON that the framework is sending. */
  sentJson: (() => SentJson | undefined) | undefined;
}

/** Bytes of a response that are held back until it is checked. */
const maxHeldBytes = 1024 * 1024;

/** Bytes of a response that is sent while it is collected for its check. */
const maxCheckedBytes = 16 * 1024 * 1024;

type Callback = (() => void) | undefined;

/**
 * Checks a response as it is sent, whatever sends it: everything ends in these four methods of the response. With `refuse`, a
 * response that has to be seen as a whole is held back until it is checked, up to a bound.
 */
export function watchResponse(res: ServerResponse, { check, report, refuse, sentJson }: Watch): void {
  const original = {
    writeHead: res.writeHead,
    write: res.write,
    end: res.end,
    flushHeaders: res.flushHeaders,
  };
  let state: "waiting" | "held" | "passing" | "refused" = "waiting";
  let isOwn = false;
  let body: SentBody = { kind: "unchecked" };
  let chunks: Buffer[] = [];
  let size = 0;

  function found(fault: SentFault | undefined): void {
    if (!fault) return;
    report(fault);
    if (!refuse || fault.isOfFormat) return;
    if (!hasSentHead()) {
      isOwn = true;
      // Not through middleware behind, which may end the response later.
      const { write, end } = res;
      Object.assign(res, { write: original.write, end: original.end });
      for (const name of res.getHeaderNames()) if (describesBody.test(name)) res.removeHeader(name);
      res.statusMessage = "";
      refuse(fault);
      Object.assign(res, { write, end });
      isOwn = false;
    } else if (body.kind === "items") res.destroy();
    else return;
    state = "refused";
    chunks = [];
  }

  function begin(): void {
    if (state !== "waiting") return;
    const checked = check({ status: res.statusCode, headers: res.getHeaders() });
    body = checked.body;
    found(checked.fault);
    if (state === "waiting") state = refuse && body.kind === "whole" ? "held" : "passing";
  }

  function see(chunk: Buffer): void {
    size += chunk.length;
    if (body.kind === "items") found(body.check(chunk));
    if (body.kind !== "whole") return;
    chunks.push(chunk);
    if (state === "held" && size > maxHeldBytes) release();
    if (size > maxCheckedBytes) chunks = [];
  }

  function release(): void {
    state = "passing";
    for (const chunk of chunks) original.write.call(res, chunk, "utf8");
  }

  const isPassing = (): boolean => state === "passing";

  function hasSentHead(): boolean {
    return Reflect.get(ServerResponse.prototype, "headersSent", res);
  }

  /** Begins a response that isn't complete yet: its sender takes the head as sent. */
  function open(): void {
    begin();
    if (state !== "held") return;
    Object.defineProperty(res, "headersSent", {
      configurable: true,
      get: () => (!isOwn && (state === "held" || state === "refused")) || hasSentHead(),
    });
  }

  res.writeHead = ((status: number, ...rest: unknown[]) => {
    if (isOwn || state === "passing") return original.writeHead.apply(res, [status, ...rest] as never);
    // Middleware in front may end the response later, which sends the head.
    if (state === "refused") return hasSentHead() ? res : original.writeHead.call(res, res.statusCode);
    res.statusCode = status;
    if (typeof rest[0] === "string") res.statusMessage = rest[0];
    setHeaders(res, rest.at(-1));
    open();
    return isPassing() ? original.writeHead.call(res, res.statusCode) : res;
  }) as ServerResponse["writeHead"];

  res.flushHeaders = () => {
    open();
    if (isOwn || state === "passing") original.flushHeaders.call(res);
  };

  res.write = ((chunk: unknown, ...rest: unknown[]) => {
    if (isOwn) return original.write.apply(res, [chunk, ...rest] as never);
    open();
    const wasHeld = state === "held";
    if (state !== "refused") see(toBuffer(chunk, rest[0]));
    if (state === "passing" && !wasHeld) return original.write.apply(res, [chunk, ...rest] as never);
    const done = rest.at(-1) as Callback;
    if (typeof done === "function") process.nextTick(done);
    return true;
  }) as ServerResponse["write"];

  res.end = ((...args: unknown[]) => {
    if (isOwn) return original.end.apply(res, args as never);
    begin();
    const [chunk, encoding] = args;
    const hasChunk = chunk !== undefined && chunk !== null && typeof chunk !== "function";
    const isWhole = hasChunk && size === 0 && body.kind === "whole";
    const wasHeld = state === "held";
    if (hasChunk && !isWhole && state !== "refused") see(toBuffer(chunk, encoding));
    const content = isWhole ? toContent(chunk, encoding) : joined(chunks);
    // A response stays in memory for a while. Its body needn't.
    chunks = [];
    if (state !== "refused" && body.kind === "items") found(body.check(undefined));
    if (state !== "refused" && body.kind === "whole" && Math.max(size, content.length) <= maxCheckedBytes)
      found(body.check(content, sentJson?.()));
    const done = args.find((one) => typeof one === "function") as Callback;
    if (state === "refused") {
      if (done) process.nextTick(done);
      return res;
    }
    const isHeld = state === "held";
    state = "passing";
    if (!wasHeld || isWhole) return original.end.apply(res, args as never);
    return original.end.apply(res, [...(isHeld ? [content] : []), ...(done ? [done] : [])] as never);
  }) as ServerResponse["end"];
}

/** Most bodies are one chunk, which isn't copied. */
function joined(chunks: Buffer[]): Buffer {
  return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
}

/** Headers that describe the body that is replaced. */
const describesBody =
  /^(content-(?!security-policy).*|etag|last-modified|cache-control|location|accept-ranges|expires|transfer-encoding)$/i;

/** Text in UTF-8 stays text. */
function toContent(chunk: unknown, encoding: unknown): SentContent {
  const isUtf8 = typeof encoding !== "string" || /^utf-?8$/i.test(encoding);
  return typeof chunk === "string" && isUtf8 ? chunk : toBuffer(chunk, encoding);
}

function toBuffer(chunk: unknown, encoding: unknown): Buffer {
  if (chunk instanceof Uint8Array) return Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return Buffer.from(String(chunk), typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8");
}

/** Sets the headers that are handed to `writeHead`: an object, or a list of names and values. */
function setHeaders(res: ServerResponse, given: unknown): void {
  if (typeof given !== "object" || given === null) return;
  if (!Array.isArray(given)) {
    for (const [name, value] of Object.entries(given)) if (value !== undefined) res.setHeader(name, value);
    return;
  }
  const flat = given.flat();
  for (let at = 0; at < flat.length; at += 2) res.removeHeader(flat[at]);
  for (let at = 0; at < flat.length; at += 2) res.appendHeader(flat[at], flat[at + 1]);
}
