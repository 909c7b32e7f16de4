import type { BenchData } from "./data.ts";
import { type Load, type Measure, measure, medianOf, medianRatio, usualMeasure } from "./load/measure.ts";
import type { BenchRequest, Side } from "./load/request.ts";

/** What a benchmark gets. */
export interface Bench {
  /** A folder for its files; emptied afterwards. */
  folder: string;
  load: Load;
  progress(line: string): void;
}

export type Benches = Record<string, (bench: Bench) => Promise<Result>>;

export interface Result {
  what: string;
  figure: number;
  /** The bound of the figure. */
  bound: { atLeast: number } | { atMost: number };
  /** The unit of the figure; a ratio has none. */
  unit?: "ms" | "µs" | "MB" | "%";
  /** The measurements behind the figure. */
  details: Record<string, string>;
}

/** Few enough to fit into every cache. */
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

/** Stops the sides' servers, and others, when the work is over. */
export async function whileRunning<T>(sides: Pick<Side, "server">[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    for (const server of new Set(sides.map(({ server }) => server))) await server.stop();
  }
}

/** The first side's requests as a ratio to the second's. Stops the sides' servers. */
export async function ratioOf(
  sides: Side[],
  { load, progress }: Pick<Bench, "load" | "progress">,
  by: Measure = usualMeasure,
): Promise<{ ratio: number; details: Record<string, string> }> {
  const rounds = await whileRunning(sides, () => measure(sides, load, progress));
  const details = sides.map(({ name }, n) => [name, shown(medianOf(rounds[n], by), by)]);
  return { ratio: medianRatio(rounds[0], rounds[1], by), details: Object.fromEntries(details) };
}

function shown(perSecond: number, by: Measure): string {
  return by === "perSecond"
    ? `${Math.round(perSecond)}/s`
    : `${Math.round(1e6 / perSecond)} µs of processor time`;
}
