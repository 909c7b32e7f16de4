import { realpathSync } from "node:fs";
import path from "node:path";

/** The default DATABASE_URL: a file in a subfolder of the working directory. */
export const defaultDatabaseUrl = "file:./data/counterpart.db";

const defaultPostgresPort = "5432";

export function isDatabaseUrl(text: string): boolean {
  return /^(file:|postgres(ql)?:\/\/)./.test(text);
}

/** The file in an address; undefined for a server's address. */
export function filePath(databaseUrl: string): string | undefined {
  return databaseUrl.startsWith("file:") ? databaseUrl.slice("file:".length) : undefined;
}

export interface PostgresHost {
  /** As written in the address: `db.example:5432`. */
  name: string;
  /** The address of this server alone, for the driver. */
  connectionString: string;
}

export interface PostgresAddress {
  /** At least one, in connection order. */
  hosts: [PostgresHost, ...PostgresHost[]];
  /** Undefined for the user's default schema, usually `public`. */
  schema?: string;
}

/** Parameters that the driver doesn't support. */
const ownParameters = ["schema", "target_session_attrs", "load_balance_hosts"];

/**
 * Parses libpq's form: `postgres://user@one:5432,two:5432/shop` or `postgres://user@/shop?host=one,two&port=5432,5433`.
 * Removes `?schema=`, our own parameter, which lets several services share one database.
 */
export function postgresAddress(databaseUrl: string): PostgresAddress {
  const { scheme, user, authority, path: rest, query } = partsOf(databaseUrl);
  const parameters = new URLSearchParams(query);
  const schema = parameters.get("schema");
  const listed = /,/.test(`${parameters.get("host")}${parameters.get("port")}`);
  const dropped = listed ? [...ownParameters, "host", "port"] : ownParameters;
  const kept = query
    .split("&")
    .filter((part) => part !== "" && !dropped.includes(part.split("=")[0] ?? ""))
    .join("&");
  const hostOf = (name: string): PostgresHost => ({
    name,
    connectionString: `${scheme}${user}${name}${rest}${kept && `?${kept}`}`,
  });
  const names = listed ? listedHosts(parameters) : authority.split(",");
  return { hosts: names.map(hostOf) as PostgresAddress["hosts"], ...(schema && { schema }) };
}

/**
 * Describes what is wrong with a server's address, to follow its variable's name in a message. Undefined when
 * it is valid.
 * @param targets the allowed values of `target_session_attrs`
 */
export function postgresMistake(
  databaseUrl: string,
  targets = ["read-write", "primary"],
): string | undefined {
  const { query } = partsOf(databaseUrl);
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get("target_session_attrs");
  if (wanted !== null && !targets.includes(wanted)) {
    return "can't have this target_session_attrs: it must be read-write, primary or left out, because the server that accepts writes is used";
  }
  if ((parameters.get("load_balance_hosts") ?? "disable") !== "disable") {
    return "can't have load_balance_hosts: the hosts are tried in order";
  }
  if (parameters.has("hostaddr")) return "can't have hostaddr: use the IP address as the host";
  const ports = parameters.get("port")?.split(",").length ?? 1;
  const listed = parameters.get("host")?.split(",").length ?? 1;
  if (ports > 1 && ports !== listed) return "must have as many ports as hosts, or one port for all";
  const { hosts } = postgresAddress(databaseUrl);
  const isComplete = hosts.length === 1 || hosts.every(({ name }) => /^[^:]/.test(name));
  if (isComplete && hosts.every(({ connectionString }) => URL.canParse(connectionString))) return undefined;
  return "must be an address like postgres://user:password@host:5432/database, with # / ? @ : in the password as %23 %2F %3F %40 %3A; for several servers, postgres://user:password@one:5432,two:5432/database";
}

/** Doesn't use URL, which allows only one host. */
function partsOf(databaseUrl: string) {
  const [, scheme = "", user = "", authority = "", path = "", query = ""] =
    /^(\w+:\/\/)([^/?]*@)?([^/?]*)([^?]*)\??(.*)$/s.exec(databaseUrl) ?? [];
  return { scheme, user, authority, path, query };
}

/** Hosts from `?host=one,two&port=5432,5433`, with one port for each or one for all. */
function listedHosts(parameters: URLSearchParams): string[] {
  const names = (parameters.get("host") ?? "").split(",");
  const ports = (parameters.get("port") ?? "").split(",");
  return names.map((name, n) => {
    const port = (ports.length > 1 ? ports[n] : ports[0]) ?? "";
    // A socket's folder or an IPv6 address isn't a valid host name in a URL.
    const host = name.includes(":") ? `[${name}]` : encodeURIComponent(name);
    return port === "" ? host : `${host}:${port}`;
  });
}

/** Whether two addresses appear to name the same database. A server may have several names. */
export function isSameDatabase(one: string, other: string): boolean {
  const others = placesOf(other);
  return placesOf(one).some((place) => others.includes(place));
}

/** The file, or the database on each of its servers. */
function placesOf(databaseUrl: string): string[] {
  const file = filePath(databaseUrl);
  if (file === undefined) {
    const { hosts, schema = "public" } = postgresAddress(databaseUrl);
    return hosts.map(({ connectionString }) => {
      const { hostname = "", port, pathname } = URL.parse(connectionString) ?? {};
      return `${hostname.toLowerCase()}:${port || defaultPostgresPort}${pathname} ${schema}`;
    });
  }
  try {
    return [realpathSync(file)];
  } catch {
    // The file doesn't exist yet.
    return [path.resolve(file)];
  }
}
