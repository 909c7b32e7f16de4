import { realpathSync } from "node:fs";
import path from "node:path";

/** The default of DATABASE_URL: a file below the working folder. */
export const defaultDatabaseUrl = "file:./data/counterpart.db";

const defaultPostgresPort = "5432";

export function isDatabaseUrl(text: string): boolean {
  return /^(file:|postgres(ql)?:\/\/)./.test(text);
}

/** The file that an address names; undefined for the address of a server. */
export function filePath(databaseUrl: string): string | undefined {
  return databaseUrl.startsWith("file:") ? databaseUrl.slice("file:".length) : undefined;
}

export interface PostgresAddress {
  /** The address for the driver. */
  connectionString: string;
  /** Undefined for the user's default schema, mostly `public`. */
  schema?: string;
}

/** Splits off `?schema=`, our own parameter, which lets several services share one database. */
export function postgresAddress(databaseUrl: string): PostgresAddress {
  const [, before = databaseUrl, query = ""] = /^([^?]*)\?(.*)$/.exec(databaseUrl) ?? [];
  const given = new URLSearchParams(query).get("schema");
  const rest = query.split("&").filter((part) => part !== "" && !part.startsWith("schema="));
  return {
    connectionString: rest.length > 0 ? `${before}?${rest.join("&")}` : before,
    ...(given && { schema: given }),
  };
}

/** Whether two addresses name the same database, as far as can be told: a server may have several names. */
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
    // The file doesn't exist yet.
    return path.resolve(file);
  }
}
