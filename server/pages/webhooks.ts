import { rawBodyReader } from "@counterpart/server";
import type { Page } from "@counterpart/server/express";
import { type createWebhooks, isRefused } from "../payments/events/webhooks.ts";

/** Bytes. The provider's events are far smaller. */
const maxBytes = 512 * 1024;

/** Bytes of all events in memory at once. Separate from the callers' budget, since anyone can send here. */
const maxBytesAtOnce = 8 * 1024 * 1024;

/**
 * `POST /webhooks/stripe`. 200: the effect is durable, or the event isn't for us. 400: not signed by the
 * provider; without a plausible signature, the body isn't read. 500: the provider should resend.
 */
export function webhookPages(receive: ReturnType<typeof createWebhooks>): Page[] {
  const readRawBody = rawBodyReader({ maxBytes, maxBytesAtOnce });
  return [
    {
      method: "POST",
      path: "/webhooks/stripe",
      handler: (req, res, next) => {
        const signature = req.get("stripe-signature") ?? "";
        const answer = (body: Buffer | undefined): Promise<void> =>
          receive(body, signature).then((reception) => {
            const received = !isRefused(reception);
            res.status(received ? 200 : 400).json({ received });
          });
        if (looksSigned(signature)) readRawBody(req, res, next, answer);
        else answer(Buffer.alloc(0)).catch(next);
      },
    },
  ];
}

/** `t=1768471200,v1=<64 hexadecimal digits>`, and more: https://docs.stripe.com/webhooks#verify-manually */
function looksSigned(signature: string): boolean {
  const parts = signature.split(",").map((part) => part.trim());
  return (
    parts.some((part) => /^t=\d{1,12}$/.test(part)) && parts.some((part) => /^v1=[0-9a-f]{64}$/.test(part))
  );
}
