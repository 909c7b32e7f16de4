import { lookup as systemLookup } from "node:dns";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { PreparedWebhook } from "@counterpart/toolkit";
import { isPublicAddress } from "./public-address.ts";

// An import of it would load Node's copy of undici too, for the WebSocket that it exports.
const { request: requestHttp } = process.getBuiltinModule("node:http");

export interface PostOptions {
  /** In development, endpoints may be on this machine, and without TLS. */
  allowsPrivate: boolean;
  /** For the whole attempt; milliseconds. */
  timeoutMs: number;
  /** Aborted when the process stops. */
  signal: AbortSignal;
  lookup?: LookupFunction;
}

/**
 * The address isn't one that events may be sent to. Its message doesn't say what the name resolves to: it would show
 * merchants the network that this process is in.
 */
export class ForbiddenAddress extends Error {}

/**
 * Sends a webhook and resolves to the status of the response. Redirects aren't followed, and the response's body isn't
 * read. A name is resolved once, and the connection goes to the very addresses that were checked, so that an answer which
 * changes in between (DNS rebinding) leads nowhere else.
 */
export function post(
  { url, method, headers, body }: PreparedWebhook,
  { allowsPrivate, timeoutMs, signal, lookup = systemLookup as LookupFunction }: PostOptions,
): Promise<number> {
  const target = new URL(url);
  const host = target.hostname.replace(/^\[|\]$/g, "");
  const isSecure = target.protocol === "https:";
  if (!allowsPrivate && !isSecure)
    return Promise.reject(new ForbiddenAddress("only https addresses are sent to"));
  // An address instead of a name isn't looked up.
  if (!allowsPrivate && isIP(host) !== 0 && !isPublicAddress(host)) return Promise.reject(notPublic());
  return new Promise((resolve, reject) => {
    const request = (isSecure ? requestHttps : requestHttp)(
      target,
      {
        method,
        headers: { ...headers, "User-Agent": "Counterpart", "Content-Length": Buffer.byteLength(text(body)) },
        // A connection of its own: one that is kept would outlive the check of its address.
        agent: false,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        lookup: allowsPrivate ? lookup : publicOnly(lookup),
      },
      (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      },
    );
    request.on("error", reject);
    request.end(text(body));
  });
}

function text(body: PreparedWebhook["body"]): string {
  if (typeof body !== "string") throw new Error("Events are JSON.");
  return body;
}

const notPublic = () => new ForbiddenAddress("the address isn't on the public internet");

/** A look-up that fails when any of a name's addresses isn't public. */
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
