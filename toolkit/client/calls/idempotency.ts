import type { Prepare } from "../call-traits.ts";
import { combineHeaders } from "../combine-headers.ts";

/** RFC 9110, section 9.2.2, and the QUERY method. */
const idempotentMethods = new Set(["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "QUERY"]);

const keyHeader = "Idempotency-Key";

/** Whether a request may be repeated by its method, in upper case. */
export function isIdempotentMethod(method: string): boolean {
  return idempotentMethods.has(method);
}

/** Whether a request has its key. */
export function hasKey({ headers }: Request): boolean {
  return headers.has(keyHeader);
}

/** Gives a call its own key, unless the caller has chosen or removed it. */
export const withKey: Prepare = (init) => ({
  ...init,
  headers: combineHeaders({ [keyHeader]: createKey() }, init.headers),
});

/** A unique key. */
function createKey(): string {
  // Browsers have no randomUUID on pages loaded over plain HTTP from another machine.
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
