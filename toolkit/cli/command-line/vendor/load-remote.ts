import type { IncomingMessage } from "node:http";
import type { LookupFunction } from "node:net";
import { ForbiddenAddress, requestPublic } from "@counterpart/server/public-address";

/** How addresses are loaded. */
export interface Network {
  /** Names of hosts that may have a private address. */
  allowedHosts: string[];
  lookup?: LookupFunction;
}

/** What all loads of a run share. */
export interface Allowance {
  bytes: number;
  signal: AbortSignal;
}

const maxBytes = 2 ** 24;
const maxRedirects = 5;
const timeoutMs = 30_000;

/** All files of a run: 64 MiB in five minutes. */
export function newAllowance(): Allowance {
  return { bytes: 2 ** 26, signal: AbortSignal.timeout(5 * 60_000) };
}

/**
 * Loads a text by https. Redirects are followed, each to an address that is checked like the first.
 * @returns the address after redirects
 * @throws with a reason that completes "… can't be loaded: "
 */
export async function loadRemote(address: string, network: Network, allowance: Allowance): Promise<Remote> {
  const signal = AbortSignal.any([allowance.signal, AbortSignal.timeout(timeoutMs)]);
  return follow(new URL(address), network, { signal, allowance }).catch((error: unknown) => {
    throw signal.aborted ? new Error("it takes too long") : error;
  });
}

interface Remote {
  text: string;
  address: string;
}

async function follow(
  first: URL,
  network: Network,
  { signal, allowance }: { signal: AbortSignal; allowance: Allowance },
): Promise<Remote> {
  let url = first;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await get(url, network, signal);
    const { statusCode = 0, headers } = response;
    const to = statusCode >= 300 && statusCode < 400 ? headers.location : undefined;
    if (to === undefined) {
      if (statusCode === 200) return { text: await read(response, allowance), address: url.href };
      response.destroy();
      throw new Error(`the server answers ${statusCode}`);
    }
    response.destroy();
    if (!URL.canParse(to, url.href)) throw new Error("its redirect isn't a valid address");
    url = new URL(to, url);
  }
  throw new Error(`it has more than ${maxRedirects} redirects`);
}

async function get(
  url: URL,
  { allowedHosts, lookup }: Network,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  if (url.protocol !== "https:") throw new Error(`only https is loaded, not ${url.protocol}//`);
  if (url.username !== "" || url.password !== "") throw new Error("it contains a user name or a password");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const headers = { accept: "application/yaml, application/json, */*;q=0.5", "accept-encoding": "identity" };
  try {
    return await requestPublic(url, { headers, signal, allowsPrivate: allowedHosts.includes(host), lookup });
  } catch (error) {
    if (!(error instanceof ForbiddenAddress)) throw error;
    throw new Error(`${error.message}. To allow it, pass --allow-host ${host}`);
  }
}

async function read(response: IncomingMessage, allowance: Allowance): Promise<string> {
  const coding = response.headers["content-encoding"] ?? "identity";
  if (coding !== "identity") {
    response.destroy();
    throw new Error(`it is encoded as ${coding}, which wasn't asked for`);
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    allowance.bytes -= chunk.byteLength;
    if (bytes > maxBytes) throw new Error(`it has more than ${maxBytes / 2 ** 20} MiB`);
    if (allowance.bytes < 0) throw new Error("the files together have more than 64 MiB");
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new Error("it isn't text in UTF-8");
  }
}
