import { createStripeStandIn } from "@counterpart/stripe-stand-in";
import { createApp, listen, memoryLimiter, noopTelemetry, type Telemetry } from "@counterpart/toolkit";
import {
  checkingFetch,
  contractObserver,
  countSighting,
  createLog,
  describeRefusal,
  type Exchange,
  healthPages,
  type RateLimit,
} from "@counterpart/toolkit/testing";
import pino from "pino";
import { type ApiClient, createApiClient } from "../../generated/client.ts";
import { authenticators } from "../../server/authenticators.ts";
import { isDatabaseAway } from "../../server/database/engines/database-errors.ts";
import type { ProductInput } from "../../server/database/queries/products.ts";
import type { NewStore, Store } from "../../server/database/queries/stores.ts";
import { handlers } from "../../server/handlers.ts";
import { buyerPages, type DeveloperHelp } from "../../server/pages/buyer/buyer-pages.ts";
import { webhookPages } from "../../server/pages/webhooks.ts";
import { openShop, type Services } from "../../server/shop.ts";
import { seedMerchant } from "./data/seed-merchant.ts";
import { emptyDatabase } from "./data/test-database.ts";
import { document } from "./document.ts";

export interface WorldOptions {
  rateLimits?: Record<string, number>;
  /** Stands between the server and its services, to plant faults. */
  tamper?: (services: Services) => Services;
  databaseUrl?: string;
  production?: boolean;
  /** What watches it. */
  telemetry?: Telemetry;
  /** What the pages for buyers say in development; nothing, as in production, unless told. */
  developer?: DeveloperHelp;
}

export interface Merchant {
  store: Store;
  key: string;
  client: ApiClient;
  /** By reference. */
  products: Record<string, string>;
}

export type World = Awaited<ReturnType<typeof startWorld>>;

/** The contract's coverage is counted from what these tests send and receive. */
const observe = contractObserver(document);
/** What the stand-in signs its events with. */
export const webhookSecret = "whsec_world";
const unlimited = 1_000_000;

/**
 * A running server on a database of its own (embedded, unless TEST_ENGINE says otherwise), with the payment stand-in
 * behind it, and clients whose every answer is held to the document. The clock stands still until a test moves it.
 */
export async function startWorld({
  rateLimits,
  tamper = (services) => services,
  databaseUrl,
  production = false,
  telemetry = noopTelemetry,
  developer,
}: WorldOptions = {}) {
  const testDatabase =
    databaseUrl === undefined ? await emptyDatabase() : { url: databaseUrl, drop: async () => {} };
  const clock = { now: Date.parse("2026-01-15T10:00:00Z") };
  // How far the provider's clock is ahead of ours.
  const providerClock = { aheadMs: 0 };
  const stripe = createStripeStandIn({ clock: { now: () => clock.now + providerClock.aheadMs } });
  const standIn = await stripe.listen(0, "127.0.0.1");
  const logLines: string[] = [];
  const log = createLog({ write: (line) => void logLines.push(line) });
  const opened = await openShop(
    {
      databaseUrl: testDatabase.url,
      publicUrl: "http://counterpart.test",
      production,
      stripe: {
        secretKey: "sk_test_world",
        apiBase: standIn.url,
        webhookSecrets: ["whsec_retired", webhookSecret],
      },
    },
    () => clock.now,
    log,
    telemetry,
  );
  const tampered = tamper(opened.services);
  let planted: Services | undefined;
  const services = new Proxy(tampered, { get: (target, name) => Reflect.get(planted ?? target, name) });
  const limits: Record<string, RateLimit> = Object.fromEntries(
    Object.entries(document.rateLimits).map(([scope, limit]) => [
      scope,
      { ...limit, limit: rateLimits?.[scope] ?? unlimited },
    ]),
  );
  const app = createApp({
    document,
    handlers,
    authenticators: authenticators(services),
    services,
    limiter: memoryLimiter(),
    limits,
    log,
    observers: telemetry.observers,
    isTemporary: isDatabaseAway,
    pages: [
      ...healthPages({
        ping: services.database.ping,
        isPoolFull: services.database.isFull,
      }),
      ...buyerPages({ services, log, developer }),
      ...webhookPages(opened.receiveEvent),
    ],
  });
  const server = await listen({
    port: 0,
    host: "127.0.0.1",
    bounds: { drainMs: 0, unread: 60_000 },
    describeRefusal: describeRefusal(document, log),
  });
  server.serve(app);
  const url = `http://127.0.0.1:${server.port}`;
  // Events are held until a test delivers them, or asks for another mode.
  stripe.control.setWebhooks({
    mode: "held",
    endpoints: [false, true].map((connect) => ({
      url: `${url}/webhooks/stripe`,
      secret: webhookSecret,
      connect,
    })),
  });
  const checking = checkingFetch(document, (exchange) => countSighting(observe(exchange)));
  let merchants = 0;

  return {
    url,
    clock,
    providerClock,
    document,
    services: opened.services,
    standInUrl: standIn.url,
    /** The other side of the payment stand-in: what happens at the provider. */
    stripe: stripe.control,
    sweep: opened.sweeper.sweep,
    logLines,
    exchanges: checking.exchanges as Exchange[],
    /** Holds its answers to the document. */
    fetch: checking.fetch,
    /** A client that presents this key, or none. */
    client: (key?: string): ApiClient =>
      createApiClient({
        baseUrl: url,
        fetch: checking.fetch,
        ...(key !== undefined && { auth: { apiKey: key } }),
      }),
    /** Lets handlers work with other services for the time of `run`; authentication isn't touched. */
    async withServices<T>(change: (services: Services) => Services, run: () => Promise<T>): Promise<T> {
      planted = change(tampered);
      try {
        return await run();
      } finally {
        planted = undefined;
      }
    },
    /** A store with a key and products; published, Pro and payable unless told otherwise. */
    async merchant(
      changes: Partial<NewStore> = {},
      inputs: ProductInput[] = sampleProducts,
    ): Promise<Merchant> {
      const seeded = await seedMerchant(
        opened.services.database,
        { slug: `shop-${++merchants}`, ...changes },
        inputs,
      );
      return { ...seeded, client: this.client(seeded.key) };
    },
    async close() {
      await server.stop();
      await opened.close();
      await standIn.close();
      await testDatabase.drop();
    },
  };
}

const plain = {
  description: null,
  currency: "eur",
  billingInterval: null,
  imageUrl: null,
  isActive: true,
  category: null,
  details: null,
};

/** One of each kind. */
export const sampleProducts: ProductInput[] = [
  { ...plain, reference: "poster", name: "Tide Poster", priceInCents: 2400, type: "physical" },
  { ...plain, reference: "notebook", name: "Notebook", priceInCents: 1250, type: "physical" },
  { ...plain, reference: "font", name: "Typeface", priceInCents: 4900, type: "digital" },
  {
    ...plain,
    reference: "monthly",
    name: "Print Club",
    priceInCents: 900,
    type: "subscription",
    billingInterval: "month",
  },
  {
    ...plain,
    reference: "yearly",
    name: "Print Club, a year",
    priceInCents: 9000,
    type: "subscription",
    billingInterval: "year",
  },
  {
    ...plain,
    reference: "retired",
    name: "Old Poster",
    priceInCents: 1000,
    type: "physical",
    isActive: false,
  },
  { ...plain, reference: "dollars", name: "Import", priceInCents: 1000, type: "physical", currency: "usd" },
];

/** A log that keeps nothing. */
export const silent = pino({ level: "silent" });
