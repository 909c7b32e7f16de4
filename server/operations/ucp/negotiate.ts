import { ApiError } from "@counterpart/server/errors";
import type { Store } from "../../database/queries/stores.ts";
import { ucpVersion } from "../../domain/ucp-version.ts";
import type { Caller, Services } from "../../operation.ts";
import type { CapabilityName } from "../../payments/agents/platform-profiles.ts";
import { storeSellingThrough } from "../../payments/agents/store-selling-through.ts";
import { activeCapabilities, type RootCapability } from "./capabilities.ts";
import { incompatible } from "./no-checkout.ts";

export interface Negotiated {
  store: Store;
  /** What both sides support of the capability and its extensions. */
  active: Set<CapabilityName>;
  /** Where the platform takes events of its orders; undefined if it takes none. */
  orderEventsUrl?: string | undefined;
}

/** Seconds. A refusal for what a profile has isn't stored for the idempotency key: the profile can be corrected. */
const later = { "Retry-After": "60" };

/**
 * The store, if it sells through this protocol, and what it and the agent's platform support of a capability.
 * @throws ApiError 403 if the store doesn't sell; 400, 422 or 424 for the profile; 200 without the common capability, as the protocol has it
 */
export async function negotiate(
  { headers, caller }: { headers: { "UCP-Agent": string }; caller: Caller },
  { database, readPlatformProfile }: Pick<Services, "database" | "readPlatformProfile">,
  root: RootCapability = "dev.ucp.shopping.checkout",
): Promise<Negotiated> {
  const store = await storeSellingThrough(database, caller.storeId, "ucp");
  const profile = await readPlatformProfile(profileUrlIn(headers["UCP-Agent"]));
  if (profile.version !== ucpVersion) {
    const message = `This store speaks version ${ucpVersion}, not ${profile.version}.`;
    throw new ApiError("version_unsupported", message, { status: 422, headers: later });
  }
  const active = activeCapabilities(root, profile);
  if (active.size > 0) return { store, active, orderEventsUrl: profile.orderEventsUrl };
  const message = `The profile doesn’t have ${root} in the version ${ucpVersion}.`;
  throw new ApiError(incompatible, message, { status: 200, headers: later });
}

/** The member `profile` of a dictionary (RFC 8941). */
function profileUrlIn(header: string): string {
  const url = /(?:^|,)\s*profile="([^"\\]*)"/.exec(header)?.[1];
  if (url !== undefined) return url;
  throw new ApiError("invalid_profile_url", 'Send the header UCP-Agent as profile="https://…".', {
    status: 400,
  });
}
