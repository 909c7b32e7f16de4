import { setTimeout as pause } from "node:timers/promises";
import { keepBusy } from "./keep-busy.ts";
import type { Answered, Side } from "./request.ts";
import { askByWrk, hasWrk } from "./wrk.ts";

export interface Load {
  rounds: number;
  /** Use less than a second only for figures of processor time. */
  secondsEach: number;
  connections: number;
}

/** A server's result in one round. */
export interface Round {
  perSecond: number;
  /** Requests per second of processor time of the server, across all threads. */
  perCpuSecond: number;
}

export type Measure = keyof Round;

/**
 * Wall time with wrk. A generator in Node takes too large a share of the machine, so only processor time is comparable.
 */
export const usualMeasure: Measure = hasWrk ? "perSecond" : "perCpuSecond";

/** Bare Express reaches its speed after three seconds, the shop, which runs more code, after five. */
const warmUpSeconds = 6;

/**
 * Measures the sides in alternating rounds after warming each up, so that machine noise affects all of them.
 * Shorter rounds spread the noise more evenly.
 */
export async function measure(
  sides: Side[],
  load: Load,
  progress: (line: string) => void,
): Promise<Round[][]> {
  for (const side of sides) {
    progress(`${side.name}, warming up`);
    await ask(side, { ...load, secondsEach: warmUpSeconds });
  }
  const rounds: Round[][] = sides.map(() => []);
  for (let round = 1; round <= load.rounds; round++) {
    for (const [index, side] of sides.entries()) {
      progress(`${side.name}, round ${round} of ${load.rounds}`);
      rounds[index]?.push(await ask(side, load));
    }
  }
  return rounds;
}

export async function ask(side: Side, { connections, secondsEach }: Load): Promise<Round> {
  const before = await side.server.cpuSeconds();
  // wrk only takes whole seconds.
  const askBy = hasWrk && secondsEach >= 1 ? askByWrk : askByNode;
  const { requests, seconds } = await askBy(side, connections, secondsEach);
  const cpuSeconds = (await side.server.cpuSeconds()) - before;
  return { perSecond: requests / seconds, perCpuSecond: requests / cpuSeconds };
}

async function askByNode(side: Side, connections: number, seconds: number): Promise<Answered> {
  const over = new AbortController();
  const startedAt = performance.now();
  const asking = keepBusy(side, connections, over.signal);
  await Promise.race([asking, pause(seconds * 1000)]);
  over.abort();
  return { requests: await asking, seconds: (performance.now() - startedAt) / 1000 };
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[(sorted.length - 1) >> 1], sorted[middle]];
  return (low + high) / 2;
}

export function medianOf(rounds: Round[] | undefined, key: Measure): number {
  return median((rounds ?? []).map((round) => round[key]));
}

/** The median of the rounds' ratios. Rounds measured back to back ran under the same conditions. */
export function medianRatio(one: Round[] | undefined, other: Round[] | undefined, key: Measure): number {
  return median((one ?? []).map((round, n) => round[key] / (other?.[n]?.[key] ?? Number.NaN)));
}
