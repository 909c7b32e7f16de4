/** A clock for several processes at once. */
export interface FastClock {
  /** How much faster it runs than the real one. */
  speed: number;
  /** How far it has been moved forward, in milliseconds. */
  shiftMs: number;
  /** In milliseconds since 1970. */
  now(): number;
}

/** @param origin when it showed the real time, in milliseconds since 1970 */
export function fastClock(origin: number, realNow: () => number): FastClock {
  const clock: FastClock = {
    speed: 10,
    shiftMs: 0,
    now: () => Math.floor(origin + (realNow() - origin) * clock.speed + clock.shiftMs),
  };
  return clock;
}
