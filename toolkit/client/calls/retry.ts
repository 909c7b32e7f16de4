import type { Fetch, Idempotency } from "../call-traits.ts";
import { hasKey, isIdempotentMethod } from "./idempotency.ts";
import { delayAfter, growingDelay } from "./retry-delay.ts";

/** When and how often calls are retried. */
export interface RetryOptions {
  /** The maximum number of requests per call, including the first. Default: 3. */
  maxAttempts?: number;
  /** A call that would have to wait longer returns its current response. Default: 10,000. */
  maxWaitMs?: number;
  /** Waits, and rejects with the signal's reason when it is aborted. Tests pass one that doesn't wait. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Makes a fetch of one that retries.
 * @param call whether the document says that it may be repeated, and its time limit
 */
export type Retry = (
  fetch: Fetch,
  call: { isIdempotent?: Idempotency | undefined; timeoutMs?: number | undefined },
) => Fetch;

/**
 * Retries calls after a lost connection, 429, 500, 502, 503 or 504, or 409 with `Retry-After`, and honours
 * `Retry-After`. Only calls that are safe to repeat are retried: by their method, their `Idempotency-Key`, or
 * `x-idempotent` in the document. The last attempt decides. Passed to a client: `createApiClient({ retry: retry() })`.
 */
export function retry({ maxAttempts = 3, maxWaitMs = 10_000, sleep = wait }: RetryOptions = {}): Retry {
  // A call with a time limit can't wait longer than that limit.
  return (fetch, { isIdempotent, timeoutMs = Infinity }) =>
    fetchWithRetry(fetch, isIdempotent, { maxAttempts, sleep, maxWaitMs: Math.min(maxWaitMs, timeoutMs) });
}

function fetchWithRetry(
  fetch: Fetch,
  isIdempotent: Idempotency | undefined,
  { maxAttempts, maxWaitMs, sleep }: Required<RetryOptions>,
): Fetch {
  return async (request, init) => {
    // A caller can remove the key.
    const isRepeatable =
      isIdempotent === "key" ? hasKey(request) : (isIdempotent ?? isIdempotentMethod(request.method));
    const attempts = isRepeatable ? maxAttempts : 1;
    let next = request;
    for (let attempt = 1; attempt < attempts; attempt++) {
      const sent = next;
      // A body can be sent only once.
      next = sent.clone();
      const outcome = await fetch(sent, init).then(
        (response) => ({ response, delayMs: delayAfter(response, attempt) }),
        (error: unknown) => {
          if (!isConnectionFailure(error)) throw error;
          return { response: undefined, delayMs: growingDelay(attempt) };
        },
      );
      const { response, delayMs } = outcome;
      if (response && (delayMs === undefined || delayMs > maxWaitMs)) return response;
      // An unread body would hold its connection. Errors of cancelling it don't matter.
      await response?.body?.cancel().catch(() => undefined);
      await sleep(delayMs ?? 0, request.signal);
    }
    return fetch(next, init);
  };
}

/** An abort as fetch reports it. Compared by name, because test environments may have another class. */
function isConnectionFailure(error: unknown): boolean {
  return (error as { name?: unknown } | null | undefined)?.name === "TypeError";
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}
