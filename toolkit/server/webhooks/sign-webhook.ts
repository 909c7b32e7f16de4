import { Webhook } from "standardwebhooks";
import type { PreparedWebhook } from "./prepare-webhook.ts";

export interface Signature {
  /** For example `whsec_…`, followed by base64. */
  secret: string;
  /** Identical for every delivery of an event, so that the receiver can recognise duplicates. */
  id: string;
  sentAt: Date;
}

/**
 * Sets the three headers of Standard Webhooks.
 * @throws if the secret isn't base64 or the body isn't text
 */
export function signWebhook(webhook: PreparedWebhook, { secret, id, sentAt }: Signature): PreparedWebhook {
  const { body = "", headers } = webhook;
  if (typeof body !== "string") throw new Error("Standard Webhooks can sign JSON and text, but not forms.");
  const signature = {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(sentAt.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign(id, sentAt, body),
  };
  const others = Object.entries(headers).filter(([name]) => !(name.toLowerCase() in signature));
  return { ...webhook, headers: { ...Object.fromEntries(others), ...signature } };
}
