import type { RateLimit } from "../../document/document.ts";
import { own } from "../../document/own.ts";
import { addressBucket, type Count, type Limiter } from "../../limiter/limiter.ts";
import { addressOf } from "../client-address.ts";
import type { Step } from "../composition/step.ts";
import type { RequestContext } from "../context.ts";
import { ApiError } from "../errors/api-error.ts";
import type { ExchangeResponse } from "../exchange.ts";

/**
 * Counts requests per caller and scope, and sends the remaining quota. Without a valid credential, a request counts
 * against its address in `global`, so an address can't keep guessing keys.
 * @param limits by scope; a request outside every scope is counted in `global`
 * @returns the step for operations with a scope; undefined if no limit applies
 */
export function createRateLimit(limits: Record<string, RateLimit>, limiter: Limiter) {
  const fallback = own(limits, "global");
  return (ownScope = "global"): Step | undefined => {
    if (!fallback && !own(limits, ownScope)) return undefined;
    return async (req, res, context) => {
      const { identity, refusal } = context;
      const isKnown = identity !== undefined && refusal === undefined;
      const scope = refusal !== undefined && fallback ? "global" : ownScope;
      const limit = own(limits, scope) ?? fallback;
      if (!limit) return;
      context.rateLimitScope = scope;
      const bucket = isKnown ? `${scope}:${identity.bucket}` : addressBucket(scope, addressOf(req));
      applyCount(res, context, limit, await limiter.count(bucket, limit));
    };
  };
}

function applyCount(
  res: ExchangeResponse,
  context: RequestContext,
  rateLimit: RateLimit,
  { used, resetMs }: Count,
): void {
  const { limit } = rateLimit;
  // V8 keeps the text that a template makes of a number across collections. With a high limit, these texts
  // would be half of the old generation's garbage.
  const remaining = Math.max(0, limit - used).toFixed();
  const reset = Math.max(1, Math.ceil(resetMs / 1000));
  res.setHeader("RateLimit-Limit", `${limit}`);
  res.setHeader("RateLimit-Remaining", remaining);
  res.setHeader("RateLimit-Reset", `${reset}`);
  res.setHeader("RateLimit", `limit=${limit}, remaining=${remaining}, reset=${reset}`);
  if (used > limit) refuse(context, rateLimit, reset);
}

function refuse(context: RequestContext, { limit, windowSeconds }: RateLimit, reset: number): void {
  const { refusal } = context;
  // After a failed check (5xx) the credential may still be valid, so the request isn't limited.
  if (refusal !== undefined && !(refusal instanceof ApiError && refusal.status < 500)) return;
  context.refusal = new ApiError(
    "RATE_LIMITED",
    `Too many requests: more than ${limit} in ${windowSeconds} s. Try again in ${reset} s.`,
    { headers: { "Retry-After": String(reset) } },
  );
}
