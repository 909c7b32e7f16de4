/** Temporary failures: too many requests, or a server or gateway in trouble. */
const passing = new Set([429, 500, 502, 503, 504]);
const firstDelayMs = 500;
const maxDelayMs = 8000;

/**
 * How long to wait before a retry: at least `Retry-After` (RFC 9110, section 10.2.3), or a delay that grows with each
 * attempt. Undefined for a response that a retry wouldn't change.
 * @param attempt from 1
 */
export function delayAfter({ status, headers }: Response, attempt: number): number | undefined {
  const waitMs = retryAfterMs(headers.get("Retry-After"));
  // 409 with Retry-After: the first request with the same Idempotency-Key is still in progress.
  if (!passing.has(status) && !(status === 409 && waitMs !== undefined)) return undefined;
  if (waitMs === undefined) return growingDelay(attempt);
  // Callers that were refused together shouldn't retry together.
  return waitMs + Math.random() * firstDelayMs;
}

/** Doubles with each attempt, and half of it is random. */
export function growingDelay(attempt: number): number {
  const delayMs = Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1));
  return delayMs / 2 + (Math.random() * delayMs) / 2;
}

/** Undefined for a header that is missing or neither seconds nor a date. */
function retryAfterMs(text: string | null): number | undefined {
  if (text === null) return undefined;
  if (/^\s*\d+\s*$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
