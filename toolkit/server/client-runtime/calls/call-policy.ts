import { createKey, type IdempotencyTable, idempotencyOf, keyHeader } from "./idempotency.ts";
import { type Fetch, fetchWithRetry, type RetryOptions } from "./retry.ts";

/** How a client handles failures. */
export interface CallOptions {
  /**
   * Retries calls after a lost connection, 429, 500, 502, 503 or 504, and honours `Retry-After`. Only calls that are
   * safe to repeat are retried: by their method, their `Idempotency-Key`, or `x-idempotent`. Default: no retries.
   */
  retry?: RetryOptions | boolean;
  /**
   * The limit for a call, including its retries; then it rejects with a `TimeoutError`. A stream of items must have
   * begun by then. Default: no limit.
   */
  timeoutMs?: number;
  /**
   * The longest silence in a stream of items; then its iteration rejects with a `TimeoutError`. Choose one that is
   * longer than the pause between the server's keep-alive comments. Default: no limit.
   */
  idleTimeoutMs?: number;
}

/** How one call is sent. */
interface CallPolicy {
  /** The call's own `Idempotency-Key`, if the document has one. */
  headers: Record<string, string>;
  fetch: Fetch;
}

/** @param table which calls may be retried, if the method doesn't decide it */
export function createCallPolicy(
  { retry = false, timeoutMs = Infinity }: CallOptions,
  table: IdempotencyTable,
) {
  const given = typeof retry === "boolean" ? {} : retry;
  // A call with a time limit can't wait longer than that limit.
  const options = { ...given, maxWaitMs: Math.min(given.maxWaitMs ?? 10_000, timeoutMs) };

  return (method: string, path: string, fetch: Fetch): CallPolicy => {
    const idempotency = idempotencyOf(table, method, path);
    const headers = idempotency === "key" ? { [keyHeader]: createKey() } : undefined;
    // A caller can remove the key.
    const isRepeatable = (request: Request) => headers === undefined || request.headers.has(keyHeader);
    const repeats = retry !== false && idempotency !== false;
    return { headers: headers ?? {}, fetch: repeats ? fetchWithRetry(fetch, isRepeatable, options) : fetch };
  };
}
