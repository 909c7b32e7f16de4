import type { Logger } from "pino";
import { logOutage } from "../../log/log-outage.ts";

/** Milliseconds without a refusal after which an overload is over. Callers come back earlier than that. */
const quietMs = 10_000;

/** To be called for each request that is refused because too much is under way. */
export type NoteOverload = (refusal: { operationId: string | undefined; reason: string }) => void;

/**
 * Logs an overload in one line when it begins and one when it is over, with how many requests were refused. Each of them
 * has the line of its request besides.
 */
export function createOverloadLog(log: Logger): NoteOverload {
  const overload = logOutage(log, {
    began: "requests are refused for now",
    over: "no request is refused for now any more",
    counted: "refused",
  });
  let timer: NodeJS.Timeout | undefined;

  return (refusal) => {
    overload.notice(refusal);
    clearTimeout(timer);
    timer = setTimeout(() => overload.end(performance.now() - quietMs), quietMs).unref();
  };
}
