import { readFile } from "node:fs/promises";

/** Prints what a fault test has measured. */
export function report(what: string, figures: Record<string, number | string>): void {
  const lines = Object.entries(figures).map(([name, figure]) => `${name} ${figure}`);
  console.log(`${what}: ${lines.join(", ")}`);
}

/** The median for a `p` of 0.5. NaN without values. */
export function percentile(values: number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
}

/** `4.2 / 17 / 60 ms`. */
export function latencies(ms: number[]): string {
  const shown = [0.5, 0.99, 1].map((p) => percentile(ms, p)).map((one) => one.toFixed(one < 10 ? 1 : 0));
  return `${shown.join(" / ")} ms (median / 99 % / worst of ${ms.length})`;
}

/** Resident memory of a process in MB. Linux only. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
}
