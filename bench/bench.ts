import type { BenchData } from "./data.ts";
import {
  type Load,
  type Measure,
  measure,
  medianOf,
  medianRatio,
  type Round,
  usualMeasure,
} from "./load/measure.ts";
import type { BenchRequest, Side } from "./load/request.ts";

/** The parameters of a benchmark. */
export interface Bench {
  /** A folder for its files, emptied afterwards. */
  folder: string;
  load: Load;
  progress(line: string): void;
}

export type Benches = Record<string, (bench: Bench) => Promise<Result>>;

export interface Result {
  what: string;
  figure: number;
  /** Only for figures that must not get worse. Misses within 10 % are noise. */
  bound?: { atLeast: number } | { atMost: number };
  /** The figure's unit; ratios have none. */
  unit?: "ms" | "µs" | "MB" | "kB" | "%" | "tokens";
  /** The measurements that the figure is based on. */
  details: Record<string, string>;
}

/** Small enough for every cache. */
export const small = { products: 100, carts: 100 };

export function auth({ key }: BenchData): { headers: Record<string, string> } {
  return { headers: { authorization: `Bearer ${key}` } };
}

export function productReads(data: BenchData): BenchRequest[] {
  return data.productIds.map((id) => ({ method: "GET", path: `/v1/products/${id}`, ...auth(data) }));
}

export function cartWrites(data: BenchData): BenchRequest[] {
  const headers = { ...auth(data).headers, "content-type": "application/json" };
  return data.cartIds.map((id, n) => ({
    method: "PATCH",
    path: `/v1/cart/${id}/lines/${data.productIds[0]}`,
    headers,
    body: JSON.stringify({ quantity: 1 + (n % 900) }),
  }));
}

/** Runs the work, then stops the sides' servers and any others. */
export async function whileRunning<T>(sides: Pick<Side, "server">[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    for (const server of new Set(sides.map(({ server }) => server))) await server.stop();
  }
}

export interface Ratio {
  ratio: number;
  /** Measurements of each side. */
  details: Record<string, string>;
}

type HowMeasured = Pick<Bench, "load" | "progress">;

/** The ratio of the first side's requests to the second's. Stops the sides' servers. */
export async function ratioOf(sides: Side[], bench: HowMeasured, by: Measure = usualMeasure): Promise<Ratio> {
  return ratioIn(sides, await measureOnce(sides, bench), by);
}

/**
 * Rounds per pair of processes. Two processes running the same code often differ by a tenth, because V8
 * compiles it differently in each.
 */
const roundsOfPair = 3;

/**
 * The ratio of two sides that run the same program: the median over
 * several pairs of processes, measured one pair after the other.
 */
export async function ratioOfTwins(
  startPair: () => Promise<[Side, Side]>,
  { load, progress }: HowMeasured,
  by: Measure = usualMeasure,
): Promise<Ratio> {
  const pairs = Math.ceil(load.rounds / roundsOfPair);
  const all: [Round[], Round[]] = [[], []];
  let sides: Side[] = [];
  for (let pair = 1; pair <= pairs; pair++) {
    sides = await startPair();
    const measured = await measureOnce(sides, {
      load: { ...load, rounds: roundsOfPair },
      progress: (line) => progress(`pair ${pair} of ${pairs}, ${line}`),
    });
    for (const [n, rounds] of measured.entries()) all[n]?.push(...rounds);
  }
  return ratioIn(sides, all, by);
}

function measureOnce(sides: Side[], { load, progress }: HowMeasured): Promise<Round[][]> {
  return whileRunning(sides, () => measure(sides, load, progress));
}

function ratioIn(sides: Side[], rounds: Round[][], by: Measure): Ratio {
  const details = sides.map(({ name }, n) => [name, shown(medianOf(rounds[n], by), by)]);
  return { ratio: medianRatio(rounds[0], rounds[1], by), details: Object.fromEntries(details) };
}

function shown(perSecond: number, by: Measure): string {
  return by === "perSecond"
    ? `${Math.round(perSecond)}/s`
    : `${Math.round(1e6 / perSecond)} µs of processor time`;
}
