import { ApiError } from "@counterpart/toolkit/errors";
import { ConfigError } from "@counterpart/toolkit/settings";
import { openingFailure } from "./engines/opening-failure.ts";

/** Opens the database; a failure that its operator can fix becomes a ConfigError that names it. */
export async function withOpeningErrors<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof ApiError) throw new ConfigError(error.message, { cause: error });
    const why = openingFailure(error);
    if (why === undefined) throw error;
    throw new ConfigError(`The database that DATABASE_URL names can't be opened: ${why}.`, { cause: error });
  }
}
