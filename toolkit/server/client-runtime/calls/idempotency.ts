/**
 * Whether a call may be retried although it may have taken effect; `key` if its `Idempotency-Key` lets the server
 * recognise it (draft-ietf-httpapi-idempotency-key-header).
 */
export type Idempotency = boolean | "key";

/** The document's rules for its calls, by method and path (`POST /pets`), if the method doesn't decide them. */
export type IdempotencyTable = Record<string, Idempotency>;

/** RFC 9110, section 9.2.2, and the QUERY method. */
const idempotentMethods = new Set(["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "QUERY"]);

export const keyHeader = "Idempotency-Key";

/** The method may be in lower case. */
export function idempotencyOf(table: IdempotencyTable, method: string, path: string): Idempotency {
  const name = method.toUpperCase();
  return table[`${name} ${path}`] ?? idempotentMethods.has(name);
}

/** A unique key. */
export function createKey(): string {
  // Browsers have no randomUUID on pages loaded over plain HTTP from another machine.
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
