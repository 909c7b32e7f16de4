import express from "express";
import { unavailable } from "../errors.ts";
import { createBodyBudget, possibleSize } from "../http/body-budget.ts";
import { addressOf } from "../http/client-address.ts";
import { inviteBody } from "../http/invite-body.ts";
import type { Page } from "../http/pages.ts";
import { whenLarger } from "../http/when-larger.ts";
import { type createWebhooks, isRefused } from "../payments/webhooks.ts";

/** Bytes. The provider's events are far smaller. */
const maxBodySize = 512 * 1024;

/** Bytes, of all events that are in memory at once. It is apart from that of callers, since anybody can send here. */
const maxBytesAtOnce = 8 * 1024 * 1024;

/**
 * `POST /webhooks/stripe`: 200 once the event's effect is durable, or when it isn't for us; 400 when it isn't the
 * provider's; 500 to be sent again. What doesn't even look signed is 400 unread.
 */
export function webhookPages(receive: ReturnType<typeof createWebhooks>): Page[] {
  const readBytes = express.raw({ type: () => true, limit: maxBodySize });
  const budget = createBodyBudget(maxBytesAtOnce);
  return [
    {
      method: "POST",
      path: "/webhooks/stripe",
      handler: (req, res, next) => {
        const signature = req.get("stripe-signature") ?? "";
        const answer = (body: Buffer | undefined): void =>
          void receive(body, signature).then((reception) => {
            const received = !isRefused(reception);
            res.status(received ? 200 : 400).json({ received });
          }, next);
        if (!looksSigned(signature)) return answer(Buffer.alloc(0));
        const giveBack = budget.take(addressOf(req), possibleSize(req, maxBodySize));
        if (!giveBack) {
          return next(unavailable("Too many events are being received at the moment. Send it again later."));
        }
        res.once("close", giveBack);
        let isAnswered = false;
        whenLarger(req, maxBodySize, () => {
          isAnswered = true;
          answer(undefined);
        });
        if (isAnswered) return;
        inviteBody(req, res);
        readBytes(req, res, (unreadable?: unknown) => {
          if (isAnswered) return;
          answer(unreadable === undefined && Buffer.isBuffer(req.body) ? req.body : undefined);
        });
      },
    },
  ];
}

/** `t=1768471200,v1=<64 hexadecimal digits>`, and others: https://docs.stripe.com/webhooks#verify-manually */
function looksSigned(signature: string): boolean {
  const parts = signature.split(",").map((part) => part.trim());
  return (
    parts.some((part) => /^t=\d{1,12}$/.test(part)) && parts.some((part) => /^v1=[0-9a-f]{64}$/.test(part))
  );
}
