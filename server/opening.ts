import { ConfigError } from "./config.ts";
import { isRefusal } from "./limiter/redis-refusal.ts";
import { openingFailure } from "./store/opening-failure.ts";

/** Opens the database; where its operator can put right what fails, throws a ConfigError that says so. */
export async function openingDatabase<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    const why = openingFailure(error);
    if (why === undefined) throw error;
    throw new ConfigError(`The database that DATABASE_URL names can't be opened: ${why}.`, { cause: error });
  }
}

/** Makes the limiter that counts in Redis. A Redis that is away is waited for; one that refuses us stays like that. */
export async function openingRedis<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    throw new ConfigError("The Redis that REDIS_URL names refuses its user or password.", { cause: error });
  }
}
