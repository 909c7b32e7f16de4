import { realpathSync } from "node:fs";
import path from "node:path";

/** Where the data is when DATABASE_URL says nothing: a file below the working folder. */
export const defaultDatabaseUrl = "file:./data/counterpart.db";

const defaultPostgresPort = "5432";

export function isDatabaseUrl(text: string): boolean {
  return /^(file:|postgres(ql)?:\/\/)./.test(text);
}

/** The file that an address names; undefined for a server's. */
export function filePath(databaseUrl: string): string | undefined {
  return databaseUrl.startsWith("file:") ? databaseUrl.slice("file:".length) : undefined;
}

/** Whether two addresses lead to one database, as far as they tell: a server may have several names. */
export function isSameDatabase(one: string, other: string): boolean {
  return placeOf(one) === placeOf(other);
}

function placeOf(databaseUrl: string): string {
  const file = filePath(databaseUrl);
  if (file === undefined) {
    const { hostname = "", port, pathname } = URL.parse(databaseUrl) ?? {};
    return `${hostname.toLowerCase()}:${port || defaultPostgresPort}${pathname}`;
  }
  try {
    return realpathSync(file);
  } catch {
    // It doesn't exist yet.
    return path.resolve(file);
  }
}
