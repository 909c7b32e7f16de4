import { ApiError } from "@counterpart/server/errors";
import { ConfigError } from "@counterpart/server/settings";
import type { Logger } from "pino";
import { openingFailure } from "./engines/opening-failure.ts";
import { waitForDatabase } from "./wait-for-database.ts";

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
