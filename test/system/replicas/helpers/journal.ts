import type { Answer, Ask } from "../../faults/helpers/load.ts";

/** What the clients of several processes have seen. */
export interface Journal {
  /** When cart changes were acknowledged, by process, in milliseconds of `performance.now()`. */
  acknowledged: number[][];
  /** The number of requests answered with 500 and Retry-After. */
  refused: number;
  /** Results that no client should see: another 5xx, or no response. */
  faults: string[];
}

export function newJournal(processes: number): Journal {
  return { acknowledged: Array.from({ length: processes }, () => []), refused: 0, faults: [] };
}

/** Records the outcome of each request. */
export function noting(ask: Ask, process: number, journal: Journal): Ask {
  return async (...request) => {
    const answer = await ask(...request);
    const [method, path] = request;
    note(journal, { method, path, process }, answer);
    return answer;
  };
}

function note(
  journal: Journal,
  { method, path, process }: { method: string; path: string; process: number },
  { status, retryAfter, reason, body }: Answer,
): void {
  const isChange = method !== "GET" && path.startsWith("/v1/cart");
  if (isChange && status < 300 && status > 0) journal.acknowledged[process]?.push(performance.now());
  if (status > 0 && status < 500) return;
  if (status === 500 && retryAfter) journal.refused++;
  else journal.faults.push(`${method} ${path} at ${process}: ${status} ${reason ?? JSON.stringify(body)}`);
}

/** The longest time without an acknowledged change at any one process, between two instants; seconds. */
export function longestGap({ acknowledged }: Journal, from: number, to: number): number {
  const gaps = acknowledged.map((times) => {
    const within = [from, ...times.filter((at) => at > from && at < to), to];
    return Math.max(...within.slice(1).map((at, n) => at - (within[n] ?? at)));
  });
  return Math.max(...gaps) / 1000;
}
