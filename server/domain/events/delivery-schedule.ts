const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;

/** An endpoint that hasn't accepted an event for this long is disabled. */
export const giveUpAfterMs = 72 * hourMs;

const firstDelayMs = 5000;
const maxDelayMs = 6 * hourMs;

/**
 * The delay after a failed attempt, in milliseconds: grows fourfold each time, up to six hours. Up to half of
 * it is random jitter, so that deliveries that failed together aren't retried together.
 * @param attempts how often it was sent, at least once
 * @param random from 0 to 1
 */
export function retryDelayMs(attempts: number, random: number): number {
  const longest = Math.min(firstDelayMs * 4 ** (attempts - 1), maxDelayMs);
  return Math.round(longest * (1 - random / 2));
}
