/** When an exchange began and ended. */
export interface Span {
  /** Its place in the order of all beginnings and ends; undefined if the judge wasn't called when it began. */
  begun?: number;
  ended: number;
  startMs: number;
  endMs: number;
}

/** A date has whole milliseconds, so an exchange may seem to begin before the previous one ended, or to end before it. */
export function isBefore(earlier: Span, later: Span): boolean {
  if (later.begun !== undefined) return earlier.ended < later.begun;
  return earlier.ended < later.ended && Math.floor(earlier.endMs) <= later.startMs;
}
