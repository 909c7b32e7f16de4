// The exports for tests and the mock, which send, sign and read webhooks.

export { createWebhooks } from "./webhooks/create-webhooks.ts";
export type { PreparedWebhook } from "./webhooks/prepare-webhook.ts";
export { webhookReader } from "./webhooks/read-webhook.ts";
export { signWebhook } from "./webhooks/sign-webhook.ts";
export type { WebhookParts, WebhookTypes } from "./webhooks/webhook-types.ts";
