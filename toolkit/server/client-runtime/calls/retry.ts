import { delayAfter, growingDelay } from "./retry-delay.ts";

/** When and how often calls are sent again. */
export interface RetryOptions {
  /** How many requests a call makes at most, with the first. Default: 3. */
  maxAttempts?: number;
  /** A call that would have to wait longer returns the answer that it has. Default: 10,000. */
  maxWaitMs?: number;
  /** Waits, and rejects with the signal's reason when it is aborted. Tests pass one that doesn't wait. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

export type Fetch = (request: Request, init?: RequestInit) => Promise<Response>;

/**
 * A fetch that sends requests again after what passes by itself: a lost connection, 429, 500, 502, 503, 504, and 409 with
 * `Retry-After`. The last attempt's outcome is the call's.
 * @param isRepeatable whether a request does no harm when it arrives twice; others are sent once
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
      // A body can be sent once.
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
      // An unread body would hold its connection. Why it can't be read any more doesn't matter.
      await response?.body?.cancel().catch(() => undefined);
      await sleep(delayMs ?? 0, request.signal);
    }
    return fetch(next, init);
  };
}

/** As fetch reports it. Told by its name: where tests run in a realm of their own, its class is another one. */
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
