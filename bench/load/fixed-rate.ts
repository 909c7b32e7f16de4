import { createHistogram } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "undici";
import type { Side } from "./request.ts";

export interface Latencies {
  p50: number;
  p99: number;
  max: number;
}

/**
 * Sends requests at a fixed rate, whether or not earlier ones were answered, and returns the latencies in ms. A latency
 * counts from the moment at which the request was due, so that a server that stalls is charged for every request that
 * had to wait meanwhile, and not only for those that were under way (coordinated omission).
 */
export async function askAtRate(
  { name, server, requests }: Side,
  { perSecond, seconds, connections }: { perSecond: number; seconds: number; connections: number },
): Promise<Latencies> {
  const pool = new Pool(`http://127.0.0.1:${server.port}`, { connections, pipelining: 1 });
  const histogram = createHistogram();
  const total = Math.round(perSecond * seconds);
  const over = Promise.withResolvers<void>();
  // The connections, and this process's own code, are warm after a second.
  const warm = Math.min(perSecond, total / 2);
  const startedAt = performance.now();
  let answered = 0;

  function send(number: number): void {
    const request = requests[number % requests.length];
    if (!request) return;
    const dueAt = startedAt + (number * 1000) / perSecond;
    const { method, path, headers = {}, body = null } = request;
    pool.dispatch(
      { method, path, headers, body },
      {
        onRequestStart() {},
        onResponseStart(_controller, status) {
          if (status >= 300) over.reject(new Error(`${name}: answered ${status}.`));
        },
        onResponseData() {},
        onResponseEnd() {
          const nanoseconds = Math.round((performance.now() - dueAt) * 1e6);
          if (number >= warm) histogram.record(Math.max(1, nanoseconds));
          if (++answered === total) over.resolve();
        },
        onResponseError(_controller, error) {
          over.reject(new Error(`${name}: ${error.message}.`));
        },
      },
    );
  }

  async function sendAll(): Promise<void> {
    for (let sent = 0; sent < total && !pool.destroyed; await pause(1)) {
      const due = Math.min(total, ((performance.now() - startedAt) * perSecond) / 1000);
      while (sent < due) send(sent++);
    }
  }

  try {
    await Promise.all([sendAll(), over.promise]);
  } finally {
    await pool.destroy();
  }
  const ms = (nanoseconds: number): number => nanoseconds / 1e6;
  return { p50: ms(histogram.percentile(50)), p99: ms(histogram.percentile(99)), max: ms(histogram.max) };
}
