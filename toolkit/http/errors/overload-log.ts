import type { Logger } from "pino";

/** Milliseconds without a refusal after which an overload is over. Callers come back earlier than that. */
const quietMs = 10_000;

/** To be called for each request that is refused because too much is under way. */
export type NoteOverload = (refusal: { operationId: string | undefined; reason: string }) => void;

/**
 * Logs an overload in one line when it begins and one when it is over, with how many requests were refused. Each of them
 * has the line of its request besides.
 */
export function createOverloadLog(log: Logger): NoteOverload {
  let overload: { since: number; refused: number; timer: NodeJS.Timeout } | undefined;

  function end(): void {
    if (!overload) return;
    const { since, refused } = overload;
    overload = undefined;
    const seconds = Math.round((performance.now() - since - quietMs) / 100) / 10;
    log.info({ seconds, refused }, "no request is refused for now any more");
  }

  return ({ operationId, reason }) => {
    if (!overload) {
      overload = { since: performance.now(), refused: 0, timer: setTimeout(end, quietMs).unref() };
      log.warn({ operationId, reason }, "requests are refused for now");
    }
    overload.refused++;
    overload.timer.refresh();
  };
}
