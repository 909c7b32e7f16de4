const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;

/** An endpoint that hasn't accepted an event for this long is switched off. */
export const giveUpAfterMs = 72 * hourMs;

const firstDelayMs = 5000;
const maxDelayMs = 6 * hourMs;

/**
 * How long to wait after a failed attempt, in milliseconds: four times longer each time, up to six hours, of which up to
 * a half is left to chance, so that what failed together isn't repeated together.
 * @param attempts how often it was sent, at least once
 * @param random from 0 to 1
 */
export function retryDelayMs(attempts: number, random: number): number {
  const longest = Math.min(firstDelayMs * 4 ** (attempts - 1), maxDelayMs);
  return Math.round(longest * (1 - random / 2));
}
