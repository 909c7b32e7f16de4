import { createStripeStandIn } from "./stand-in.ts";

const { STRIPE_MOCK_PORT = "12111", STRIPE_MOCK_HOST = "127.0.0.1" } = process.env;
// Webhook URL and signing secret, for events of all accounts. No webhooks unless both are set.
const { STRIPE_MOCK_WEBHOOK_URL: webhookUrl, STRIPE_MOCK_WEBHOOK_SECRET: secret } = process.env;

const webhooks =
  webhookUrl && secret
    ? [
        { url: webhookUrl, secret },
        { url: webhookUrl, secret, connect: true },
      ]
    : [];
const { url, close } = await createStripeStandIn({ webhooks }).listen(
  Number(STRIPE_MOCK_PORT),
  STRIPE_MOCK_HOST,
);
console.log(`Stripe stand-in on ${url}${webhooks.length > 0 ? `, webhooks to ${webhookUrl}` : ""}`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void close());
}
