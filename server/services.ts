import type { Logger } from "pino";
import type { Clock } from "./domain/clock.ts";
import { isSettled } from "./domain/session-state.ts";
import type { Limiter } from "./limiter/limiter.ts";
import { memoryLimiter } from "./limiter/memory.ts";
import { openingDatabase, openingRedis } from "./opening.ts";
import { createCheckPaidSum } from "./payments/check-paid-sum.ts";
import { type Checkout, createCheckout } from "./payments/checkout.ts";
import { createCustomers } from "./payments/customers.ts";
import { noteGoneAccounts } from "./payments/gone-accounts.ts";
import { createResolveMember, type ResolveMember } from "./payments/members.ts";
import { boundPayments, loadOf } from "./payments/payment-bounds.ts";
import { createPortal, type Portal } from "./payments/portal.ts";
import { type Ask, createProvider, type ProviderSettings } from "./payments/provider.ts";
import { createProviderClock } from "./payments/provider-clock.ts";
import { createSweeper } from "./payments/sweeper.ts";
import { createWebhooks } from "./payments/webhooks.ts";
import type { DatabaseOptions } from "./store/engine.ts";
import { openStore, type Store } from "./store/store.ts";
import { watched } from "./store/watched.ts";
import { type Telemetry, unwatched } from "./telemetry/telemetry.ts";

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
  databaseOptions?: DatabaseOptions;
  redisUrl?: string;
  publicUrl: string;
  production: boolean;
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
  telemetry: Telemetry = unwatched,
): Promise<OpenServices> {
  const { databaseUrl, redisUrl, publicUrl, stripe } = settings;
  const store = watched(
    await openingDatabase(() => openStore(databaseUrl, clock, settings.databaseOptions)),
    telemetry,
  );
  // Its client is only loaded where there is a Redis.
  const shared =
    redisUrl === undefined
      ? undefined
      : await openingRedis(async () => (await import("./limiter/redis.ts")).redisLimiter(redisUrl, log));
  const bounds = boundPayments();
  const providerClock = createProviderClock(clock);
  const tell: Ask = noteGoneAccounts({ stores: store.stores, log }, (name, _account, call) =>
    telemetry.call("payments", name, call),
  );
  const provider = createProvider(stripe, clock, tell, providerClock);
  const eventProvider = createProvider(
    stripe,
    clock,
    (name, account, call) => tell(name, account, () => bounds.events(call)),
    providerClock,
  );
  const checkPaidSum = createCheckPaidSum({
    log,
    count: telemetry.counter({
      name: "paid_sum_differences_total",
      help: "Checkouts of which the payment provider was paid another sum than ours, by what differed.",
      label: "what",
    }),
  });
  const checkout = createCheckout({
    store,
    provider,
    customers: createCustomers({ store, provider }),
    clock,
    checkPaidSum,
    defaults: { successUrl: `${publicUrl}/checkout/success`, cancelUrl: `${publicUrl}/checkout/cancelled` },
  });
  const portal = createPortal({ store, provider, defaultReturnUrl: `${publicUrl}/portal/returned` });
  const connections = { help: "Connections and what waits for one.", label: "state" };
  telemetry.gauge({ name: "database_connections", ...connections, read: store.load });
  telemetry.gauge({
    name: "key_lookups",
    help: "Look-ups of keys that this process doesn't know.",
    label: "state",
    read: store.keys.load,
  });
  telemetry.gauge({ name: "payments_calls", ...connections, read: () => loadOf(bounds) });
  telemetry.gauge({
    name: "rate_limits_shared",
    help: "Whether the processes count together, in Redis.",
    label: "place",
    read: () => ({ redis: shared?.where() === "redis" ? 1 : 0 }),
  });
  const sweeper = createSweeper({ store, provider, checkout, clock, log, telemetry });
  return {
    services: {
      store,
      checkout: {
        ...checkout,
        open: (request) => bounds.checkouts(() => checkout.open(request)),
        // What is settled is known here, and waits for nobody.
        refresh: async (session) =>
          isSettled(session) ? session : bounds.reads(() => checkout.refresh(session)),
      },
      portal: { open: (request) => bounds.reads(() => portal.open(request)) },
      resolveMember: createResolveMember({ store, production: settings.production, telemetry }),
    },
    limiter: shared ?? memoryLimiter(),
    receiveEvent: createWebhooks({
      store,
      provider: eventProvider,
      clock,
      log,
      checkPaidSum,
      count: telemetry.counter({
        name: "provider_events_total",
        help: "Events of the payment provider, by what became of them: accepted, or why they were refused or ignored.",
        label: "reception",
      }),
    }),
    sweeper,
    close: async () => {
      await sweeper.stop();
      await shared?.close();
      await store.close();
    },
  };
}
