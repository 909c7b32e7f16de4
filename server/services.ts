import type { Logger } from "pino";
import type { Clock } from "./domain/clock.ts";
import type { Limiter } from "./limiter/limiter.ts";
import { memoryLimiter } from "./limiter/memory.ts";
import { redisLimiter } from "./limiter/redis.ts";
import { type Checkout, createCheckout } from "./payments/checkout.ts";
import { createResolveMember, type ResolveMember } from "./payments/members.ts";
import { createPortal, type Portal } from "./payments/portal.ts";
import { createProvider, type ProviderSettings } from "./payments/provider.ts";
import { createSweeper } from "./payments/sweeper.ts";
import { createWebhooks } from "./payments/webhooks.ts";
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
  redisUrl?: string;
  publicUrl: string;
  stripe: ProviderSettings;
}

export interface OpenServices {
  services: Services;
  limiter: Limiter;
  receiveEvent: ReturnType<typeof createWebhooks>;
  sweeper: ReturnType<typeof createSweeper>;
  close: () => Promise<void>;
}

/** Decisions become objects. The caller closes what is opened here. */
export async function openServices(
  settings: ServiceSettings,
  clock: Clock,
  log: Logger,
): Promise<OpenServices> {
  const { databaseUrl, redisUrl, publicUrl, stripe } = settings;
  const store = await openStore(databaseUrl, clock);
  const shared = redisUrl === undefined ? undefined : await redisLimiter(redisUrl, log);
  const provider = createProvider(stripe, clock);
  const checkout = createCheckout({
    store,
    provider,
    clock,
    defaults: { successUrl: `${publicUrl}/checkout/success`, cancelUrl: `${publicUrl}/checkout/cancelled` },
  });
  const sweeper = createSweeper({ store, checkout, clock, log });
  return {
    services: {
      store,
      checkout,
      portal: createPortal({ store, provider, defaultReturnUrl: `${publicUrl}/portal/returned` }),
      resolveMember: createResolveMember(store),
    },
    limiter: shared ?? memoryLimiter(),
    receiveEvent: createWebhooks({ store, provider, clock }),
    sweeper,
    close: async () => {
      await sweeper.stop();
      await shared?.close();
      await store.close();
    },
  };
}
