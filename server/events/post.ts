import type { LookupFunction } from "node:net";
import type { PreparedWebhook } from "@counterpart/server";
import { requestPublic } from "@counterpart/server/public-address";

export interface PostOptions {
  /** In development, endpoints may be on this machine and without TLS. */
  allowsPrivate: boolean;
  /** From the name's resolution to the response's status; milliseconds. */
  timeoutMs: number;
  /** Aborted when the process stops. */
  signal: AbortSignal;
  lookup?: LookupFunction;
}

/** The endpoint didn't send a status within the time limit. */
export class AttemptTimeout extends Error {}

/**
 * Sends a webhook, resolves to the response's status and closes the connection; redirects, upgrades and the body are
 * ignored.
 */
export async function post(
  { url, method, headers, body }: PreparedWebhook,
  { allowsPrivate, timeoutMs, signal, lookup }: PostOptions,
): Promise<number> {
  if (typeof body !== "string") throw new Error("Events are JSON.");
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await requestPublic(new URL(url), {
      method,
      headers: { ...headers, "User-Agent": "Counterpart", "Content-Length": Buffer.byteLength(body) },
      body,
      signal: AbortSignal.any([signal, timeout]),
      allowsPrivate,
      lookup,
    });
    response.destroy();
    return response.statusCode ?? 0;
  } catch (error) {
    throw timeout.aborted ? new AttemptTimeout() : error;
  }
}
