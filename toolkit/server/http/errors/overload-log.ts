import { logOutage } from "../../log/log-outage.ts";
import type { Log } from "../../log/log-port.ts";

/** Milliseconds without a refusal until an overload counts as over; clients retry sooner. */
const quietMs = 10_000;

/** Call it for each request refused because of overload. */
export type NoteOverload = (refusal: { operationId: string | undefined; reason: string }) => void;

/**
 * Logs one line when an overload begins and one when it ends, with the number of refused requests. Each
 * request also has its own log line.
 */
export function createOverloadLog(log: Log): NoteOverload {
  const overload = logOutage(log, {
    began: "refusing requests for now",
    over: "accepting requests again",
    counted: "refused",
  });
  let timer: NodeJS.Timeout | undefined;

  return (refusal) => {
    overload.notice(refusal);
    clearTimeout(timer);
    timer = setTimeout(() => overload.end(performance.now() - quietMs), quietMs);
    // Not all runtimes have it.
    timer.unref?.();
  };
}
