/** The location of a Redis. */
export type RedisAddress =
  /** Complete URLs; the first node that accepts writes is used. */
  { kind: "nodes"; urls: string[] } | ({ kind: "sentinel" } & SentinelAddress);

export interface SentinelAddress {
  /** The master's name in the sentinels' configuration. */
  name: string;
  sentinels: { host: string; port: number }[];
  isEncrypted: boolean;
  /** For Redis itself. */
  login: { username?: string; password?: string };
  /** For the sentinels, which usually need none. */
  sentinelLogin: { username?: string; password?: string };
  database: number;
}

const defaultSentinelPort = 26379;

/**
 * Parses `redis://user:password@one:6379,two:6379/0`, or `redis+sentinel://…/name/0` with optional `?sentinel_username=`
 * and `?sentinel_password=`; `rediss://` and `rediss+sentinel://` use TLS. Undefined for anything else.
 */
export function readRedisAddress(text: string): RedisAddress | undefined {
  const [, scheme = "", user = "", authority = "", path = "", query = ""] =
    /^([\w+]+:\/\/)([^/?]*@)?([^/?]+)\/?([^?]*)\??(.*)$/s.exec(text) ?? [];
  const hosts = authority.split(",");
  if (hosts.includes("")) return undefined;
  if (scheme === "redis://" || scheme === "rediss://") {
    const urls = hosts.map((host) => `${scheme}${user}${host}/${path}${query && `?${query}`}`);
    return /^\d*$/.test(path) && urls.every((url) => URL.canParse(url)) ? { kind: "nodes", urls } : undefined;
  }
  const [, encrypted] = /^redis(s?)\+sentinel:\/\/$/.exec(scheme) ?? [];
  const [, name, database = ""] = /^([^/]+)(?:\/(\d*))?$/.exec(path) ?? [];
  const parsed = hosts.map((host) => URL.parse(`redis://${user}${host}`));
  const [first] = parsed;
  if (encrypted === undefined || name === undefined || !first || parsed.includes(null)) return undefined;
  const parameters = new URLSearchParams(query);
  return {
    kind: "sentinel",
    name: decodeURIComponent(name),
    sentinels: parsed.map((url) => ({
      host: url?.hostname.replace(/^\[(.+)\]$/, "$1") ?? "",
      port: Number(url?.port || defaultSentinelPort),
    })),
    isEncrypted: encrypted === "s",
    login: loginOf(decodeURIComponent(first.username), decodeURIComponent(first.password)),
    sentinelLogin: loginOf(parameters.get("sentinel_username"), parameters.get("sentinel_password")),
    database: Number(database),
  };
}

function loginOf(username: string | null, password: string | null): SentinelAddress["login"] {
  return { ...(username && { username }), ...(password && { password }) };
}

/** Describes an invalid address, as a continuation of its variable's name. Undefined if it is valid. */
export function redisMistake(text: string): string | undefined {
  if (/^rediss?[+-]cluster:/.test(text)) return `names a cluster: ${noCluster}`;
  if (readRedisAddress(text)) return undefined;
  return "must be an address like redis://host:6379 or rediss://user:password@host:6379/0; of several nodes redis://one:6379,two:6379, through Sentinel redis+sentinel://one:26379,two:26379/NAME";
}

export const noCluster =
  "Redis Cluster isn't supported. Use one node, which counts for any number of servers, or several with Sentinel";
