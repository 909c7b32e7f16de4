import { type Kysely, sql, type TableMetadata } from "kysely";
import type { Queries } from "./engines/queries.ts";
import * as initial from "./migrations/0001-shop.ts";
import * as payments from "./migrations/0002-payments.ts";
import * as settling from "./migrations/0003-settling.ts";
import * as customers from "./migrations/0004-customers.ts";
import * as sweeping from "./migrations/0005-sweeping.ts";
import * as keys from "./migrations/0006-keys.ts";
import * as metadata from "./migrations/0007-metadata.ts";
import * as productFields from "./migrations/0008-product-fields.ts";
import * as productSearch from "./migrations/0009-product-search.ts";
import * as orders from "./migrations/0010-orders.ts";
import * as events from "./migrations/0011-events.ts";
import * as idempotency from "./migrations/0012-idempotency.ts";
import * as audit from "./migrations/0013-audit.ts";
import * as people from "./migrations/0014-people.ts";
import * as dashboard from "./migrations/0015-dashboard.ts";
import * as refundRequests from "./migrations/0016-refund-requests.ts";
import * as recovery from "./migrations/0017-recovery.ts";
import * as failedRefunds from "./migrations/0018-failed-refunds.ts";
import * as subscriptions from "./migrations/0019-subscriptions.ts";
import * as closingPages from "./migrations/0020-closing-pages.ts";
import * as unsentOrders from "./migrations/0021-unsent-orders.ts";
import * as stoppedPayments from "./migrations/0022-stopped-payments.ts";
import * as stock from "./migrations/0023-stock.ts";
import * as orderNumbers from "./migrations/0024-order-numbers.ts";
import * as productCodes from "./migrations/0025-product-codes.ts";
import * as keyScopes from "./migrations/0026-key-scopes.ts";
import * as amounts from "./migrations/0027-amounts.ts";
import * as effects from "./migrations/0028-effects.ts";
import * as orderTerms from "./migrations/0029-order-terms.ts";
import * as productGroups from "./migrations/0030-product-groups.ts";
import * as shippingRates from "./migrations/0031-shipping-rates.ts";
import * as productImages from "./migrations/0032-product-images.ts";
import * as promotionCodes from "./migrations/0033-promotion-codes.ts";
import * as parcels from "./migrations/0034-parcels.ts";
import * as orderReturns from "./migrations/0035-order-returns.ts";
import * as trials from "./migrations/0036-trials.ts";
import * as invoices from "./migrations/0037-invoices.ts";
import * as tax from "./migrations/0038-tax.ts";
import * as mails from "./migrations/0039-mails.ts";
import * as productTaxCodes from "./migrations/0040-product-tax-codes.ts";
import * as downloads from "./migrations/0041-downloads.ts";
import * as chosenShipping from "./migrations/0042-chosen-shipping.ts";
import * as renewalPrices from "./migrations/0043-renewal-prices.ts";
import * as failedMails from "./migrations/0044-failed-mails.ts";
import * as repeatedRefunds from "./migrations/0045-repeated-refunds.ts";
import * as restockedItems from "./migrations/0046-restocked-items.ts";
import * as paymentsOfStores from "./migrations/0047-payments-of-stores.ts";
import * as sharedCodes from "./migrations/0048-shared-codes.ts";
import * as restOfDownloads from "./migrations/0049-rest-of-downloads.ts";
import * as taxSetUp from "./migrations/0050-tax-set-up.ts";
import * as soldFiles from "./migrations/0051-sold-files.ts";
import * as productPlaces from "./migrations/0052-product-places.ts";
import type { Migration } from "./migrations/steps.ts";
import { ledger, runMigrations, type StepRunner } from "./run-migrations.ts";
import type { Tables } from "./schema.ts";

