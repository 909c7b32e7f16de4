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

export interface PostgresAddress {
  /** What the driver takes. */
  connectionString: string;
  /** Undefined where it is the one that the server gives the user: `public`, mostly. */
  schema?: string;
}

/** Takes `?schema=` out of the address, which is ours: with it, several services can live in one database. */
export function postgresAddress(databaseUrl: string): PostgresAddress {
  const [, before = databaseUrl, query = ""] = /^([^?]*)\?(.*)$/.exec(databaseUrl) ?? [];
  const given = new URLSearchParams(query).get("schema");
  const rest = query.split("&").filter((part) => part !== "" && !part.startsWith("schema="));
  return {
    connectionString: rest.length > 0 ? `${before}?${rest.join("&")}` : before,
    ...(given && { schema: given }),
  };
}

/** Whether two addresses lead to one database, as far as they tell: a server may have several names. */
export function isSameDatabase(one: string, other: string): boolean {
  return placeOf(one) === placeOf(other);
}

function placeOf(databaseUrl: string): string {
  const file = filePath(databaseUrl);
  if (file === undefined) {
    const { hostname = "", port, pathname } = URL.parse(databaseUrl) ?? {};
    const { schema = "public" } = postgresAddress(databaseUrl);
    return `${hostname.toLowerCase()}:${port || defaultPostgresPort}${pathname} ${schema}`;
  }
  try {
    return realpathSync(file);
  } catch {
    // It doesn't exist yet.
    return path.resolve(file);
  }
}
