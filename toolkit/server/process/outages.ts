import type { Logger } from "pino";
import { type LoggedOutage, logOutage } from "../log/log-outage.ts";

/** How often a system that is away is tried, in milliseconds. */
const retryMs = 1000;

/** Another system that the service can't work without. */
export interface WatchedSystem {
  /** As it stands in the log: `database`. */
  name: string;
  /** Whether an error means that the system can't be reached, or is too busy to answer. */
  isOutage(error: unknown): boolean;
  /** Rejects as long as the system is away. Where there is none, `succeeded` tells that it is back. */
  ping?: () => Promise<void>;
}

/** Logs an outage of another system in one line when it begins and one when it is over. */
export interface Outages {
  /** From now on, errors of this system are logged once for each outage, whoever logs them. */
  watch(system: WatchedSystem): {
    /** To be called after each call to the system that was answered. */
    succeeded(): void;
  };
}

export const noOutages: Outages = { watch: () => ({ succeeded: () => {} }) };

export interface OutageLog extends Outages {
  /** Whether the error belongs to an outage, which is logged if it has just begun: then nobody else needs to log it. */
  covers(error: unknown): boolean;
  /** By system: 1, or 0 during an outage. */
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
   * One attempt at a time: a system that hangs isn't asked again before it has answered. While calls that began before
   * still fail, the outage isn't over: each would begin another one.
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
        over: "outage is over",
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

/** An error, and those that it came from. */
function causesOf(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let one = error; one instanceof Error && !causes.includes(one); one = one.cause) causes.push(one);
  return causes;
}

/** The message of a network error contains an address, and its code says as much. */
function reasonOf(error: Error): string {
  const { code, message, name } = error as NodeJS.ErrnoException;
  return code !== undefined && /^E[A-Z_]+$/.test(code) ? code : message || name;
}
