import { describe, test } from "vitest";

/** The servers that a fresh clone doesn't have. `.ci/run` sets both. */
export const postgresUrl = process.env.TEST_POSTGRES_URL || undefined;
export const redisUrl = process.env.TEST_REDIS_URL || undefined;

/** Tests that need PostgreSQL. Without it, a test that is skipped says so. */
export function withPostgres(title: string, tests: (url: string) => void): void {
  if (postgresUrl !== undefined) describe(title, () => tests(postgresUrl as string));
  else test.skip(`${title}: not run, TEST_POSTGRES_URL is not set`);
}

/** Tests that need Redis. Without it, a test that is skipped says so. */
export function withRedis(title: string, tests: (url: string) => void): void {
  if (redisUrl !== undefined) describe(title, () => tests(redisUrl as string));
  else test.skip(`${title}: not run, TEST_REDIS_URL is not set`);
}
