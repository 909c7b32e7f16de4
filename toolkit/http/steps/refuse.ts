import type { RequestHandler } from "express";
import { contextOf } from "../context.ts";
import { ApiError } from "../errors/api-error.ts";

/** Tells what the earlier steps found, in the contract's order: 401, 403, 429, then what no operation answers. */
export function refuse(): RequestHandler {
  return (req, res, next) => {
    const { operation, refusal, namesNothing, ...context } = contextOf(res);
    // An address that can't be decoded has no methods.
    const allow = namesNothing ? undefined : context.allow;
    if (allow && req.method === "OPTIONS") {
      res.status(204).set("Allow", allow.join(", ")).end();
      return;
    }
    if (refusal !== undefined) throw refusal;
    if (operation && !namesNothing) return next();
    if (allow) {
      throw new ApiError(
        "INVALID_REQUEST",
        `${req.method} isn't allowed here. Allowed: ${allow.join(", ")}.`,
        {
          status: 405,
          headers: { Allow: allow.join(", ") },
        },
      );
    }
    throw new ApiError("NOT_FOUND", "No such endpoint.");
  };
}
