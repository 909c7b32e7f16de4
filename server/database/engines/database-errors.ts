import { isStoreClosed } from "./closed-store.ts";

/** SQLITE_BUSY and SQLITE_LOCKED: another process wrote for longer than the busy timeout. */
const busyInSqlite = [5, 6];

/**
 * PostgreSQL's codes for temporary errors: broken connections (class 08), too many connections (53), servers
 * that start, stop (57P) or are read-only, timeouts, conflicting transactions, and possibly lost commits.
 */
const passesInPostgres = /^(?:08|53|57P)|^(?:25006|57014|55P03|25P0[34]|40001|40003|40P01)$/;

const networkCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTDOWN",
  "EHOSTUNREACH",
  "ENETDOWN",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/** Messages of pg errors that have no code. */
const messagesOfPg =
  /^(?:timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|There was an error establishing an SSL connection|Client has encountered a connection error)/;

const fromPostgres = new WeakSet<Error>();

/**
 * Marks an error as coming from the PostgreSQL connection: by its code alone it could be another server's.
 */
export function ofPostgres(error: unknown): unknown {
  if (error instanceof Error) fromPostgres.add(error);
  return error;
}

/** Whether an error comes from the PostgreSQL connection. */
export function isOfPostgres(error: Error): boolean {
  return fromPostgres.has(error);
}

/** Whether an error is an outage of our own database, rather than of another system. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error) || isStoreClosed(error) || !isDatabaseAway(error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code !== "string" || !networkCodes.has(code) || fromPostgres.has(error);
}

/**
 * Whether an error is temporary, on either engine: the database is unreachable or busy, or the store is
 * closed.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isStoreClosed(error)) return true;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof errcode === "number") return busyInSqlite.includes(errcode & 0xff);
  if (typeof code === "string") return networkCodes.has(code) || passesInPostgres.test(code);
  return messagesOfPg.test(error.message);
}
