import { lookup as systemLookup } from "node:dns";
import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { ForbiddenAddress, isPublicAddress, publicOnly } from "./public-address.ts";

export interface PublicRequest {
  method?: string;
  headers: OutgoingHttpHeaders;
  body?: string;
  /** Ends the request, and the reading of its response. */
  signal: AbortSignal;
  /** The server may be on this machine or its network, and without TLS. */
  allowsPrivate: boolean;
  lookup?: LookupFunction | undefined;
}

/**
 * Sends a request to a server that belongs to someone else. Resolves the name once and connects to exactly the
 * checked addresses, against DNS rebinding. Redirects aren't followed, and an upgrade is a response without a body.
 * @returns the response, which the caller reads or destroys: nothing else closes the connection
 * @throws {ForbiddenAddress} for an address that isn't public or a URL without TLS
 */
export async function requestPublic(
  target: URL,
  { method, headers, body, signal, allowsPrivate, lookup = systemLookup as LookupFunction }: PublicRequest,
): Promise<IncomingMessage> {
  const host = target.hostname.replace(/^\[|\]$/g, "");
  const isSecure = target.protocol === "https:";
  if (!allowsPrivate && !isSecure) throw new ForbiddenAddress("the URL must use https");
  // Literal IP addresses aren't resolved, so they are checked here.
  if (!allowsPrivate && isIP(host) !== 0 && !isPublicAddress(host)) throw new ForbiddenAddress();
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (isSecure ? requestHttps : requestHttp)(target, {
    method,
    headers,
    // No kept-alive connection, which would outlive the check of its address.
    agent: false,
    signal,
    lookup: allowsPrivate ? lookup : publicOnly(lookup),
  });
  request.on("response", resolve);
  request.on("upgrade", (response, socket) => {
    // The request no longer owns its socket.
    socket.destroy();
    resolve(response);
  });
  request.on("error", reject);
  request.on("close", () => reject(new Error("The connection ended without a response.")));
  request.end(body);
  return promise;
}
