import { statSync } from "node:fs";
import { ApiError, ReadOnly } from "@counterpart/server/errors";
import type { Clock } from "../domain/clock.ts";
import { conflict } from "../domain/error-codes.ts";
import { createCache } from "./cache.ts";
import { isOutOfSpace } from "./engines/database-errors.ts";
import { filePath } from "./engines/database-url.ts";
import type { DatabaseOptions, Engine } from "./engines/engine.ts";
import { openSqlite } from "./engines/sqlite.ts";
import { appliedMigrations, migrationStatus, migrations } from "./migrate.ts";
import { auditTrailQueries } from "./queries/audit/audit-trail.ts";
import { buyerQueries } from "./queries/buyers/buyers.ts";
import { customerQueries } from "./queries/buyers/customers.ts";
import { duplicateSubscriptionQueries } from "./queries/buyers/duplicate-subscriptions.ts";
import { memberSessionQueries } from "./queries/buyers/member-sessions.ts";
import { subscriptionQueries } from "./queries/buyers/subscriptions.ts";
import { cartQueries } from "./queries/carts.ts";
import { downloadQueries, invoiceLinkQueries } from "./queries/downloads/downloads.ts";
import { productFileQueries } from "./queries/downloads/product-files.ts";
import { eventListingQueries } from "./queries/event-listings.ts";
import { eventDeliveryQueries } from "./queries/events/deliveries.ts";
import { eventEndpointQueries } from "./queries/events/endpoints.ts";
import { eventQueries } from "./queries/events/events.ts";
import { platformEndpointQueries } from "./queries/events/platform-endpoints.ts";
import { idempotencyKeyQueries } from "./queries/idempotency-keys.ts";
import { keyQueries } from "./queries/keys/keys.ts";
import { leaseQueries } from "./queries/leases.ts";
import { mailTextQueries } from "./queries/mails/mail-texts.ts";
import { mailQueries } from "./queries/mails/mails.ts";
import { orderReturnQueries } from "./queries/orders/order-returns.ts";
import { orderQueries } from "./queries/orders/orders.ts";
import { paymentDifferenceQueries } from "./queries/orders/payment-differences.ts";
import { overviewQueries } from "./queries/overview.ts";
import { dashboardSessionQueries } from "./queries/people/dashboard-sessions.ts";
import { invitationQueries } from "./queries/people/invitations.ts";
import { passkeyQueries } from "./queries/people/passkeys.ts";
import { pendingFlowQueries } from "./queries/people/pending-flows.ts";
import { peopleQueries } from "./queries/people/people.ts";
import { portalConfigurationQueries } from "./queries/portal-configurations.ts";
import { catalogQueries } from "./queries/products/catalogs.ts";
import { managedProductQueries } from "./queries/products/managed-products.ts";
import { productImageQueries } from "./queries/products/product-images.ts";
import { productPageQueries } from "./queries/products/product-pages.ts";
import { productQueries } from "./queries/products/products.ts";
import { promotionCodeQueries } from "./queries/promotion-codes.ts";
import { providerEventQueries } from "./queries/provider-events.ts";
import { retentionQueries } from "./queries/retention.ts";
import { agentSessionQueries } from "./queries/sessions/agent-sessions.ts";
import { checkoutSessionQueries } from "./queries/sessions/checkout-sessions.ts";
import { pagesToCloseQueries } from "./queries/sessions/pages-to-close.ts";
import { unsettledSessionQueries } from "./queries/sessions/unsettled-sessions.ts";
import { shippingRateQueries } from "./queries/shipping-rates.ts";
import { stockLevelQueries } from "./queries/stock/stock-levels.ts";
import { storeQueries } from "./queries/stores.ts";
import { unhandledEventQueries } from "./queries/unhandled-events.ts";
import { createReadCatalog, type Replica, type ReplicaRead } from "./replica.ts";

export type Database = ReturnType<typeof createDatabase>;

export interface OpeningOptions {
  /** false: throws CONFLICT when the tables aren't up to date. */
  migrates?: boolean;
  /** A PostgreSQL standby for reads of catalogs and products. It may be unavailable. */
  readUrl?: string | undefined;
  /** Called for each of those reads. */
  onReplicaRead?: (where: ReplicaRead) => void;
}

/** Opens the database at an address (`file:…`, `postgres://…`) and migrates it. The caller closes it. */
export async function openDatabase(
  databaseUrl: string,
  clock: Clock,
  options?: DatabaseOptions,
  { migrates = true, readUrl, onReplicaRead }: OpeningOptions = {},
) {
  const engine = await openEngine(databaseUrl, options);
  try {
    if (migrates) await engine.migrate();
    else await refuseOutdated(engine);
  } catch (error) {
    await engine.close();
    throw error;
  }
  const replica =
    readUrl === undefined ? undefined : (await import("./engines/postgres.ts")).openReplica(readUrl, options);
  return createDatabase(engine, clock, { replica, onReplicaRead });
}

/**
 * Opens an existing database read-only; nothing is created or migrated. The caller closes it.
 * @throws NOT_FOUND when there is no database, CONFLICT when an older version created its tables
 */
