// Copied by `counterpart generate`. Don't edit: it is overwritten.

import { delayAfter, growingDelay } from "./retry-delay.ts";

/** When and how often calls are retried. */
export interface RetryOptions {
  /** The maximum number of requests per call, including the first. Default: 3. */
  maxAttempts?: number;
  /** A call that would have to wait longer returns its current answer. Default: 10,000. */
  maxWaitMs?: number;
  /** Waits, and rejects with the signal's reason when it is aborted. Tests pass one that doesn't wait. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export type Fetch = (request: Request, init?: RequestInit) => Promise<Response>;

/**
 * A fetch that retries after temporary failures: a lost connection, 429, 500, 502, 503, 504, and 409 with
 * `Retry-After`. The last attempt decides.
 * @param isRepeatable whether a request is safe to repeat; others are sent once
 */
export function fetchWithRetry(
  fetch: Fetch,
  isRepeatable: (request: Request) => boolean,
  { maxAttempts = 3, maxWaitMs = 10_000, sleep = wait }: RetryOptions,
): Fetch {
  return async (request, init) => {
    const attempts = isRepeatable(request) ? maxAttempts : 1;
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
