import type { ApiDocument, DocumentOperation } from "@counterpart/server/document/document";
import { own } from "@counterpart/server/document/own";
import { breakAt, type ContractChange, type Contracts, type Pair } from "./contracts.ts";
import type { Spot } from "./spot.ts";

export function compareRateLimit(
  { base, revision }: Contracts,
  spot: Spot,
  [before, after]: Pair<DocumentOperation>,
): ContractChange[] {
  const [was, is] = [limitOf(base, before), limitOf(revision, after)];
  if (!is || (was && perSecond(is) >= perSecond(was))) return [];
  const old = was ? `${was.limit} requests in ${was.windowSeconds} s` : "unlimited";
  const message = `The rate limit went from ${old} to ${is.limit} in ${is.windowSeconds} s.`;
  return [breakAt(spot, "rate-limit-lowered", message)];
}

function limitOf({ rateLimits }: ApiDocument, { rateLimitScope }: DocumentOperation) {
  return own(rateLimits, rateLimitScope ?? "global") ?? own(rateLimits, "global");
}

function perSecond({ limit, windowSeconds }: { limit: number; windowSeconds: number }): number {
  return limit / windowSeconds;
}
