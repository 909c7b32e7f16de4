import { Webhook } from "standardwebhooks";
import type { PreparedWebhook } from "./prepare-webhook.ts";

export interface Signature {
  /** As in `whsec_…`; what follows is base64. */
  secret: string;
  /** The same whenever the same event is sent again; its receiver knows by it what it has. */
  id: string;
  sentAt: Date;
}

/**
 * The webhook with the three headers of Standard Webhooks, in place of those that it may have.
 * @throws when the secret isn't base64, and for a body that isn't text
 */
export function signWebhook(webhook: PreparedWebhook, { secret, id, sentAt }: Signature): PreparedWebhook {
  const { body = "", headers } = webhook;
  if (typeof body !== "string") throw new Error("Standard Webhooks signs JSON and text, and no forms.");
  const signature = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, sentAt, body),
  };
  const others = Object.entries(headers).filter(([name]) => !(name.toLowerCase() in signature));
  return { ...webhook, headers: { ...Object.fromEntries(others), ...signature } };
}
