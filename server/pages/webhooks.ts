import express from "express";
import { inviteBody } from "../http/invite-body.ts";
import type { Page } from "../http/pages.ts";
import { whenLarger } from "../http/when-larger.ts";
import { type createWebhooks, isRefused } from "../payments/webhooks.ts";

/** Bytes. The provider's events are far smaller. */
const maxBodySize = 512 * 1024;

/**
 * `POST /webhooks/stripe`: 200 once the event's effect is durable, or when it isn't for us; 400 when it isn't the
 * provider's; 500 to be sent again.
 */
export function webhookPages(receive: ReturnType<typeof createWebhooks>): Page[] {
  const readBytes = express.raw({ type: () => true, limit: maxBodySize });
  return [
    {
      method: "POST",
      path: "/webhooks/stripe",
      handler: (req, res, next) => {
        const answer = (body: Buffer | undefined): void =>
          void receive(body, req.get("stripe-signature") ?? "").then((reception) => {
            const received = !isRefused(reception);
            res.status(received ? 200 : 400).json({ received });
          }, next);
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
