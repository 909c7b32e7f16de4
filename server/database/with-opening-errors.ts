import { ApiError } from "@counterpart/server/errors";
import { ConfigError } from "@counterpart/server/settings";
import type { Logger } from "pino";
import { isDatabaseAway } from "./engines/database-errors.ts";
import { openingFailure } from "./engines/opening-failure.ts";

/** Opens the database once it is available. Throws a ConfigError for failures that its operator can fix. */
export async function withOpeningErrors<T>(
  open: () => Promise<T>,
  log: Pick<Logger, "info" | "warn">,
): Promise<T> {
  try {
    return await waitForDatabase(open, log);
  } catch (error) {
    if (error instanceof ApiError) throw new ConfigError(error.message, { cause: error });
    const why = openingFailure(error);
    if (why === undefined) throw error;
    throw new ConfigError(`The database that DATABASE_URL names can't be opened: ${why}.`, { cause: error });
  }
}

/** Longer than a failover, and shorter than the startup timeout of service managers (deploy/). */
const longestWaitMs = 60_000;
const retryMs = 1000;

/**
 * Opens the database, retrying while it is unavailable or refuses writes, for example during a failover. Logs
 * once when it starts waiting and once when the database is available. Throws other errors, and the last.
 */
export async function waitForDatabase<T>(
  open: () => Promise<T>,
  log: Pick<Logger, "info" | "warn">,
  waitMs = longestWaitMs,
): Promise<T> {
  const startedAt = performance.now();
  const waited = (): number => performance.now() - startedAt;
  for (let attempt = 1; ; attempt++) {
    try {
      const opened = await open();
      if (attempt > 1) log.info({ seconds: Math.round(waited() / 1000) }, "the database is available");
      return opened;
    } catch (error) {
      if (!isDatabaseAway(error) || waited() >= waitMs) throw error;
      if (attempt === 1) {
        log.warn({ reason: openingFailure(error), seconds: waitMs / 1000 }, "waiting for the database");
      }
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}
