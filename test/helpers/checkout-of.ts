import { type CheckoutParts, createCheckout } from "../../server/payments/checkout/checkout.ts";
import { createCustomers } from "../../server/payments/checkout/customers.ts";
import type { CallProvider } from "../../server/payments/provider/call-provider.ts";
import { createProvider } from "../../server/payments/provider/provider.ts";
import { createRepeatedSubscriptions } from "../../server/payments/subscriptions/repeated-subscriptions.ts";
import type { World } from "./world.ts";

/** A provider of a world, to change some of its calls. */
export function providerOf(world: World, callProvider?: CallProvider) {
  const settings = { secretKey: "sk_test_world", apiBase: world.standInUrl, webhookSecrets: [] };
  return createProvider(settings, () => world.clock.now, callProvider);
}

/** The checkouts of a world with other parts, for `withServices`. They report no outcomes. */
export function checkoutOf(world: World, parts: Partial<Pick<CheckoutParts, "provider" | "database">>) {
  const { database } = world.services;
  const provider = parts.provider ?? providerOf(world);
  return createCheckout({
    ...{ database, provider, clock: () => world.clock.now, onSettled: () => {} },
    defaults: { successUrl: "https://shop.example/", cancelUrl: "https://shop.example/" },
    customers: createCustomers({ database, provider }),
    repeats: createRepeatedSubscriptions({ database, provider }),
    ...parts,
  });
}