export async function openExistingDatabase(databaseUrl: string, clock: Clock) {
  const file = filePath(databaseUrl);
  if (file !== undefined && isMissing(file)) throw noDatabase;
  const engine = await openEngine(databaseUrl);
  try {
    const applied = await appliedMigrations(engine.read, engine.schema);
    if (applied.length === 0) throw noDatabase;
    if (!Object.keys(migrations).every((name) => applied.includes(name))) {
      throw conflict("The database was created by an older version. Run `migrate` to update it.");
    }
  } catch (error) {
    await engine.close();
    throw error;
  }
  return createDatabase(engine, clock);
}

async function refuseOutdated({ read, schema }: Engine): Promise<void> {
  const { pending } = await migrationStatus(read, schema);
  if (pending.length === 0) return;
  throw conflict(
    `The database has pending migrations (${pending.join(", ")}), and MIGRATE_AT_START is false. Run \`counterpart-shop migrate\` first; in the container \`node server/cli/main.ts migrate\`, in the project \`npm run -s cli -- migrate\`.`,
  );
}

/** Whether the file doesn't exist. Any other error surfaces when the database is opened. */
export function isMissing(file: string): boolean {
  try {
    statSync(file);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT";
  }
}

const noDatabase = new ApiError(
  "NOT_FOUND",
  "There is no Counterpart database at DATABASE_URL yet. `stores create` creates it with the first store.",
);

export async function openEngine(databaseUrl: string, options?: DatabaseOptions): Promise<Engine> {
  if (databaseUrl.startsWith("file:")) return openSqlite(databaseUrl.slice("file:".length));
  if (/^postgres(ql)?:\/\//.test(databaseUrl))
    return (await import("./engines/postgres.ts")).openPostgres(databaseUrl, options);
  throw new Error("DATABASE_URL must begin with file: or postgres://");
}

/** The queries, grouped by topic. */
function createDatabase(
  engine: Engine,
  clock: Clock,
  {
    replica,
    onReplicaRead,
  }: { replica?: Replica | undefined; onReplicaRead?: OpeningOptions["onReplicaRead"] } = {},
) {
  const cache = createCache(engine);
  const reading = { engine, replica, cache, note: onReplicaRead };
  const readCatalog = createReadCatalog(reading);
  const stores = storeQueries(engine, cache, clock);
  const products = productQueries(engine, cache, clock, readCatalog);
  const keys = keyQueries(engine, cache, clock);
  return {
    stores,
    products,
    stockLevels: stockLevelQueries(engine, cache, clock),
    promotionCodes: promotionCodeQueries(engine, clock),
    shippingRates: shippingRateQueries(engine, clock),
    managedProducts: managedProductQueries(engine, cache, clock),
    productPages: productPageQueries(engine, readCatalog),
    productImages: productImageQueries(engine, clock),
    productFiles: productFileQueries(engine, clock),
    catalogs: catalogQueries(engine, cache, createReadCatalog({ ...reading, onSnapshots: true })),
    keys,
    carts: cartQueries(engine, clock),
    agentSessions: agentSessionQueries(engine, clock, cache),
    checkoutSessions: checkoutSessionQueries(engine, clock, cache),
    unsettledSessions: unsettledSessionQueries(engine, clock, cache),
    pagesToClose: pagesToCloseQueries(engine, cache),
    idempotencyKeys: idempotencyKeyQueries(engine, clock),
    leases: leaseQueries(engine),
    retention: retentionQueries(engine),
    buyers: buyerQueries(engine),
    subscriptions: subscriptionQueries(engine, clock),
    duplicateSubscriptions: duplicateSubscriptionQueries(engine, clock),
    paymentDifferences: paymentDifferenceQueries(engine, clock),
    customers: customerQueries(engine, clock),
    orders: orderQueries(engine, clock),
    orderReturns: orderReturnQueries(engine, cache, clock),
    downloads: downloadQueries(engine, clock),
    invoiceLinks: invoiceLinkQueries(engine, clock),
    overview: overviewQueries(engine),
    events: eventQueries(engine, clock),
    eventEndpoints: eventEndpointQueries(engine, clock),
    platformEndpoints: platformEndpointQueries(engine, clock),
    eventDeliveries: eventDeliveryQueries(engine, clock),
    mails: mailQueries(engine, clock),
    mailTexts: mailTextQueries(engine, clock),
    auditTrail: auditTrailQueries(engine),
    providerEvents: providerEventQueries(engine, clock),
    eventListings: eventListingQueries(engine),
    unhandledEvents: unhandledEventQueries(engine),
    portalConfigurations: portalConfigurationQueries(engine),
    memberSessions: memberSessionQueries(engine, clock),
    people: peopleQueries(engine, clock),
    invitations: invitationQueries(engine, clock),
    passkeys: passkeyQueries(engine, clock),
    dashboardSessions: dashboardSessionQueries(engine, clock),
    pendingFlows: pendingFlowQueries(engine, clock),
    /** Resolves when the database answers and accepts writes. Rejects with `ReadOnly` when it only answers. */
    ping: async () => {
      await engine.reserved.selectFrom("revision").select("n").execute();
      await engine.checkWritable().catch((cause: unknown) => {
        if (!isOutOfSpace(cause)) throw cause;
        throw new ReadOnly("the database can't write", { isReadable: true, cause });
      });
    },
    /** Whether callers are waiting for a connection now. */
    isFull: engine.isFull,
    /** How busy the database's connections are now. */
    load: engine.load,
    maxConnections: engine.maxConnections,
    close: async () => {
      cache.close();
      await keys.close();
      await replica?.close();
      await engine.close();
    },
  };
}
