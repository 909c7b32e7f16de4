/**
 * Runs a call whose signal is aborted with a `TimeoutError` when it takes too long.
 * @param given the caller's own signal
 */
export async function withTimeLimit<T>(
  timeoutMs: number | undefined,
  given: AbortSignal | undefined,
  call: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (timeoutMs === undefined) return call(given);
  const limit = new AbortController();
  const stop = () => limit.abort(new DOMException(`The call took over ${timeoutMs} ms.`, "TimeoutError"));
  const timer = setTimeout(stop, timeoutMs);
  try {
    return await call(given ? AbortSignal.any([given, limit.signal]) : limit.signal);
  } finally {
    clearTimeout(timer);
  }
}
