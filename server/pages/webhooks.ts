import express from "express";
import type { Page } from "../http/pages.ts";
import { whenLarger } from "../http/when-larger.ts";
import type { createWebhooks } from "../payments/webhooks.ts";

/** Bytes. The provider's events are far smaller. */
const maxBodySize = 512 * 1024;

/** `POST /webhooks/stripe`: 200 once the event's effect is durable, 400 when it isn't meant for us, 500 to be sent again. */
export function webhookPages(receive: ReturnType<typeof createWebhooks>): Page[] {
  const readBytes = express.raw({ type: () => true, limit: maxBodySize });
  return [
    {
      method: "POST",
      path: "/webhooks/stripe",
      handler: (req, res, next) => {
        const refuse = () => void res.status(400).json({ received: false });
        whenLarger(req, maxBodySize, refuse);
        if (res.headersSent) return;
        readBytes(req, res, (unreadable?: unknown) => {
          if (res.headersSent) return;
          if (unreadable !== undefined) return refuse();
          const body = Buffer.isBuffer(req.body) ? req.body : Buffer.alloc(0);
          receive(body, req.get("stripe-signature") ?? "").then(
            (reception) =>
              void res
                .status(reception === "accepted" ? 200 : 400)
                .json({ received: reception === "accepted" }),
            next,
          );
        });
      },
    },
  ];
}
