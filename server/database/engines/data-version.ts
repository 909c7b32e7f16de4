import { performance } from "node:perf_hooks";
import type { DatabaseSync } from "node:sqlite";

/** By this process, on any connection. */
let commits = 0;

/** To be called after every commit, before anybody hears of it. */
export function noteCommit(): void {
  commits++;
}

/**
 * A number that changes with every commit to the database, of this process or another. SQLite is asked once for all
 * requests that the event loop receives with the same poll, and again after a commit of this process. That is enough to
 * be up to date: a request that was sent after another process's commit arrives with a later poll.
 *
 * @param reading a connection that doesn't write; SQLite doesn't count a connection's own commits
 */
export function dataVersionOf(reading: DatabaseSync): () => number {
  const read = reading.prepare("PRAGMA data_version");
  let version = 0;
  let readAfter = { commits: -1, loopCount: -1, events: -1 };
  return () => {
    // A poll of more than 1024 events is several: `events` counts those that have been handled before.
    const { loopCount, events } = performance.nodeTiming.uvMetricsInfo;
    if (readAfter.events !== events || readAfter.loopCount !== loopCount || readAfter.commits !== commits) {
      version = Number(read.get()?.data_version);
      readAfter = { commits, loopCount, events };
    }
    return version;
  };
}
