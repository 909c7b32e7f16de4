import type { RequestHandler } from "express";
import type { RateLimit } from "../../document/document.ts";
import { addressBucket, type Limiter } from "../../limiter/limiter.ts";
import { addressOf } from "../client-address.ts";
import { contextOf } from "../context.ts";
import { ApiError } from "../errors/api-error.ts";

/**
 * Counts the request in the bucket of its caller and scope, and tells how much is left on every response, errors
 * included (interface, section 8). A request without a valid credential counts against its address, in `global`
 * whatever its operation, so that an address can't go on trying keys; those who have one aren't touched by that.
 * @param limits by scope; a request outside every scope is counted in `global`
 */
export function rateLimit(limits: Record<string, RateLimit>, limiter: Limiter): RequestHandler {
  const fallback = limits.global;
  return async (req, res, next) => {
    const context = contextOf(res);
    const { operation, identity, refusal } = context;
    const isKnown = identity !== undefined && refusal === undefined;
    const scope = refusal !== undefined && fallback ? "global" : (operation?.rateLimitScope ?? "global");
    const limit = limits[scope] ?? fallback;
    if (!limit) return next();
    context.rateLimitScope = scope;
    const bucket = isKnown ? `${scope}:${identity.bucket}` : addressBucket(scope, addressOf(req));
    const count = await limiter.count(bucket, limit);
    const remaining = Math.max(0, limit.limit - count.used);
    const reset = Math.max(1, Math.ceil(count.resetMs / 1000));
    res.setHeader("RateLimit-Limit", limit.limit);
    res.setHeader("RateLimit-Remaining", remaining);
    res.setHeader("RateLimit-Reset", reset);
    res.setHeader("RateLimit", `limit=${limit.limit}, remaining=${remaining}, reset=${reset}`);
    // Whether a credential that couldn't be checked is a wrong one, nobody knows.
    const isFailure = refusal !== undefined && !(refusal instanceof ApiError && refusal.status < 500);
    if (count.used > limit.limit && !isFailure) {
      context.refusal = new ApiError(
        "RATE_LIMITED",
        `Too many requests: more than ${limit.limit} in ${limit.windowSeconds} s. Try again in ${reset} s.`,
        { headers: { "Retry-After": String(reset) } },
      );
    }
    next();
  };
}
