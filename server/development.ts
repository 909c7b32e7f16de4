import { createStripeStandIn } from "../mock/stripe/app.ts";
import { demoSlug, seedDemoStore } from "./demo/seed.ts";
import type { ProviderSettings } from "./payments/provider.ts";
import { hasSessionsOfOthers } from "./store/sessions-of-others.ts";
import type { Store } from "./store/store.ts";

/** Opens the demo store in development. It is nowhere in the database, so no other process accepts it. */
export const demoKey = "cp_demo_key_for_development_only";

export interface Demo {
  key: string;
  storeId: string;
}

const webhookSecret = "whsec_stand_in";

/** Starts the payment stand-in within this process; it sends its events to the server's own webhook. */
export async function startPayments(serverUrl: string): Promise<ProviderSettings> {
  const endpoint = { url: `${serverUrl}/webhooks/stripe`, secret: webhookSecret };
  const webhooks = [endpoint, { ...endpoint, connect: true }];
  const { url } = await createStripeStandIn({ webhooks }).listen(0, "127.0.0.1");
  return { secretKey: "sk_test_stand_in", apiBase: url, webhookSecrets: [webhookSecret] };
}

/** Whether a database is one that the stand-in and the demo store must keep away from: other stores have sold from it. */
export function isForeign(databaseUrl: string): Promise<boolean> {
  return hasSessionsOfOthers(databaseUrl, demoSlug);
}

/** Makes the demo store in an empty database. Undefined when the operator has stores of their own and no `demo`. */
export async function prepareDemo(
  store: Store,
  { standIn }: { standIn: boolean },
): Promise<Demo | undefined> {
  // The stand-in keeps nothing: it has forgotten the sessions that were open before.
  if (standIn) await store.checkoutSessions.expireAllOpen();
  const shop = await seedDemoStore(store);
  return shop && { key: demoKey, storeId: shop.id };
}

/** What a person who has just typed `npm start` wants to know. */
export function welcome({ key }: Demo, publicUrl: string): string {
  return `
  Counterpart is running.

    API       ${publicUrl}/v1
    Docs      ${publicUrl}/docs
    Demo key  ${key}

  Try it:

    curl -H "Authorization: Bearer ${key}" ${publicUrl}/v1/catalog
`;
}
