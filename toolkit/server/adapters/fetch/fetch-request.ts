import type { RequestHeaders } from "../../http/exchange.ts";
import { SuppliedRequest } from "../../http/supplied-request.ts";

/**
 * A web request as the pipeline's.
 * @param address the client's, if it is known
 * @param onChunk called with each chunk of the body that is read
 */
export async function fetchRequest(
  request: Request,
  address: string | undefined,
  onChunk?: (chunk: Uint8Array) => void,
): Promise<SuppliedRequest> {
  const { host, pathname, search } = new URL(request.url);
  const headers: RequestHeaders = Object.create(null);
  const rawHeaders: string[] = [];
  const add = (value: string, name: string): void => {
    headers[name] = value;
    rawHeaders.push(name, value);
  };
  request.headers.forEach(add);
  if (headers.host === undefined) add(host, "host");
  // Web requests by GET and HEAD have no body, and looking for one is costly behind bridges.
  const isBodiless = request.method === "GET" || request.method === "HEAD";
  const chunks = isBodiless ? undefined : await bodyOf(request, headers, onChunk);
  // The pipeline reads a body that is announced.
  if (chunks && headers["content-length"] === undefined) headers["transfer-encoding"] = "chunked";
  const target = pathname + search;
  const socket = address === undefined ? {} : { remoteAddress: address };
  const head = { method: request.method, target, headers, rawHeaders };
  return new SuppliedRequest({ ...head, httpVersion: "1.1", socket }, chunks);
}

/** Bytes. A body whose `Content-Length` isn't larger is read at once, which costs bridges far less than a stream. */
const maxReadAtOnce = 64 * 1024;

/** The chunks of a body; undefined without one. Some servers supply an empty stream if no length is announced. */
async function bodyOf(
  request: Request,
  headers: RequestHeaders,
  onChunk: (chunk: Uint8Array) => void = () => {},
): Promise<AsyncIterator<Uint8Array> | undefined> {
  const { "content-length": length, "transfer-encoding": coding } = headers;
  if (length === "0") return undefined;
  if (coding === undefined && Number(length) <= maxReadAtOnce) return wholeOf(request, onChunk);
  const reader = request.body?.getReader();
  const isAnnounced = length !== undefined || coding !== undefined;
  const first = isAnnounced ? undefined : await reader?.read();
  if (!reader || first?.done) return undefined;
  return chunksOf(reader, first?.value, onChunk);
}

async function* wholeOf(request: Request, onChunk: (chunk: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length === 0) return;
  onChunk(bytes);
  yield bytes;
}

async function* chunksOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  first: Uint8Array | undefined,
  onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  try {
    for (let chunk = first ?? (await reader.read()).value; chunk; chunk = (await reader.read()).value) {
      onChunk(chunk);
      yield chunk;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
