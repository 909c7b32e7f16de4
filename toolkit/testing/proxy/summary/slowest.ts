export interface SlowResponse {
  method: string;
  path: string;
  status: number;
  durationMs: number;
}

const kept = 10;

/** Keeps the slowest responses. */
export function slowestFirst(): { add(response: SlowResponse): void; list(): SlowResponse[] } {
  let slowest: SlowResponse[] = [];
  return {
    add(response) {
      const last = slowest.at(-1);
      if (slowest.length === kept && last && response.durationMs <= last.durationMs) return;
      slowest = [...slowest, response].sort((one, other) => other.durationMs - one.durationMs).slice(0, kept);
    },
    list: () => slowest,
  };
}
