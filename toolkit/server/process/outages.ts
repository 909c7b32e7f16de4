import type { Logger } from "pino";
import { type LoggedOutage, logOutage } from "../log/log-outage.ts";

/** Milliseconds between attempts to reach a system during an outage. */
const retryMs = 1000;

/** A system that the service depends on. */
export interface WatchedSystem {
  /** The name in the log: `database`. */
  name: string;
  /** Whether an error means that the system is unreachable or overloaded. */
  isOutage(error: unknown): boolean;
  /** Rejects during an outage. Without it, `succeeded` ends the outage. */
  ping?: () => Promise<void>;
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

export interface OutageLog extends Outages {
  /** Whether the error belongs to an outage, which it logs if new; callers then needn't log the error. */
  covers(error: unknown): boolean;
  /** By system: 1 if up, 0 during an outage. */
  up(): Record<string, number>;
  close(): void;
}

interface Watched extends WatchedSystem {
  outage: LoggedOutage;
}

export function createOutageLog(log: Logger): OutageLog {
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

  return {
    watch(system) {
      const outage = logOutage(log.child({ system: system.name }), {
        level: "error",
        began: "outage began",
        over: "outage ended",
        counted: "errors",
      });
      systems.push({ ...system, outage });
      return { succeeded: () => outage.end() };
    },

    covers(error) {
      for (const one of causesOf(error)) {
        const system = systems.find(({ isOutage }) => isOutage(one));
        if (!system) continue;
        system.outage.notice({ reason: reasonOf(one) });
        if (system.outage.count() === 1) tryLater(system);
        return true;
      }
      return false;
    },

    up: () => Object.fromEntries(systems.map(({ name, outage }) => [name, outage.count() > 0 ? 0 : 1])),

    close() {
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

/** Prefers the code of a network error, whose message contains an address. */
function reasonOf(error: Error): string {
  const { code, message, name } = error as NodeJS.ErrnoException;
  return code !== undefined && /^E[A-Z_]+$/.test(code) ? code : message || name;
}
