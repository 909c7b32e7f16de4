import type { createStripeStandIn } from "@counterpart/stripe-stand-in";
import { neededRights } from "../../server/payments/provider/needed-rights.ts";

type Requests = ReturnType<ReturnType<typeof createStripeStandIn>["control"]["requests"]>;

/** Permissions that requests to the provider needed. Write permission includes reading. */
export function usedPermissions(requests: Requests): string[] {
  // Test helpers are what others do, such as agents that grant tokens.
  const own = requests.filter(({ path }) => !path.startsWith("/v1/test_helpers/"));
  const used = new Set(own.flatMap(({ permissions }) => permissions));
  return [...used]
    .filter((one) => !used.has(one.replace(/_read$/, "_write")) || one.endsWith("_write"))
    .sort();
}

/** The permissions that a restricted key with the documented rights would lack. */
export function unlistedPermissions(requests: Requests): string[] {
  const listed = new Set<string>(neededRights.map(({ permission }) => permission));
  return usedPermissions(requests).filter(
    (one) => !listed.has(one) && !listed.has(one.replace(/_read$/, "_write")),
  );
}
