import { addressOf, type Limiter } from "@counterpart/server";
import type { Request, Response } from "express";
import { sendLinkPage } from "./link-pages.ts";

/** Of all links to files and invoices together, per network address. Programs that download in parts send many at once. */
const linkLimit = { limit: 120, windowSeconds: 60 } as const;

/** Counts a request of a link that needs no key. Returns false once it has answered with 429. */
export type CountLinkRequest = (req: Request, res: Response) => Promise<boolean>;

export function createCountLinkRequest(limiter: Limiter, limit = linkLimit): CountLinkRequest {
  return async (req, res) => {
    const { used, resetMs } = await limiter.count(`links:address:${addressOf(req)}`, limit);
    if (used <= limit.limit) return true;
    res.set("Retry-After", String(Math.ceil(resetMs / 1000)));
    await sendLinkPage(req, res, "tooMany");
    return false;
  };
}
