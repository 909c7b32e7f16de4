import {
  type ApiDocument,
  createArrayParts,
  noOutages,
  noopTelemetry,
  type Outages,
  type Telemetry,
} from "@counterpart/server";
import type { Logger } from "pino";
import { createCleaner } from "./database/cleaner.ts";
import { openDatabase } from "./database/database.ts";
import type { DatabaseOptions } from "./database/engines/engine.ts";
import { instrumentDatabase } from "./database/instrument-database.ts";
import { withOpeningErrors } from "./database/with-opening-errors.ts";
import type { AgentProtocol } from "./domain/agent-protocol.ts";
import { type CatalogLimits, defaultCatalogLimits } from "./domain/catalog-limits.ts";
import type { Clock } from "./domain/clock.ts";
import { protocolOfEvent } from "./domain/events/event-types.ts";
import { isSettled } from "./domain/session-state.ts";
import { createDispatcher } from "./events/dispatcher.ts";
import { createMailer } from "./events/mail/mailer.ts";
import type { SendMessage } from "./events/mail/transport.ts";
import type { MailSender } from "./events/mail/write-mail.ts";
import { post } from "./events/post.ts";
import { createAgentSigner } from "./events/sign-agent-event.ts";
import { createSigner } from "./events/sign-event.ts";
import { createPlatformSigner } from "./events/sign-platform-event.ts";
import { createResolveMember } from "./members/members.ts";
import { createPortal } from "./members/portal.ts";
import { createCatalogs } from "./merchants/catalogs/catalogs.ts";
import { createSlices } from "./merchants/catalogs/slices.ts";
import { createMoveCodes } from "./merchants/codes/move-codes.ts";
import { createPromotionCodes } from "./merchants/codes/promotion-codes.ts";
import { createProductFiles } from "./merchants/downloads/product-files.ts";
import type { ImageSettings } from "./merchants/images/image-files.ts";
import { createImageSweeper } from "./merchants/images/image-sweeper.ts";
import { createImages } from "./merchants/images/images.ts";
import { openImageFiles } from "./merchants/images/open-image-files.ts";
import { createPaymentAccounts } from "./merchants/payments/payment-account.ts";
import { createAskSellingSteps } from "./merchants/payments/selling-steps.ts";
import type { Services } from "./operation.ts";
import { createAgentPurchases } from "./payments/agents/agent-purchases.ts";
import { createReadPlatformProfile } from "./payments/agents/platform-profiles.ts";
import { createCheckout } from "./payments/checkout/checkout.ts";
import { createClosePages } from "./payments/checkout/close-pages.ts";
import { createCountOutcomes } from "./payments/checkout/count-outcomes.ts";
import { createCustomers } from "./payments/checkout/customers.ts";
import type { OnSettled } from "./payments/checkout/on-settled.ts";
import { createReportDifference } from "./payments/checkout/report-difference.ts";
import { createEventHandler, createWebhooks } from "./payments/events/webhooks.ts";
import { createReadInvoice } from "./payments/invoices/read-invoice.ts";
import { type CallProvider, disableGoneAccounts, watchProvider } from "./payments/provider/call-provider.ts";
import { boundPayments, loadOf } from "./payments/provider/payment-bounds.ts";
import { createProvider, type ProviderSettings } from "./payments/provider/provider.ts";
import { createProviderClock } from "./payments/provider/provider-clock.ts";
import { createReadTaxes } from "./payments/refunds/read-taxes.ts";
import { createRefundOrder } from "./payments/refunds/refund-order.ts";
import { createCancelSubscription } from "./payments/subscriptions/cancel-subscription.ts";
import { createCheckRenewal } from "./payments/subscriptions/check-renewal.ts";
import { createOneSubscription } from "./payments/subscriptions/one-subscription.ts";
import { createRepeatedSubscriptions } from "./payments/subscriptions/repeated-subscriptions.ts";
import { createReprice } from "./payments/subscriptions/reprice.ts";
import { createSweeper } from "./payments/sweeping/sweeper.ts";

export interface ShopOptions {
  databaseUrl: string;
  readUrl?: string;
  databaseOptions?: DatabaseOptions;
  /** True by default. */
  migratesAtStart?: boolean;
  /** Undefined if images aren't uploaded. */
  images?: ImageSettings | undefined;
  publicUrl: string;
  production: boolean;
  stripe: ProviderSettings;
  /** The document that catalogs and event payloads must conform to. */
  document: ApiDocument;
  /** The documents that events for agents must conform to. Each is called when the first one is sent. */
  loadAgentDocument: Record<AgentProtocol, () => Promise<ApiDocument>>;
  catalogLimits?: Partial<CatalogLimits> | undefined;
  /** Undefined if no mail is sent. */
  mail?: { sender: MailSender; send: SendMessage };
}

