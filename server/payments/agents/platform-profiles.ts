import { ApiError } from "@counterpart/server/errors";
import { LRUCache } from "lru-cache";
import { atMostEntries } from "../../database/at-most-entries.ts";
import { endpointUrlFault } from "../../domain/events/endpoint-url.ts";
import { ucpVersion } from "../../domain/ucp-version.ts";
import { NotJson, type ReadOptions, readPublicJson } from "./read-public-json.ts";

/** Of the protocol: those that the shop supports. */
export const capabilityNames = [
  "dev.ucp.shopping.checkout",
  "dev.ucp.shopping.fulfillment",
  "dev.ucp.shopping.discount",
  "dev.ucp.shopping.order",
  "dev.ucp.shopping.catalog.search",
  "dev.ucp.shopping.catalog.lookup",
] as const;

/** What the platform of an agent says about itself (UCP), as far as the shop uses it. */
export interface PlatformProfile {
  /** Of the protocol. */
  version: string;
  /** The versions of each capability, by its name. */
  capabilities: Map<CapabilityName, string[]>;
  /** Where it takes events of orders; undefined if it takes none. */
  orderEventsUrl: string | undefined;
}

export type CapabilityName = (typeof capabilityNames)[number];

export type ReadPlatformProfile = (url: string) => Promise<PlatformProfile>;

/** As long as the protocol demands at least. */
const cachedMs = 60_000;
const maxCached = 1000;
/** Characters of a version, and versions of a capability: what is cached has a bound. */
const maxVersionLength = 32;
const maxVersions = 20;

/**
 * Reads profiles of platforms, each at most once a minute.
 * @throws ApiError with the protocol's codes: 400 for the URL, 424 if it can't be read, 422 for what it has
 */
export function createReadPlatformProfile(options: ReadOptions): ReadPlatformProfile {
  const known = new LRUCache<string, Promise<PlatformProfile>>({
    ...atMostEntries(maxCached),
    ttl: cachedMs,
  });
  return (url) => {
    const cached = known.get(url);
    if (cached) return cached;
    const reading = read(url, options);
    known.set(url, reading);
    // What failed is read again.
    reading.catch(() => known.peek(url) === reading && known.delete(url));
    return reading;
  };
}

async function read(url: string, options: ReadOptions): Promise<PlatformProfile> {
  const fault = endpointUrlFault(url, { production: !options.allowsPrivate });
  if (fault !== undefined) {
    const message = `The address of the profile isn’t valid. ${fault}`;
    throw new ApiError("invalid_profile_url", message, { status: 400 });
  }
  const json = await readPublicJson(url, options).catch((cause: unknown) => {
    if (cause instanceof NotJson) throw malformed(cause.message);
    // The reason isn't sent: it would reveal this process's network.
    throw new ApiError("profile_unreachable", "The profile couldn’t be read.", {
      ...{ status: 424, cause },
      headers: { "Retry-After": "5" },
    });
  });
  return profileIn(json, options);
}

function profileIn(json: unknown, options: Pick<ReadOptions, "allowsPrivate">): PlatformProfile {
  const ucp = isObject(json) ? json.ucp : undefined;
  if (!isObject(ucp)) throw malformed("It has no object `ucp`.");
  const { version, capabilities = {} } = ucp;
  if (!isVersion(version)) throw malformed("It has no valid `ucp.version`.");
  if (!isObject(capabilities)) throw malformed("Its `ucp.capabilities` is no object.");
  const versions = new Map<CapabilityName, string[]>();
  for (const name of capabilityNames) {
    const entries = capabilities[name];
    if (entries === undefined) continue;
    if (!Array.isArray(entries)) throw malformed(`Its \`ucp.capabilities\` has no list for ${name}.`);
    const named = entries.filter(isObject).map((entry) => entry.version);
    versions.set(name, named.filter(isVersion).slice(0, maxVersions));
  }
  const orderEventsUrl = orderEventsUrlIn(capabilities["dev.ucp.shopping.order"], options);
  return { version, capabilities: versions, orderEventsUrl };
}

/** Undefined for an address that can't be sent to, too. */
function orderEventsUrlIn(
  entries: unknown,
  { allowsPrivate }: Pick<ReadOptions, "allowsPrivate">,
): string | undefined {
  const listed = Array.isArray(entries) ? entries.filter(isObject) : [];
  const config = listed.find(({ version }) => version === ucpVersion)?.config;
  const url = isObject(config) ? config.webhook_url : undefined;
  if (typeof url !== "string") return undefined;
  return endpointUrlFault(url, { production: !allowsPrivate }) === undefined ? new URL(url).href : undefined;
}

function isVersion(value: unknown): value is string {
  return typeof value === "string" && value.length <= maxVersionLength;
}

function malformed(reason: string): ApiError {
  return new ApiError("profile_malformed", `The profile can’t be understood. ${reason}`, {
    status: 422,
    headers: { "Retry-After": "5" },
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
