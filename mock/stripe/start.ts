import { createStripeStandIn } from "./app.ts";

const port = Number(process.env.STRIPE_MOCK_PORT ?? 12111);
const { url, close } = await createStripeStandIn().listen(port);
console.log(`Stripe stand-in on ${url}`);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void close());
}
