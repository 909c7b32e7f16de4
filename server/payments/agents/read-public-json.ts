import type { IncomingMessage } from "node:http";
import type { LookupFunction } from "node:net";
import { requestPublic } from "@counterpart/server/public-address";

export interface ReadOptions {
  /** In development, servers may be on this machine and without TLS. */
  allowsPrivate: boolean;
  timeoutMs: number;
  lookup?: LookupFunction;
}

/** A response that isn't 2xx. Redirects aren't followed. */
class OtherStatus extends Error {}

/** A response that is no JSON, or too much of it. */
export class NotJson extends Error {}

const maxBytes = 64 * 1024;

/** Reads JSON from a server that belongs to someone else. */
export async function readPublicJson(
  url: string,
  { allowsPrivate, timeoutMs, lookup }: ReadOptions,
): Promise<unknown> {
  const response = await requestPublic(new URL(url), {
    headers: { Accept: "application/json", "Accept-Encoding": "identity", "User-Agent": "Counterpart" },
    signal: AbortSignal.timeout(timeoutMs),
    allowsPrivate,
    lookup,
  });
  try {
    const { statusCode = 0 } = response;
    if (statusCode < 200 || statusCode > 299) throw new OtherStatus(`It responded with ${statusCode}.`);
    return parsed(await bytesOf(response));
  } finally {
    response.destroy();
  }
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new NotJson(`It has more than ${maxBytes / 1024} KiB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch (cause) {
    throw new NotJson("It isn’t JSON.", { cause });
  }
}
