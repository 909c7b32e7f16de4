import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createApp, listen, memoryLimiter, noopTelemetry, type Telemetry } from "@counterpart/server";
import { expressPages } from "@counterpart/server/express";
import { createStripeStandIn } from "@counterpart/stripe-stand-in";
import {
  checkingFetch,
  contractObserver,
  countCoverage,
  createLog,
  describeRefusal,
  type Exchange,
  healthPages,
  type RateLimit,
} from "@counterpart/testing";
import pino from "pino";
import { type ApiClient, createApiClient } from "../../generated/client.ts";
import { authenticators } from "../../server/authenticators.ts";
import { dashboardPages } from "../../server/dashboard/dashboard-pages.ts";
import { isTemporary } from "../../server/database/engines/database-errors.ts";
import type { ProductInput } from "../../server/database/queries/products/products.ts";
import type { NewStore, Store } from "../../server/database/queries/stores.ts";
import type { CatalogLimits } from "../../server/domain/catalog-limits.ts";
import { secretPatterns } from "../../server/domain/secret-patterns.ts";
import type { SendMessage } from "../../server/events/mail/transport.ts";
import { handlers } from "../../server/handlers.ts";
import { type AgentTokenSettings, createFindTokenHolder } from "../../server/members/agent-tokens.ts";
import type { Services } from "../../server/operation.ts";
import { buyPages } from "../../server/pages/buyer/buy-page.ts";
import { buyerPages, type DeveloperHelp } from "../../server/pages/buyer/buyer-pages.ts";
import { downloadPage } from "../../server/pages/buyer/download-page.ts";
import { invoicePage } from "../../server/pages/buyer/invoice-page.ts";
import { createCountLinkRequest } from "../../server/pages/buyer/link-pages.ts";
import { imagePages } from "../../server/pages/images.ts";
import { ucpProfilePage } from "../../server/pages/ucp-profile.ts";
import { webhookPages } from "../../server/pages/webhooks.ts";
import { createOpenId, type OpenIdSettings } from "../../server/people/openid.ts";
import { createPasskeys } from "../../server/people/passkeys.ts";
import { createCountAttempt } from "../../server/people/sign-in-limits.ts";
import type { SignUp } from "../../server/people/sign-up.ts";
import { openShop } from "../../server/shop.ts";
import { patientBounds } from "../../toolkit/test/helpers/patient-bounds.ts";
import { seedMerchant } from "./data/seed-merchant.ts";
import { migratedDatabase } from "./data/test-database.ts";
import { agentDocument, document, ucpDocument } from "./document.ts";
import { unlistedPermissions } from "./unlisted-permissions.ts";

export interface WorldOptions {
  rateLimits?: Record<string, number>;
  /** Wraps the server's services, to inject faults. */
  tamper?: (services: Services) => Services;
  databaseUrl?: string;
  production?: boolean;
  /** Its telemetry. */
  telemetry?: Telemetry;
  /** Lets people sign in with this OpenID provider too. */
  openId?: OpenIdSettings;
  /** Lets agents use access tokens of this provider too. */
  agentTokens?: AgentTokenSettings;
  /** Who may create stores in the dashboard. */
  signUp?: SignUp;
  /** Whether sign-in attempts are limited. By default they aren't, since all tests come from one address. */
  limitsSignIn?: boolean;
  /** Without a trailing slash; `http://counterpart.test` by default. */
  publicUrl?: string;
  /** The development note on the pages for buyers; none by default, as in production. */
  developer?: DeveloperHelp;
  /** Sends mails; without it, none are queued. */
  sendMail?: SendMessage;
  /** Of images, and of files. */
  maxBytesPerStore?: number;
  catalogLimits?: Partial<CatalogLimits>;
}

export interface Merchant {
  store: Store;
  key: string;
  client: ApiClient;
  /** By reference. */
  products: Record<string, string>;
}

export type World = Awaited<ReturnType<typeof startWorld>>;

