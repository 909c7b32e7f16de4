import { readFileSync } from "node:fs";

/** Processor time of a virtual machine since it was started, in ticks of 10 ms. */
export interface Ticks {
  all: number;
  /** While it had work, and the host ran something else. */
  stolen: number;
}

/**
 * Above this share of the processors' time, a figure by the clock says more about the host than about the server: waits
 * of 10 ms and more are common.
 */
const noticeable = 0.01;

/** The first line of `/proc/stat` (proc_stat(5)): user, nice, system, idle, iowait, irq, softirq, steal. */
export function ticksIn(stat: string): Ticks {
  const ticks = (/^cpu +(.*)$/m.exec(stat)?.[1] ?? "").split(" ").slice(0, 8).map(Number);
  return { all: ticks.reduce((sum, n) => sum + n, 0), stolen: ticks[7] ?? 0 };
}

/** What the host took of the processors between the two, as text. Undefined if it is too little to matter. */
export function stolenBetween(before: Ticks, after: Ticks): string | undefined {
  const share = (after.stolen - before.stolen) / (after.all - before.all);
  return share >= noticeable ? `${Math.round(100 * share)} %` : undefined;
}

/** Watches from now on. @returns what the host has taken until the call; undefined too where the system doesn't tell */
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
