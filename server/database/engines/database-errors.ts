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

/** Marks an error as coming from the PostgreSQL connection: by its code alone it could be another server's. */
export function ofPostgres(error: unknown): unknown {
  if (error instanceof Error) fromPostgres.add(error);
  return error;
}

/** Whether an error comes from the PostgreSQL connection. */
export function isOfPostgres(error: Error): boolean {
  return fromPostgres.has(error);
}

/** Whether an error is an outage of our own database, rather than of another system or of one statement. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error) || isStoreClosed(error) || isStatementTimeout(error)) return false;
  if (isOutOfSpace(error)) return true;
  const { code } = error as { code?: unknown };
  return (
    isDatabaseAway(error) && (typeof code !== "string" || !networkCodes.has(code) || fromPostgres.has(error))
  );
}

/** Whether PostgreSQL cancelled a statement, usually because it took too long (57014: query_canceled). */
export function isStatementTimeout(error: unknown): boolean {
  return (error as { code?: unknown } | undefined)?.code === "57014";
}

/** SQLITE_READONLY, SQLITE_IOERR, which a limit on the file's size causes, and SQLITE_FULL. */
const refusedInSqlite = [8, 10, 13];

/** Whether a write failed for lack of space, or because the file can't be written; reads may work. */
export function isOutOfSpace(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  return code === "53100" || (typeof errcode === "number" && refusedInSqlite.includes(errcode & 0xff));
}

/** Whether a request that failed with this error may succeed later. */
export function isTemporary(error: unknown): boolean {
  return isDatabaseAway(error) || isOutOfSpace(error);
}

/** Whether an error is temporary, on either engine: the database is unreachable or busy, or the store is closed. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isStoreClosed(error)) return true;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof errcode === "number") return busyInSqlite.includes(errcode & 0xff);
  if (typeof code === "string") return networkCodes.has(code) || passesInPostgres.test(code);
  return messagesOfPg.test(error.message);
}