/** How long a merchant's server has to respond to an event, as documented. */
const deliveryTimeoutMs = 10_000;

/** How long an agent's platform has to send its profile. */
const profileTimeoutMs = 3000;

/** How long reading a catalog keeps other requests waiting. */
const sliceMs = 1;

/** Builds the shop from its settings. The caller starts the dispatcher and the mailer, and closes what this opens. */
export async function openShop(
  settings: ShopOptions,
  clock: Clock,
  log: Logger,
  telemetry: Telemetry = noopTelemetry,
  outages: Outages = noOutages,
) {
  const { databaseUrl, publicUrl, stripe } = settings;
  const database = instrumentDatabase(
    await withOpeningErrors(
      () =>
        openDatabase(databaseUrl, clock, settings.databaseOptions, {
          migrates: settings.migratesAtStart ?? true,
          readUrl: settings.readUrl,
          onReplicaRead: telemetry.counter({
            name: "catalog_reads_total",
            help: "Reads of catalogs and products with DATABASE_READ_URL, by to: the replica, or the primary while the replica is behind or away.",
            label: "to",
          }),
        }),
      log,
    ),
    telemetry,
  );
  const bounds = boundPayments();
  const providerClock = createProviderClock(clock);
  const callProvider: CallProvider = disableGoneAccounts(
    { stores: database.stores, log },
    watchProvider(outages, (name, _account, call) => telemetry.call("payments", name, call)),
  );
  const provider = createProvider(stripe, clock, callProvider, providerClock);
  const eventProvider = createProvider(
    stripe,
    clock,
    (name, account, call) => callProvider(name, account, () => bounds.events(account ?? "platform", call)),
    providerClock,
  );
  const countOutcomes = createCountOutcomes({
    outcomes: telemetry.counter({
      name: "checkout_outcomes_total",
      help: "Checkout sessions by outcome: paid, pending, failed or expired. A pending one is counted again once it is decided.",
      label: "outcome",
    }),
    orders: telemetry.counter({
      name: "orders_total",
      help: "Orders created by checkouts, by payment status at that time.",
      label: "payment",
    }),
  });
  const countDifference = telemetry.counter({
    name: "paid_sum_differences_total",
    help: "Checkouts paid with other amounts or another currency than offered, by what differs, and renewals of subscriptions (renewal). Should stay 0.",
    label: "what",
  });
  const reportDifference = createReportDifference({ log, count: countDifference });
  const checkRenewal = createCheckRenewal({
    database,
    provider: eventProvider,
    log,
    count: () => countDifference("renewal"),
  });
  const onSettled: OnSettled = async (settling, outcome) => {
    countOutcomes(settling);
    reportDifference(settling, outcome);
    await oneSubscription.settled(settling);
  };
  const checkout = createCheckout({
    database,
    provider,
    customers: createCustomers({ database, provider }),
    repeats: createRepeatedSubscriptions({ database, provider }),
    clock,
    onSettled,
    defaults: { successUrl: `${publicUrl}/checkout/success`, cancelUrl: `${publicUrl}/checkout/cancelled` },
  });
  const agentPurchases = createAgentPurchases({ database, provider, checkout, clock, publicUrl });
  const portal = createPortal({ database, provider, defaultReturnUrl: `${publicUrl}/portal/returned` });
  const readTaxes = createReadTaxes({ database, provider });
  const refundOrder = createRefundOrder({ database, provider });
  const readInvoice = createReadInvoice({ database, provider });
  const cancelSubscription = createCancelSubscription({ database, provider });
  const oneSubscription = createOneSubscription({
    database,
    provider: eventProvider,
    checkout,
    refundOrder,
    log,
  });
  telemetry.gauge({
    name: "database_connections",
    help: "Used and idle connections to the database, and requests that wait for one, by state.",
    label: "state",
    read: database.load,
  });
  telemetry.gauge({
    name: "database_connections_max",
    help: "Maximum number of connections to PostgreSQL, by pool: requests (DATABASE_POOL_SIZE), or reserved for pings, the cache and unknown keys.",
    label: "pool",
    read: () => database.maxConnections,
  });
  telemetry.gauge({
    name: "key_lookups",
    help: "Look-ups of keys that aren't in this process's cache, by state.",
    label: "state",
    read: database.keys.load,
  });
  telemetry.gauge({
    name: "payments_calls",
    help: "Running and waiting calls to the payment provider, by state.",
    label: "state",
    read: () => loadOf(bounds),
  });
  const closePages = createClosePages({ database, end: checkout.end, clock, log });
  const cleaner = createCleaner({ database, clock, log, telemetry });
  const imageFiles = settings.images && (await openImageFiles(settings.images));
  const productFiles =
    settings.images &&
    imageFiles &&
    createProductFiles({ database, files: imageFiles, maxBytesPerStore: settings.images.maxBytesPerStore });
  const imageSweeper =
    imageFiles &&
    productFiles &&
    createImageSweeper({ database, files: imageFiles, sweepFiles: productFiles.sweep, clock, log });
  const sweeper = createSweeper({
    database,
    provider,
    handler: createEventHandler({ database, provider, clock, onSettled, oneSubscription, checkRenewal }),
    checkout,
    closePages,
    oneSubscription,
    checkRenewal,
    clock,
    log,
    telemetry,
  });
  const signForMerchant = createSigner(async () => settings.document);
  const { acp, ucp } = settings.loadAgentDocument;
  const signForAgents = {
    acp: createAgentSigner({ database, loadDocument: acp, publicUrl }),
    ucp: createPlatformSigner({ database, loadDocument: ucp, publicUrl }),
  };
  const dispatcher = createDispatcher({
    database,
    sign: (delivery, now) => {
      const protocol = protocolOfEvent(delivery.type);
      return protocol ? signForAgents[protocol](delivery, now) : signForMerchant(delivery, now);
    },
    post: (webhook, signal) =>
      post(webhook, { allowsPrivate: !settings.production, timeoutMs: deliveryTimeoutMs, signal }),
    clock,
    log,
    telemetry,
  });
  const mailer = settings.mail && createMailer({ ...settings.mail, database, clock, log, telemetry });
  await mailer?.announce();
  const promotionCodes = createPromotionCodes({ database, provider });
  const askSellingSteps = createAskSellingSteps({ database, provider, clock });
  const services: Services = {
    database,
    catalogs: createCatalogs({
      database,
      products: createArrayParts(settings.document, "#/components/schemas/Product"),
      slices: createSlices({ sliceMs }),
      limits: { ...defaultCatalogLimits, ...settings.catalogLimits },
    }),
    publicUrl,
    files: productFiles,
    checkout: {
      ...checkout,
      open: (request) => bounds.checkouts(request.store.id, () => checkout.open(request)),
      // A settled session needs no provider call, so it doesn't wait for a slot.
      refresh: async (session) =>
        isSettled(session) ? session : bounds.reads(session.storeId, () => checkout.refresh(session)),
    },
    agentPurchases: {
      create: (by, change) => bounds.checkouts(by.store.id, () => agentPurchases.create(by, change)),
      read: (store, address) => bounds.reads(store.id, () => agentPurchases.read(store, address)),
      paid: (store, address) => bounds.reads(store.id, () => agentPurchases.paid(store, address)),
      change: (store, address, change) =>
        bounds.checkouts(store.id, () => agentPurchases.change(store, address, change)),
      complete: (store, address, change) =>
        bounds.checkouts(store.id, () => agentPurchases.complete(store, address, change)),
      cancel: (store, address) => bounds.reads(store.id, () => agentPurchases.cancel(store, address)),
    },
    readPlatformProfile: createReadPlatformProfile({
      allowsPrivate: !settings.production,
      timeoutMs: profileTimeoutMs,
    }),
    portal: { open: (request) => bounds.reads(request.store.id, () => portal.open(request)) },
    paymentAccounts: createPaymentAccounts({ database, provider }),
    promotionCodes,
    moveCodes: createMoveCodes({ database, provider, clock }),
    sellingSteps: (store, demo) => bounds.reads(store.id, () => askSellingSteps(store, demo)),
    closePages,
    images:
      settings.images &&
      imageFiles &&
      createImages({ database, files: imageFiles, publicUrl, ...settings.images }),
    reprice: createReprice({ database, provider }),
    readInvoice: (address) => bounds.reads(address.storeId, () => readInvoice(address)),
    readTaxes: (order) => bounds.reads(order.storeId, () => readTaxes(order)),
    refundOrder: (address, request, by) =>
      bounds.reads(address.storeId, () => refundOrder(address, request, by)),
    cancelSubscription: (address, at, by) =>
      bounds.reads(address.storeId, () => cancelSubscription(address, at, by)),
    resolveMember: createResolveMember({ database, production: settings.production, telemetry }),
  };
  return {
    services,
    receiveEvent: createWebhooks({
      provider: eventProvider,
      handler: createEventHandler({
        database,
        provider: eventProvider,
        clock,
        onSettled,
        oneSubscription,
        checkRenewal,
      }),
      log,
      count: telemetry.counter({
        name: "provider_events_total",
        help: "Webhooks from the payment provider, by reception: accepted, or why they were refused or ignored.",
        label: "reception",
      }),
    }),
    sweeper,
    cleaner,
    imageSweeper,
    dispatcher,
    mailer,
    close: async () => {
      await Promise.all([dispatcher.stop(), mailer?.stop()]);
      await Promise.all([sweeper.stop(), cleaner.stop(), imageSweeper?.stop()]);
      await database.close();
    },
  };
}
