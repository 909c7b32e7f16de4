import { createStripeStandIn } from "./stand-in.ts";

// STRIPE_MOCK_PORT: where to listen. STRIPE_MOCK_URL: where browsers find it, when that differs.
// STRIPE_MOCK_WEBHOOK_URL and _SECRET: who is told of events, for the platform's account and for connected ones.
const { STRIPE_MOCK_PORT = "12111", STRIPE_MOCK_HOST = "127.0.0.1", STRIPE_MOCK_URL } = process.env;
const { STRIPE_MOCK_WEBHOOK_URL: webhookUrl, STRIPE_MOCK_WEBHOOK_SECRET: secret } = process.env;

const webhooks =
  webhookUrl && secret
    ? [
        { url: webhookUrl, secret },
        { url: webhookUrl, secret, connect: true },
      ]
    : [];
const standIn = createStripeStandIn({ webhooks, ...(STRIPE_MOCK_URL && { publicUrl: STRIPE_MOCK_URL }) });
const { url, close } = await standIn.listen(Number(STRIPE_MOCK_PORT), STRIPE_MOCK_HOST);
console.log(`Stripe stand-in on ${url}${webhookUrl ? `, telling ${webhookUrl}` : ""}`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void close());
}