/** In order. A released migration is never changed. */
export const migrations: Record<string, Migration> = {
  "0001-shop": initial,
  "0002-payments": payments,
  "0003-settling": settling,
  "0004-customers": customers,
  "0005-sweeping": sweeping,
  "0006-keys": keys,
  "0007-metadata": metadata,
  "0008-product-fields": productFields,
  "0009-product-search": productSearch,
  "0010-orders": orders,
  "0011-events": events,
  "0012-idempotency": idempotency,
  "0013-audit": audit,
  "0014-people": people,
  "0015-dashboard": dashboard,
  "0016-refund-requests": refundRequests,
  "0017-recovery": recovery,
  "0018-failed-refunds": failedRefunds,
  "0019-subscriptions": subscriptions,
  "0020-closing-pages": closingPages,
  "0021-unsent-orders": unsentOrders,
  "0022-stopped-payments": stoppedPayments,
  "0023-stock": stock,
  "0024-order-numbers": orderNumbers,
  "0025-product-codes": productCodes,
  "0026-key-scopes": keyScopes,
  "0027-amounts": amounts,
  "0028-effects": effects,
  "0029-order-terms": orderTerms,
  "0030-product-groups": productGroups,
  "0031-shipping-rates": shippingRates,
  "0032-product-images": productImages,
  "0033-promotion-codes": promotionCodes,
  "0034-parcels": parcels,
  "0035-order-returns": orderReturns,
  "0036-trials": trials,
  "0037-invoices": invoices,
  "0038-tax": tax,
  "0039-mails": mails,
  "0040-product-tax-codes": productTaxCodes,
  "0041-downloads": downloads,
  "0042-chosen-shipping": chosenShipping,
  "0043-renewal-prices": renewalPrices,
  "0044-failed-mails": failedMails,
  "0045-repeated-refunds": repeatedRefunds,
  "0046-restocked-items": restockedItems,
  "0047-payments-of-stores": paymentsOfStores,
  "0048-shared-codes": sharedCodes,
  "0049-rest-of-downloads": restOfDownloads,
  "0050-tax-set-up": taxSetUp,
  "0051-sold-files": soldFiles,
  "0052-product-places": productPlaces,
};

/** Which migrations to run, and in which schema. */
interface Scope {
  known?: Record<string, Migration> | undefined;
  /** Undefined for the database's default. */
  schema?: string | undefined;
}

/** Whether there is nothing to migrate. Lets a process start while another one migrates. */
export async function isUpToDate(
  db: Kysely<Tables>,
  { known = migrations, schema }: Scope = {},
): Promise<boolean> {
  const applied = await appliedMigrations(db, schema);
  return Object.keys(known).every((name) => applied.includes(name));
}

/**
 * Brings the tables up to date in the caller's transaction, which excludes other migrations, and is safe to repeat.
 * Leaves a database of a newer version alone: this version still works with it (CONTRIBUTING.md, "Migrations").
 * @returns the names of the applied migrations
 */
export function migrateToLatest(db: Queries, scope: Scope = {}): Promise<string[]> {
  return migrateInSteps(db, { transaction: (job) => job(db) }, scope);
}

/** The same in the runner's transactions, so that others can read and write meanwhile. */
export async function migrateInSteps(
  db: Queries,
  runner: StepRunner,
  { known = migrations, schema }: Scope = {},
): Promise<string[]> {
  const applied = await appliedMigrations(db, schema);
  const pending = Object.entries(known).filter(([name]) => !applied.includes(name));
  return runMigrations(pending, runner);
}

export interface MigrationStatus {
  /** Those known to this version. */
  applied: string[];
  pending: string[];
  /** Those applied by a newer version. */
  newer: string[];
}

/** @param db undefined when there is no database yet */
export async function migrationStatus(
  db: Kysely<Tables> | undefined,
  schema?: string,
): Promise<MigrationStatus> {
  const done = db ? await appliedMigrations(db, schema) : [];
  const known = Object.keys(migrations);
  return {
    applied: known.filter((name) => done.includes(name)),
    pending: known.filter((name) => !done.includes(name)),
    newer: done.filter((name) => !known.includes(name)),
  };
}

/** Rolls back a dry run: thrown in its transaction, with the names of the applied migrations. */
export class DryRun extends Error {
  readonly applied: string[];

  constructor(applied: string[]) {
    super("a dry run is rolled back");
    this.applied = applied;
  }
}

/** Runs `work` and returns what its dry run applied before the rollback. */
export async function untilUndone(work: () => Promise<string[]>): Promise<string[]> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DryRun) return error.applied;
    throw error;
  }
}

/** Empty when the tables were never created. */
export async function appliedMigrations(db: Kysely<Tables>, schema?: string): Promise<string[]> {
  const tables = await ownTables(db, schema);
  if (!tables.some(({ name }) => name === ledger)) return [];
  const rows = await db
    .withTables<{ [ledger]: { name: string } }>()
    .selectFrom(ledger)
    .select("name")
    .execute();
  return rows.map(({ name }) => name);
}

/** The tables of one schema. The database may also contain another service's tables. */
export async function ownTables(db: Kysely<Tables>, schema?: string): Promise<TableMetadata[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  // SQLite has no schemas.
  if (tables.every((table) => table.schema === undefined)) return tables;
  const own = schema ?? (await currentSchema(db));
  return tables.filter((table) => table.schema === own);
}

async function currentSchema(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(db);
  return rows[0]?.name ?? undefined;
}
