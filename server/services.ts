import type { Clock } from "./domain/clock.ts";
import type { Limiter } from "./limiter/limiter.ts";
import { memoryLimiter } from "./limiter/memory.ts";
import { type Checkout, createCheckout } from "./payments/checkout.ts";
import { type ResolveMember, registeredMembers } from "./payments/members.ts";
import { createPortal, type Portal } from "./payments/portal.ts";
import { createProvider, type ProviderSettings } from "./payments/provider.ts";
import { openStore, type Store } from "./store/store.ts";

/** What the operations work with. */
export interface Services {
  store: Store;
  checkout: Checkout;
  portal: Portal;
  resolveMember: ResolveMember;
  /** In development: a well-known key that opens one store. It is nowhere in the database. */
  demo?: { key: string; storeId: string };
}

export interface ServiceSettings {
  databaseUrl: string;
  publicUrl: string;
  stripe: ProviderSettings;
}

/** Decisions become objects. The caller closes what is opened here. */
export async function openServices(
  settings: ServiceSettings,
  clock: Clock,
): Promise<{ services: Services; limiter: Limiter; close: () => Promise<void> }> {
  const { databaseUrl, publicUrl, stripe } = settings;
  const store = await openStore(databaseUrl, clock);
  const provider = createProvider(stripe);
  const services: Services = {
    store,
    checkout: createCheckout({
      store,
      provider,
      clock,
      defaults: { successUrl: `${publicUrl}/checkout/success`, cancelUrl: `${publicUrl}/checkout/cancelled` },
    }),
    portal: createPortal({ provider, defaultReturnUrl: `${publicUrl}/portal/returned` }),
    resolveMember: registeredMembers(store),
  };
  return { services, limiter: memoryLimiter(), close: () => store.close() };
}
