/**
 * Whether a call may be sent again when nobody knows whether it took effect; `key` where its `Idempotency-Key` makes the
 * server recognise it (draft-ietf-httpapi-idempotency-key-header).
 */
export type Idempotency = boolean | "key";

/** What the document says of its calls, by method and path (`POST /pets`), where it doesn't follow from the method. */
export type IdempotencyTable = Record<string, Idempotency>;

/** RFC 9110, section 9.2.2, and the QUERY method. */
const idempotentMethods = new Set(["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "QUERY"]);

export const keyHeader = "Idempotency-Key";

/** The method may be in lower case. */
export function idempotencyOf(table: IdempotencyTable, method: string, path: string): Idempotency {
  const name = method.toUpperCase();
  return table[`${name} ${path}`] ?? idempotentMethods.has(name);
}

/** A key that no other call has. */
export function createKey(): string {
  // Browsers have no randomUUID on pages that were loaded over plain HTTP from another machine.
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
