import type { BenchData } from "./data.ts";
import { type BenchRequest, type Load, measure, type Running, type Side, start } from "./sides.ts";

/** What a benchmark gets. */
export interface Bench {
  /** A folder for its files; emptied afterwards. */
  folder: string;
  load: Load;
  progress(line: string): void;
}

export interface Result {
  what: string;
  figure: number;
  /** The bound of the figure. */
  bound: { atLeast: number } | { atMost: number };
  /** The unit of the figure; a ratio has none. */
  unit?: "ms" | "MB";
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

interface Against {
  data: BenchData;
  what: string;
  atLeast: number;
  requests: BenchRequest[];
  kind: "express" | "echo";
}

/** Ours against bare Express, with bare node:http for scale, all sending the same responses. */
export async function against(
  { data, what, atLeast, requests, kind }: Against,
  { load, progress }: Bench,
): Promise<Result> {
  const ours = await start("./ours.ts", { databaseUrl: data.databaseUrl });
  const [first] = requests;
  if (!first) throw new Error("There is no side to measure.");
  const answer = await fetch(`http://127.0.0.1:${ours.port}${first.path}`, {
    method: first.method,
    headers: first.headers ?? {},
    ...(first.body !== undefined && { body: first.body }),
  });
  const body = await answer.text();
  const express = await start("./bare.ts", { kind, body });
  const http = await start("./bare.ts", { kind: kind === "echo" ? "http-echo" : "http", body });
  const sides: Side[] = [
    { name: "Counterpart", port: ours.port, requests },
    { name: kind === "echo" ? "Express echo" : "bare Express", port: express.port, requests },
    { name: "bare node:http", port: http.port, requests },
  ];
  const { ratio, details } = await ratioOf(sides, [ours, express, http], { load, progress });
  return { what, figure: ratio, bound: { atLeast }, details };
}

/** The first side's requests a second as a ratio to the second's. Closes the given resources. */
export async function ratioOf(
  sides: Side[],
  running: Running[],
  { load, progress }: Pick<Bench, "load" | "progress">,
): Promise<{ ratio: number; details: Record<string, string> }> {
  try {
    const figures = await measure(sides, load, progress);
    const [one = 0, reference = 1] = figures;
    const details = Object.fromEntries(
      sides.map(({ name }, n) => [name, `${Math.round(figures[n] ?? 0)}/s`]),
    );
    return { ratio: one / reference, details };
  } finally {
    for (const server of running) await server.stop();
  }
}
