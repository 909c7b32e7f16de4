import { readFileSync } from "node:fs";

/** Processor time of a virtual machine since boot, in ticks of 10 ms. */
export interface Ticks {
  all: number;
  /** Time when it was ready to run but the host ran something else. */
  stolen: number;
}

/**
 * Above this share of processor time, wall-clock figures say more about the host than about the server:
 * pauses of 10 ms and more are common.
 */
const noticeable = 0.01;

/** Parses the first line of `/proc/stat` (proc_stat(5)): user, nice, system, idle, iowait, irq, softirq, steal. */
export function ticksIn(stat: string): Ticks {
  const ticks = (/^cpu +(.*)$/m.exec(stat)?.[1] ?? "").split(" ").slice(0, 8).map(Number);
  return { all: ticks.reduce((sum, n) => sum + n, 0), stolen: ticks[7] ?? 0 };
}

/** The share of processor time that the host took in between, as text. Undefined if it is negligible. */
export function stolenBetween(before: Ticks, after: Ticks): string | undefined {
  const share = (after.stolen - before.stolen) / (after.all - before.all);
  return share >= noticeable ? `${Math.round(100 * share)} %` : undefined;
}

/**
 * Starts watching.
 * @returns a function for the share taken so far; it returns undefined if the system doesn't report it
 */
export function watchStolen(): () => string | undefined {
  const before = ticksNow();
  return () => {
    const after = ticksNow();
    return before && after && stolenBetween(before, after);
  };
}

function ticksNow(): Ticks | undefined {
  try {
    return ticksIn(readFileSync("/proc/stat", "utf8"));
  } catch {
    return undefined;
  }
}
