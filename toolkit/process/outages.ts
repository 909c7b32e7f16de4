import type { Logger } from "pino";
import { withoutSecrets } from "../http/secret-text.ts";

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
  /** Undefined while the system is there. */
  outage: { since: number; errors: number } | undefined;
}

export function createOutageLog(log: Logger): OutageLog {
  const systems: Watched[] = [];
  let isClosed = false;

  function begin(system: Watched, error: Error): void {
    system.outage = { since: performance.now(), errors: 1 };
    log.error({ system: system.name, reason: reasonOf(error) }, "outage began");
    tryLater(system);
  }

  function end(system: Watched): void {
    if (!system.outage) return;
    const { since, errors } = system.outage;
    system.outage = undefined;
    const seconds = Math.round((performance.now() - since) / 100) / 10;
    log.info({ system: system.name, seconds, errors }, "outage is over");
  }

  /**
   * One attempt at a time: a system that hangs isn't asked again before it has answered. While calls that began before
   * still fail, the outage isn't over: each would begin another one.
   */
  function tryLater(system: Watched): void {
    const { ping } = system;
    const before = system.outage?.errors;
    if (!ping) return;
    const attempt = (): void => {
      if (!system.outage || isClosed) return;
      ping().then(
        () => (system.outage?.errors === before ? end(system) : tryLater(system)),
        () => tryLater(system),
      );
    };
    setTimeout(attempt, retryMs).unref();
  }

  return {
    watch(system) {
      const watched: Watched = { ...system, outage: undefined };
      systems.push(watched);
      return { succeeded: () => end(watched) };
    },

    covers(error) {
      for (const one of causesOf(error)) {
        const system = systems.find(({ isOutage }) => isOutage(one));
        if (!system) continue;
        if (system.outage) system.outage.errors++;
        else begin(system, one);
        return true;
      }
      return false;
    },

    up: () => Object.fromEntries(systems.map(({ name, outage }) => [name, outage ? 0 : 1])),

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
  return code !== undefined && /^E[A-Z_]+$/.test(code) ? code : withoutSecrets(message || name);
}
