import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import type { ServerProcess } from "../../../helpers/processes/server-process.ts";
import { memoryOf } from "./figures.ts";
import type { Ask } from "./load.ts";

interface Beside<Result> {
  result: Result;
  /** The server's memory before the attack, and its peak during it, in MB. */
  before: number;
  peak: number;
  /** How long each request of the good client took, in ms. */
  took: number[];
}

const usual = [
  ["GET", "/v1/products"],
  ["POST", "/v1/cart"],
] as const;

/** Runs an attack beside a well-behaved client, whose requests must all be answered with 200. */
export async function besideGoodClient<Result>(
  { server, ask }: { server: ServerProcess; ask: Ask },
  attack: () => Promise<Result>,
  requests: readonly (readonly [method: string, path: string, body?: unknown])[] = usual,
): Promise<Beside<Result>> {
  const took: number[] = [];
  let isOver = false;
  let peak = await memoryOf(server.pid);
  const before = peak;
  const good = (async () => {
    while (!isOver) {
      for (const [method, path, body] of requests) {
        const { status, ms } = await ask(method, path, body);
        expect(status).toBe(200);
        took.push(ms);
      }
      peak = Math.max(peak, await memoryOf(server.pid));
      await pause(10);
    }
  })();
  try {
    const result = await attack();
    return { result, before, peak, took };
  } finally {
    isOver = true;
    await good;
  }
}

/** How often each status was received; `closed` for none. */
export function countsOf(statuses: string[]): Record<string, number> {
  const groups = Map.groupBy(statuses, (status) => status || "closed");
  return Object.fromEntries([...groups].map(([status, all]) => [status, all.length]));
}
