import { setTimeout as pause } from "node:timers/promises";
import { keepBusy } from "./keep-busy.ts";
import type { Answered, Side } from "./request.ts";
import { askByWrk, hasWrk } from "./wrk.ts";

export interface Load {
  rounds: number;
  /** A whole number, except without wrk. */
  secondsEach: number;
  connections: number;
}

/** What a server did in one round. */
export interface Round {
  perSecond: number;
  /** Requests for each second that the server's process was on a processor, in all its threads. */
  perCpuSecond: number;
}

export type Measure = keyof Round;

/** By the clock with wrk; a generator in Node shares the machine too evenly, so that only processor time is comparable. */
export const usualMeasure: Measure = hasWrk ? "perSecond" : "perCpuSecond";

/** The rounds of each side, taken in turn, so that noise of the machine affects all sides. The first is thrown away. */
export async function measure(
  sides: Side[],
  load: Load,
  progress: (line: string) => void,
): Promise<Round[][]> {
  const rounds: Round[][] = sides.map(() => []);
  for (let round = 0; round <= load.rounds; round++) {
    for (const [index, side] of sides.entries()) {
      progress(`${side.name}, ${round === 0 ? "warming up" : `round ${round} of ${load.rounds}`}`);
      const measured = await ask(side, load);
      if (round > 0) rounds[index]?.push(measured);
    }
  }
  return rounds;
}

export async function ask(side: Side, { connections, secondsEach }: Load): Promise<Round> {
  const before = await side.server.cpuSeconds();
  const askBy = hasWrk ? askByWrk : askByNode;
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

/** The median of the rounds' ratios: two that were taken one after the other met the same machine. */
export function medianRatio(one: Round[] | undefined, other: Round[] | undefined, key: Measure): number {
  return median((one ?? []).map((round, n) => round[key] / (other?.[n]?.[key] ?? Number.NaN)));
}
