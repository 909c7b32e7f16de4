import { createKey, type IdempotencyTable, idempotencyOf, keyHeader } from "./idempotency.ts";
import { type Fetch, fetchWithRetry, type RetryOptions } from "./retry.ts";

/** What a client does about failures. */
export interface CallOptions {
  /**
   * Sends a call again when its connection is lost, or when it is answered with 429, 500, 502, 503 or 504, after the
   * time that `Retry-After` says. Only calls that do no harm when they arrive twice: by their method, by their
   * `Idempotency-Key`, or because the document says so. Default: no call is sent again.
   */
  retry?: RetryOptions | boolean;
  /**
   * A call that takes longer, with all that it has sent, rejects with a `TimeoutError`. A stream of items must have
   * begun by then. Default: no limit.
   */
  timeoutMs?: number;
}

/** How one call is sent. */
interface CallPolicy {
  /** The call's own `Idempotency-Key`, where the document has one. */
  headers: Record<string, string>;
  fetch: Fetch;
}

/** @param table which calls may be sent again, where that doesn't follow from the method */
export function createCallPolicy(
  { retry = false, timeoutMs = Infinity }: CallOptions,
  table: IdempotencyTable,
) {
  const given = typeof retry === "boolean" ? {} : retry;
  // A call with a time limit can't wait longer than that.
  const options = { ...given, maxWaitMs: Math.min(given.maxWaitMs ?? 10_000, timeoutMs) };

  return (method: string, path: string, fetch: Fetch): CallPolicy => {
    const idempotency = idempotencyOf(table, method, path);
    const headers = idempotency === "key" ? { [keyHeader]: createKey() } : undefined;
    // A caller can take the key away.
    const isRepeatable = (request: Request) => headers === undefined || request.headers.has(keyHeader);
    const repeats = retry !== false && idempotency !== false;
    return { headers: headers ?? {}, fetch: repeats ? fetchWithRetry(fetch, isRepeatable, options) : fetch };
  };
}
