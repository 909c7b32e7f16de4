import type { Requests } from "../listen/exchanges.ts";

/** Milliseconds. An active client sends its next request sooner. */
const quietMs = 50;

/** Detects when a server is idle. */
export interface QuietTime {
  /** Milliseconds. */
  now(): number;
  /**
   * Runs `work` once no request is open and none has arrived recently; returns a function that cancels it.
   */
  whenQuiet(work: () => void): () => void;
}

export function createQuietTime({ open, begun }: Requests): QuietTime {
  let seen = begun();
  return {
    now: () => performance.now(),
    whenQuiet(work) {
      let timer: NodeJS.Timeout | undefined;
      // Lets requests that have arrived meanwhile begin first.
      const immediate = setImmediate(look);
      function look(): void {
        const isQuiet = open() === 0 && begun() === seen;
        seen = begun();
        if (isQuiet) work();
        else timer = setTimeout(look, quietMs);
      }
      return () => {
        clearImmediate(immediate);
        clearTimeout(timer);
      };
    },
  };
}
