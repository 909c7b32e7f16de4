import { createHistogram } from "node:perf_hooks";
import { openRawConnection, type RawConnection } from "./raw-connection.ts";
import { rawRequest, type Side } from "./request.ts";

export interface Latencies {
  p50: number;
  p99: number;
  max: number;
}

/**
 * Sends requests at a fixed rate without waiting for earlier responses. Returns latencies in ms, from when each
 * request was due: a stalling server is charged for every request that had to wait (coordinated omission).
 */
export async function askAtRate(
  { name, server, requests }: Side,
  { perSecond, seconds, connections }: { perSecond: number; seconds: number; connections: number },
): Promise<Latencies> {
  const histogram = createHistogram();
  const total = Math.round(perSecond * seconds);
  const texts = requests.map((request) => Buffer.from(rawRequest(request, server.port)));
  const over = Promise.withResolvers<void>();
  const fail = (reason: string): void => over.reject(new Error(`${name}: ${reason}.`));
  const idle = await Promise.all(
    Array.from({ length: connections }, () => openRawConnection(server.port, fail)),
  );
  const opened = [...idle];
  // After a second, the connections and this process's own code are warm.
  const warm = Math.min(perSecond, total / 2);
  const startedAt = performance.now();
  let due = 0;
  let sent = 0;
  let answered = 0;

  function send(connection: RawConnection): void {
    const number = sent++;
    const dueAt = startedAt + (number * 1000) / perSecond;
    connection.send(texts[number % texts.length] as Buffer, (status) => {
      if (status >= 300) fail(`answered ${status}`);
      const nanoseconds = Math.round((performance.now() - dueAt) * 1e6);
      if (number >= warm) histogram.record(Math.max(1, nanoseconds));
      if (++answered === total) over.resolve();
      if (sent < due) send(connection);
      else idle.push(connection);
    });
  }

  const clock = setInterval(() => {
    due = Math.min(total, ((performance.now() - startedAt) * perSecond) / 1000);
    for (let connection = idle.pop(); connection; connection = idle.pop()) {
      if (sent >= due) return void idle.push(connection);
      send(connection);
    }
  }, 1);
  try {
    await over.promise;
  } finally {
    clearInterval(clock);
    for (const connection of opened) connection.close();
  }
  const ms = (nanoseconds: number): number => nanoseconds / 1e6;
  return { p50: ms(histogram.percentile(50)), p99: ms(histogram.percentile(99)), max: ms(histogram.max) };
}
