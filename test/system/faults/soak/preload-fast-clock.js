import { fastClock } from "./fast-clock.ts";

// Preloaded into a server whose clock a test moves between its starts, and which runs ten times as fast: minutes and months
// that no test has to wait for. What happens once a minute happens ten times as often.
const { CLOCK_ORIGIN, CLOCK_SHIFT_MS } = process.env;
const clock = fastClock(Number(CLOCK_ORIGIN), Date.now.bind(Date));
clock.shiftMs = Number(CLOCK_SHIFT_MS);
Date.now = clock.now;

const { setInterval } = globalThis;
globalThis.setInterval = (run, ms, ...args) =>
  setInterval(run, ms >= 60_000 ? ms / clock.speed : ms, ...args);