/** The contract coverage is measured from the exchanges of these tests. */
const observe = contractObserver(document);
/** The secret with which the stand-in signs its events. */
export const webhookSecret = "whsec_world";
const unlimited = 1_000_000;

/**
 * A running server with its own database (embedded, unless TEST_ENGINE says otherwise), the payment stand-in behind it,
 * and clients that check every response against the document. The clock moves only when a test moves it.
 */
export async function startWorld({
  rateLimits,
  tamper = (services) => services,
  databaseUrl,
  production = false,
  telemetry = noopTelemetry,
  developer,
  openId,
  agentTokens,
  signUp = "off",
  limitsSignIn = false,
  publicUrl = "http://counterpart.test",
  sendMail,
  maxBytesPerStore = 1024 ** 2,
  catalogLimits,
}: WorldOptions = {}) {
  const testDatabase =
    databaseUrl === undefined ? await migratedDatabase() : { url: databaseUrl, drop: async () => {} };
  const clock = { now: Date.parse("2026-01-15T10:00:00Z") };
  const folder = await mkdtemp(path.join(tmpdir(), "counterpart-images-"));
  // How far the provider's clock is ahead of ours.
  const providerClock = { aheadMs: 0 };
  const stripe = createStripeStandIn({ clock: { now: () => clock.now + providerClock.aheadMs } });
  const standIn = await stripe.listen(0, "127.0.0.1");
  const logLines: string[] = [];
  const log = createLog({ write: (line) => void logLines.push(line) }, { secretPatterns });
  const opened = await openShop(
    {
      databaseUrl: testDatabase.url,
      images: { place: { folder }, maxBytesPerStore },
      publicUrl,
      production,
      stripe: {
        secretKey: "sk_test_world",
        apiBase: standIn.url,
        webhookSecrets: ["whsec_retired", webhookSecret],
        clientId: "ca_world",
      },
      document,
      loadAgentDocument: { acp: async () => agentDocument, ucp: async () => ucpDocument },
      catalogLimits,
      ...(sendMail && {
        mail: { sender: { address: "orders@counterpart.test", publicUrl }, send: sendMail },
      }),
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
  const limiter = memoryLimiter();
  const countRequest = createCountLinkRequest(limiter);
  const pages = [
    ...healthPages({
      ping: services.database.ping,
      isPoolFull: services.database.isFull,
    }),
    ...buyerPages({ services, log, developer }),
    ...buyPages({ services: opened.services, countRequest, log }),
    downloadPage({ services: opened.services, countRequest, log }),
    invoicePage({ services: opened.services, countRequest, log }),
    ucpProfilePage({ database: services.database, publicUrl, log }),
    ...webhookPages(opened.receiveEvent),
    ...(opened.services.images ? imagePages(opened.services.images) : []),
    ...dashboardPages({
      services: {
        ...opened.services,
        publicUrl,
        production,
        signUp,
        clock: () => clock.now,
        passkeys: createPasskeys({ database: opened.services.database, publicUrl }),
        openId:
          openId &&
          createOpenId({
            settings: openId,
            database: opened.services.database,
            redirectUri: `${publicUrl}/dashboard/sign-in/openid/callback`,
            production,
          }),
        log,
        countAttempt: limitsSignIn ? createCountAttempt(limiter) : async () => {},
      },
      isTemporary,
    }),
  ];
  const app = createApp({
    document,
    handlers,
    authenticators: authenticators(
      services,
      agentTokens &&
        createFindTokenHolder({
          settings: agentTokens,
          database: services.database,
          audience: `${publicUrl}/mcp`,
          production,
          clock: () => clock.now,
        }),
    ),
    services,
    limiter,
    limits,
    log,
    observers: telemetry.observers,
    idempotencyStore: services.database.idempotencyKeys,
    isTemporary,
    secretPatterns,
    pages: expressPages(pages),
  });
  const server = await listen({
    port: 0,
    host: "127.0.0.1",
    bounds: { ...patientBounds, unread: 60_000 },
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
  const checking = checkingFetch(document, (exchange) => countCoverage(observe(exchange)));
  let merchants = 0;

  return {
    url,
    /** The server's request handler, to be mounted elsewhere. */
    app,
    clock,
    providerClock,
    document,
    services: opened.services,
    /** The pages of the server's router, beside the document's operations. */
    pages: expressPages(pages),
    standInUrl: standIn.url,
    /** Controls the payment stand-in: what happens at the provider. */
    stripe: stripe.control,
    /** Settles missed events, as if the last run were a minute ago. */
    async sweep(): Promise<void> {
      const { leases } = opened.services.database;
      await leases.take({ name: "sweep", now: Number.MAX_SAFE_INTEGER, forMs: -Number.MAX_SAFE_INTEGER });
      await opened.sweeper.tick();
    },
    sweeper: opened.sweeper,
    cleaner: opened.cleaner,
    imageSweeper: opened.imageSweeper,
    /** Where images are stored. */
    imagesFolder: folder,
    /** Sends the events that are due. */
    dispatch: opened.dispatcher.dispatch,
    /** Sends the mails that are due. */
    sendMails: async () => opened.mailer?.sendDue(),
    logLines,
    exchanges: checking.exchanges as Exchange[],
    /** Checks its responses against the document. */
    fetch: checking.fetch,
    /** A client with this key, or with none. */
    client: (key?: string): ApiClient =>
      createApiClient({
        baseUrl: url,
        fetch: checking.fetch,
        ...(key !== undefined && { auth: { apiKey: key } }),
      }),
    /** Replaces the handlers' services while `run` runs. Authentication isn't affected. */
    async withServices<T>(change: (services: Services) => Services, run: () => Promise<T>): Promise<T> {
      planted = change(tampered);
      try {
        return await run();
      } finally {
        planted = undefined;
      }
    },
    /** A store with a key and products; published, Pro and payable by default. */
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
      const unlisted = unlistedPermissions(stripe.control.requests());
      await server.stop();
      await opened.close();
      await standIn.close();
      await testDatabase.drop();
      await rm(folder, { recursive: true, force: true });
      if (unlisted.length > 0) throw new Error(`Add to needed-rights.ts: ${unlisted.join(", ")}.`);
    },
  };
}

/** Defaults for a merchant's product. */
export const blankProduct = {
  description: null,
  currency: "eur",
  billingInterval: null,
  imageUrl: null,
  isActive: true,
  category: null,
  details: null,
  slug: null,
  group: null,
  options: [],
  images: [],
};

/** One of each kind. */
export const sampleProducts: ProductInput[] = [
  { ...blankProduct, reference: "poster", name: "Tide Poster", priceInCents: 2400, type: "physical" },
  { ...blankProduct, reference: "notebook", name: "Notebook", priceInCents: 1250, type: "physical" },
  { ...blankProduct, reference: "font", name: "Typeface", priceInCents: 4900, type: "digital" },
  {
    ...blankProduct,
    reference: "monthly",
    name: "Print Club",
    priceInCents: 900,
    type: "subscription",
    billingInterval: "month",
  },
  {
    ...blankProduct,
    reference: "yearly",
    name: "Print Club, a year",
    priceInCents: 9000,
    type: "subscription",
    billingInterval: "year",
  },
  {
    ...blankProduct,
    reference: "retired",
    name: "Old Poster",
    priceInCents: 1000,
    type: "physical",
    isActive: false,
  },
  {
    ...blankProduct,
    reference: "dollars",
    name: "Import",
    priceInCents: 1000,
    type: "physical",
    currency: "usd",
  },
];

/** Similar products, named by their number. */
export const manyProducts = (count: number): ProductInput[] =>
  Array.from({ length: count }, (_, n) => ({
    ...blankProduct,
    reference: `print-${n}`,
    name: `Print ${n}`,
    description: "In two colours, on cotton paper – by hand.",
    priceInCents: 1000 + n,
    type: "physical",
  }));

/** A log that discards everything. */
export const silent = pino({ level: "silent" });
