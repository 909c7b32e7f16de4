import { lookup as systemLookup } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { PreparedWebhook } from "@counterpart/server";
import { isPublicAddress } from "./public-address.ts";

export interface PostOptions {
  /** In development, endpoints may be on this machine and without TLS. */
  allowsPrivate: boolean;
  /** From the name's resolution to the response's status; milliseconds. */
  timeoutMs: number;
  /** Aborted when the process stops. */
  signal: AbortSignal;
  lookup?: LookupFunction;
}

/**
 * Events may not be sent to this address. The message doesn't contain the resolved address, which would
 * reveal this process's network to merchants.
 */
export class ForbiddenAddress extends Error {}

/** The endpoint didn't send a status within the time limit. */
export class AttemptTimeout extends Error {}

/**
 * Sends a webhook, resolves to the response's status and closes the connection; redirects, upgrades and the body are
 * ignored. Resolves the name once and connects to exactly the checked addresses, against DNS rebinding.
 */
export function post(
  { url, method, headers, body }: PreparedWebhook,
  { allowsPrivate, timeoutMs, signal, lookup = systemLookup as LookupFunction }: PostOptions,
): Promise<number> {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, "");
  const isSecure = target.protocol === "https:";
  if (!allowsPrivate && !isSecure) return Promise.reject(new ForbiddenAddress("the URL must use https"));
  // Literal IP addresses aren't resolved, so they are checked here.
  if (!allowsPrivate && isIP(host) !== 0 && !isPublicAddress(host)) return Promise.reject(notPublic());
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const request = (isSecure ? requestHttps : requestHttp)(target, {
    method,
    headers: { ...headers, "User-Agent": "Counterpart", "Content-Length": Buffer.byteLength(text(body)) },
    // No kept-alive connection, which would outlive the check of its address.
    agent: false,
    signal,
    lookup: allowsPrivate ? lookup : publicOnly(lookup),
  });
  request.on("response", ({ statusCode = 0 }) => resolve(statusCode));
  request.on("upgrade", ({ statusCode = 0 }, socket) => {
    // The request no longer owns its socket.
    socket.destroy();
    resolve(statusCode);
  });
  request.on("error", reject);
  request.on("close", () => reject(new Error("The connection ended without a response.")));
  const timer = setTimeout(() => reject(new AttemptTimeout()), timeoutMs);
  request.end(text(body));
  return promise.finally(() => {
    clearTimeout(timer);
    request.destroy();
  });
}

function text(body: PreparedWebhook["body"]): string {
  if (typeof body !== "string") throw new Error("Events are JSON.");
  return body;
}

const notPublic = () => new ForbiddenAddress("the address isn't publicly reachable");

/** A look-up that fails if any of the name's addresses isn't public. */
function publicOnly(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "");
      const addresses = typeof found === "string" ? [{ address: found, family: isIP(found) }] : found;
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(notPublic(), "");
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}
