import type { Logger } from "pino";
import { type LoggedOutage, logOutage } from "../log/log-outage.ts";

/** Milliseconds between attempts to reach a system during an outage. */
const retryMs = 1000;
/** Milliseconds between two lines about the same slow call. */
const slowLineMs = 60_000;

/** A system that the service depends on. */
export interface WatchedSystem {
  /** The name in the log: `database`. */
  name: string;
  /** Whether an error means that the system is unreachable or overloaded. */
  isOutage(error: unknown): boolean;
  /**
   * For an error that only says that a call took too long: the call's name and details for the log. It isn't an outage,
   * unless the ping fails too.
   */
  slowCall?(error: unknown): SlowCall | undefined;
  /** Rejects during an outage. Without it, `succeeded` ends the outage. */
  ping?: () => Promise<void>;
}

/** `call` is the name: `orders.list`. */
export interface SlowCall {
  call: string;
  [detail: string]: string;
}

/** Logs one line when an outage of another system begins and one when it ends. */
export interface Outages {
  /** Logs this system's errors once per outage from now on. */
  watch(system: WatchedSystem): {
    /** Call it after each successful call to the system. */
    succeeded(): void;
  };
}

export const noOutages: Outages = { watch: () => ({ succeeded: () => {} }) };

export type OutageLog = ReturnType<typeof createOutageLog>;

interface Watched extends WatchedSystem {
  outage: LoggedOutage;
  log: Logger;
  /** By name: when the last line about it was written, and how often it has been slow since. */
  slow: Map<string, { loggedAt: number; times: number }>;
}

export function createOutageLog(log: Logger) {
  const systems: Watched[] = [];
  let isClosed = false;

  /**
   * Retries one ping at a time. The outage continues while earlier calls still fail, since each failure would
   * begin a new one.
   */
  function tryLater(system: Watched): void {
    const { ping, outage } = system;
    const before = outage.count();
    if (!ping) return;
    const attempt = (): void => {
      if (outage.count() === 0 || isClosed) return;
      ping().then(
        () => (outage.count() === before ? outage.end() : tryLater(system)),
        () => tryLater(system),
      );
    };
    setTimeout(attempt, retryMs).unref();
  }

  function begin(system: Watched, error: Error): void {
    system.outage.notice({ reason: reasonOf(error) });
    if (system.outage.count() === 1) tryLater(system);
  }

  function noteSlow(system: Watched, slow: SlowCall, fields: object): void {
    const now = performance.now();
    const { loggedAt, times } = system.slow.get(slow.call) ?? {
      loggedAt: Number.NEGATIVE_INFINITY,
      times: 0,
    };
    const isLogged = now - loggedAt >= slowLineMs;
    system.slow.set(slow.call, isLogged ? { loggedAt: now, times: 0 } : { loggedAt, times: times + 1 });
    if (!isLogged) return;
    system.log.error({ ...fields, ...slow, times: times + 1 }, "call took too long");
    system.ping?.().catch((error) => begin(system, error));
  }

  return {
    watch(system: WatchedSystem) {
      const ofSystem = log.child({ system: system.name });
      const outage = logOutage(ofSystem, {
        level: "error",
        began: "outage began",
        over: "outage ended",
        counted: "errors",
      });
      systems.push({ ...system, outage, log: ofSystem, slow: new Map() });
      return { succeeded: () => outage.end() };
    },

    /**
     * Whether the error belongs to an outage, which it logs if new, or to a slow call, which it logs once a minute; callers
     * then needn't log the error.
     * @param given of the caller's line, such as the operation
     */
    covers(error: unknown, given: object = {}): boolean {
      const { err: _, ...fields } = given as { err?: unknown };
      for (const one of causesOf(error)) {
        for (const system of systems) {
          const slow = system.slowCall?.(one);
          if (slow) noteSlow(system, slow, fields);
          else if (system.isOutage(one)) begin(system, one);
          else continue;
          return true;
        }
      }
      return false;
    },

    /** By system: 1 if up, 0 during an outage. */
    up: () => Object.fromEntries(systems.map(({ name, outage }) => [name, outage.count() > 0 ? 0 : 1])),

    close(): void {
      isClosed = true;
    },
  };
}

/** An error and its chain of causes. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let one = error; one instanceof Error && !causes.includes(one); one = one.cause) causes.push(one);
  return causes;
}

/** Prefers the code of a network error, whose message contains an address, but not Node's, such as ERR_SQLITE_ERROR. */
function reasonOf(error: Error): string {
  const { code, message, name } = error as NodeJS.ErrnoException;
  return code !== undefined && /^E(?!RR_)[A-Z_]+$/.test(code) ? code : message || name;
}
