import type { Requests } from "../listen/exchanges.ts";

/** Milliseconds. Whoever uses the service has sent the next request by then. */
const quietMs = 50;

/** The time in which a server has nothing to answer. */
export interface QuietTime {
  /** Milliseconds. */
  now(): number;
  /** Runs something when no request is being answered and none has come for a while; returns what cancels it. */
  whenQuiet(work: () => void): () => void;
}

export function createQuietTime({ open, begun }: Requests): QuietTime {
  let seen = begun();
  return {
    now: () => performance.now(),
    whenQuiet(work) {
      let timer: NodeJS.Timeout | undefined;
      // Requests that have arrived meanwhile are seen first.
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
