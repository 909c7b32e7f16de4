import type { ApiError } from "@counterpart/server/errors";
import type { Selectable } from "kysely";
import type { Actor } from "../../domain/actor.ts";
import { type AgentProtocol, protocolsIn, toProtocolColumn } from "../../domain/agent-protocol.ts";
import { changedFields, firstValues } from "../../domain/audit.ts";
import type { Clock } from "../../domain/clock.ts";
import { conflict } from "../../domain/error-codes.ts";
import { newId } from "../../domain/ids.ts";
import { chargeStepOf, priceFault } from "../../domain/money.ts";
import { secretHash } from "../../domain/secret-hash.ts";
import { isTaxMode, type TaxMode } from "../../domain/tax.ts";
import { utc } from "../../domain/time-zone.ts";
import type { Cache } from "../cache.ts";
import type { Engine } from "../engines/engine.ts";
import type { Queries } from "../engines/queries.ts";
import type { StoreRow } from "../schema.ts";
import { recordChange } from "./audit/record-change.ts";
import { camelCased } from "./camel-case.ts";
import { requestClosing } from "./sessions/request-closing.ts";

/** A storefront's colours, fonts and corners; null for the storefront's default. */
export type Theme = Record<keyof typeof emptyTheme, string | null>;

/** A store as the operator sees it. */
export interface Store {
  id: string;
  slug: string;
  name: string;
  description: string | null;
  logoUrl: string | null;
  currency: string;
  tax: TaxMode;
  /** Whether its account was last seen set up to calculate tax; null if the provider wasn't asked. */
  isTaxSetUp: boolean | null;
  contactEmail: string | null;
  contactPhone: string | null;
  seoTitle: string | null;
  seoDescription: string | null;
  theme: Theme;
  templateKey: string | null;
  templateTexts: Record<string, Record<string, string>> | null;
  plan: "free" | "pro";
  isPublished: boolean;
  paymentsConfigured: boolean;
  successUrl: string | null;
  cancelUrl: string | null;
  portalReturnUrl: string | null;
  /** The provider's `acct_…` that receives the money; null for the platform's own account. */
  stripeAccount: string | null;
  /** Where member sessions are looked up (RFC 7662); null when they are registered here. */
  introspectionUrl: string | null;
  introspectionClientId: string | null;
  introspectionClientSecret: string | null;
  /** Country codes (ISO 3166-1) in lower case; null for every country that the provider supports. */
  shipsTo: string[] | null;
  /** Whether a member may subscribe to a product again while a subscription to it is live. */
  allowsRepeatSubscriptions: boolean;
  /** Whether buyers get mails about their orders, if this installation sends mail. */
  emailsBuyers: boolean;
  /** Whether the provider makes an invoice for each single payment, as it does for subscriptions. */
  createsInvoices: boolean;
  /** Whether the payment page asks businesses for their tax id. */
  collectsTaxIds: boolean;
  /** Where its days begin, as an IANA time zone. */
  timeZone: string;
  /** When it asked for the Pro plan; null if it didn't, or has it. */
  planRequestedAt: number | null;
  /** Whether its products have pages here, with which buyers pay without a storefront. */
  hasProductPages: boolean;
  /** The protocols with which agents buy. */
  sellsThrough: AgentProtocol[];
  /** Agents show it to buyers. */
  returnPolicyUrl: string | null;
}

export type NewStore = Pick<Store, "slug" | "name" | "currency"> & StoreChange;
export type StoreChange = Partial<Omit<Store, "id" | "theme" | "isTaxSetUp">> & { theme?: Partial<Theme> };

const emptyTheme = {
  primary: null,
  primaryForeground: null,
  background: null,
  foreground: null,
  muted: null,
  border: null,
  fontBody: null,
  fontHeading: null,
  radius: null,
};

export function storeQueries(engine: Engine, cache: Cache, clock: Clock) {
  const selected = () => engine.read.selectFrom("stores").selectAll();
  const findBy = async (column: "id" | "slug", value: string) => {
    const row = await selected().where(column, "=", value).executeTakeFirst();
    return row && toStore(row);
  };
  const find = (id: string) => cache.getOrLoad<Store>(`store:${id}`, () => findBy("id", id), id);
  const invalidate = (ids: string[]) => {
    for (const id of ids) cache.invalidate(id);
  };

  return {
    /** The store, or undefined. */
    find,

    /** The store of a caller with a live key. Throws when it is missing, which is unexpected: stores aren't deleted. */
    async get(id: string): Promise<Store> {
      const store = await find(id);
      if (!store) throw new Error("The store of a live key is missing.");
      return store;
    },

    findBySlug: (slug: string): Promise<Store | undefined> => findBy("slug", slug),

    /** The store of an installation that has only one; undefined when there are others or none. */
    async findOnly(): Promise<Store | undefined> {
      const rows = await selected().orderBy("id").limit(2).execute();
      const [row] = rows;
      return row && rows.length === 1 ? toStore(row) : undefined;
    },

    async list(): Promise<Store[]> {
      const rows = await selected().orderBy("slug").execute();
      return rows.map(toStore);
    },

    /** Whether any store uses this account of the provider. */
    async usesAccount(account: string): Promise<boolean> {
      const row = await engine.read
        .selectFrom("stores")
        .select("id")
        .where("stripe_account", "=", account)
        .executeTakeFirst();
      return row !== undefined;
    },

    /**
     * Records, on every store that uses an account, whether the provider allows it to take charges. Payments
     * stopped by a person stay stopped.
     * @returns whether anything changed
     */
    async setChargeable(account: string, chargeable: boolean): Promise<boolean> {
      const ids = await engine.write(async (db) => {
        const configured = chargeable ? 1 : 0;
        const concerned = await db
          .selectFrom("stores")
          .select("id")
          .where("stripe_account", "=", account)
          .where("payments_configured", "!=", configured)
          .where("payments_stopped", "=", 0)
          .orderBy("id")
          .forUpdate()
          .execute();
        for (const { id } of concerned) {
          await db
            .updateTable("stores")
            .set({ payments_configured: configured })
            .where("id", "=", id)
            .execute();
          if (!chargeable) await requestClosing(db, id, "all", clock());
        }
        const ids = concerned.map(({ id }) => id);
        if (ids.length > 0) await cache.bumpRevision(db, ids);
        return ids;
      });
      invalidate(ids);
      return ids.length > 0;
    },

    /** Records, on every store that uses an account and charges tax, whether the account is set up for it. */
    async setTaxSetUp(account: string | null, isSetUp: boolean): Promise<void> {
      const value = isSetUp ? 1 : 0;
      const ids = await engine.write(async (db) => {
        const concerned = await db
          .updateTable("stores")
          .set({ tax_set_up: value })
          .where("stripe_account", account === null ? "is" : "=", account)
          .where("tax", "is not", null)
          .where((eb) => eb.or([eb("tax_set_up", "is", null), eb("tax_set_up", "!=", value)]))
          .returning("id")
          .execute();
        const ids = concerned.map(({ id }) => id);
        if (ids.length > 0) await cache.bumpRevision(db, ids);
        return ids;
      });
      invalidate(ids);
    },

    /** The stores that ask for the Pro plan, the longest waiting first. */
    async askingForPlan(): Promise<Store[]> {
      const rows = await selected()
        .where("plan_requested_at", "is not", null)
        .where("plan", "=", "free")
        .orderBy("plan_requested_at")
        .execute();
      return rows.map(toStore);
    },

    /** Undefined when the slug is taken. @param ownerId the person who becomes its owner */
    async create(store: NewStore, by?: Actor, ownerId?: string): Promise<Store | undefined> {
      const created: Store = {
        ...blank,
        ...store,
        theme: { ...emptyTheme, ...store.theme },
        id: newId("store"),
      };
      const row = { ...toRow(created), created_at: clock() };
      const taken = await engine.write(async (db) => {
        const { numInsertedOrUpdatedRows } = await db
          .insertInto("stores")
          .values(row)
          .onConflict((c) => c.column("slug").doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows === 0n) return true;
        const { id: storeId, slug, name, currency, plan } = created;
        const changes = firstValues({ slug, name, currency, plan });
        await recordChange(db, by, { storeId, action: "store.created", objectId: storeId, changes }, clock());
        if (ownerId !== undefined) {
          const membership = { person_id: ownerId, store_id: storeId, role: "owner", created_at: clock() };
          await db.insertInto("memberships").values(membership).execute();
        }
        await cache.bumpRevision(db, [storeId]);
        return false;
      });
      cache.invalidate(created.id);
      return taken ? undefined : created;
    },

    /**
     * Changes the given fields. Undefined when there is no such store.
     * @throws CONFLICT when the new slug is taken, the version isn't the one that was read, or the currency
     * can't change: the store has sold or has products in another currency, or a price can't be charged in
     * the new one
     */
    async update(
      slug: string,
      change: StoreChange,
      by?: Actor,
      version?: string,
    ): Promise<Store | undefined> {
      const updated = await engine.write(async (db) => {
        const row = await db
          .selectFrom("stores")
          .selectAll()
          .where("slug", "=", slug)
          // A new checkout waits for this, but not for an import.
          .forUpdate()
          .executeTakeFirst();
        if (!row) return undefined;
        const before = toStore(row);
        if (version !== undefined && version !== storeVersion(before)) throw changedMeanwhile();
        const after: Store = { ...before, ...change, theme: { ...before.theme, ...change.theme } };
        if (after.stripeAccount !== before.stripeAccount) after.isTaxSetUp = null;
        if (after.slug !== before.slug) await refuseTakenSlug(db, after);
        if (after.currency !== before.currency) {
          await refuseCurrency(db, after);
        }
        await db
          .updateTable("stores")
          .set({ ...toRow(after), ...stopOf(change) })
          .where("id", "=", after.id)
          .execute();
        const now = clock();
        const unsellable = canSell(after) ? { exceptAccount: after.stripeAccount } : "all";
        await requestClosing(db, after.id, unsellable, now);
        await recordUpdate(db, by, before, after, now);
        await cache.bumpRevision(db, [after.id]);
        return after;
      });
      if (updated) cache.invalidate(updated.id);
      return updated;
    },
  };
}

/** Connecting an account restarts payments, at once or when the provider allows the account to take charges. */
function stopOf({ paymentsConfigured, stripeAccount }: StoreChange): { payments_stopped?: number } {
  if (paymentsConfigured === undefined) return {};
  return { payments_stopped: paymentsConfigured || stripeAccount !== undefined ? 0 : 1 };
}

/** Whether buyers can pay. */
function canSell({ plan, isPublished, paymentsConfigured }: Store): boolean {
  return plan === "pro" && isPublished && paymentsConfigured;
}

/** Changes with every change of the store: a content hash, like a product's version. */
export function storeVersion({ introspectionClientSecret: _, isTaxSetUp: __, ...store }: Store): string {
  return secretHash(JSON.stringify(store)).slice(0, 16);
}

function changedMeanwhile(): ApiError {
  return conflict("The store's settings have changed since you read them. Nothing was saved.");
}

/** Their values may give access to the merchant's authentication system. */
const hiddenFields = ["introspectionUrl", "introspectionClientSecret"] as const;

async function recordUpdate(
  db: Queries,
  by: Actor | undefined,
  before: Store,
  after: Store,
  now: number,
): Promise<void> {
  const { isTaxSetUp } = before;
  const changes = changedFields(before, { ...after, isTaxSetUp }, hiddenFields);
  if (Object.keys(changes).length === 0) return;
  const { id: storeId } = after;
  await recordChange(db, by, { storeId, action: "store.updated", objectId: storeId, changes }, now);
}

async function refuseTakenSlug(db: Queries, { slug }: Store): Promise<void> {
  const taken = await db.selectFrom("stores").select("id").where("slug", "=", slug).executeTakeFirst();
  if (taken) throw conflict(`Another store already has the slug "${slug}".`);
}

async function refuseCurrency(db: Queries, { id, currency }: Store): Promise<void> {
  // Sales figures and carts can't be converted to another currency.
  const order = await db
    .selectFrom("orders")
    .select("id")
    .where("store_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  if (order) {
    throw conflict(
      `The store has orders in its currency, so it can't change to ${currency}. Create another store instead.`,
    );
  }
  const foreign = await db
    .selectFrom("products")
    .select(["name", "currency"])
    .where("store_id", "=", id)
    .where("currency", "!=", currency)
    .executeTakeFirst();
  if (foreign) {
    throw conflict(
      `The store can't change to ${currency} while products are priced in another currency: "${foreign.name}" is in ${foreign.currency}. Import them with prices in ${currency} first.`,
    );
  }
  const rate = await db
    .selectFrom("shipping_rates")
    .select("name")
    .where("store_id", "=", id)
    .limit(1)
    .executeTakeFirst();
  if (rate) {
    throw conflict(
      `The store can't change to ${currency} while it has shipping rates in its currency, such as "${rate.name}". Remove them first.`,
    );
  }
  const product = await db
    .selectFrom("products")
    .select(["name", "price_in_cents"])
    .where("store_id", "=", id)
    .where((eb) => eb(eb("price_in_cents", "%", chargeStepOf(currency)), "!=", 0))
    .executeTakeFirst();
  if (!product) return;
  const fault = priceFault(product.price_in_cents, currency);
  throw conflict(
    `The store can't change to ${currency}: "${product.name}" costs ${fault}. Change its price first.`,
  );
}

const blank: Omit<Store, "id" | "slug" | "name" | "currency"> = {
  description: null,
  logoUrl: null,
  tax: "off",
  isTaxSetUp: null,
  contactEmail: null,
  contactPhone: null,
  seoTitle: null,
  seoDescription: null,
  theme: emptyTheme,
  templateKey: null,
  templateTexts: null,
  plan: "free",
  isPublished: false,
  paymentsConfigured: false,
  successUrl: null,
  cancelUrl: null,
  portalReturnUrl: null,
  stripeAccount: null,
  introspectionUrl: null,
  introspectionClientId: null,
  introspectionClientSecret: null,
  shipsTo: null,
  allowsRepeatSubscriptions: false,
  emailsBuyers: false,
  createsInvoices: false,
  collectsTaxIds: false,
  timeZone: utc,
  planRequestedAt: null,
  hasProductPages: true,
  sellsThrough: [],
  returnPolicyUrl: null,
};

/** `storeVersion` depends on the order of the fields, also between processes of different versions. */
export function toStore(row: Selectable<StoreRow>): Store {
  return {
    ...camelCased(row, "id", "slug", "name", "description", "logo_url", "currency"),
    tax: row.tax !== null && isTaxMode(row.tax) ? row.tax : "off",
    isTaxSetUp: row.tax_set_up === null ? null : row.tax_set_up === 1,
    ...camelCased(row, "contact_email", "contact_phone", "seo_title", "seo_description"),
    theme: JSON.parse(row.theme),
    templateKey: row.template_key,
    templateTexts: row.template_texts === null ? null : JSON.parse(row.template_texts),
    plan: row.plan === "pro" ? "pro" : "free",
    isPublished: row.is_published === 1,
    paymentsConfigured: row.payments_configured === 1,
    ...camelCased(row, "success_url", "cancel_url", "portal_return_url", "stripe_account"),
    ...camelCased(row, "introspection_url", "introspection_client_id", "introspection_client_secret"),
    shipsTo: row.ships_to === null ? null : JSON.parse(row.ships_to),
    allowsRepeatSubscriptions: row.allows_repeat_subscriptions === 1,
    emailsBuyers: row.mails_buyers === 1,
    createsInvoices: row.creates_invoices === 1,
    collectsTaxIds: row.collects_tax_ids === 1,
    timeZone: row.time_zone ?? utc,
    planRequestedAt: row.plan_requested_at,
    hasProductPages: row.has_product_pages === 1,
    sellsThrough: protocolsIn(row.sells_through),
    returnPolicyUrl: row.return_policy_url,
  };
}

function toRow(store: Store): Omit<Selectable<StoreRow>, "created_at" | "payments_stopped"> {
  return {
    id: store.id,
    slug: store.slug,
    name: store.name,
    description: store.description,
    logo_url: store.logoUrl,
    currency: store.currency,
    tax: store.tax === "off" ? null : store.tax,
    tax_set_up: store.isTaxSetUp === null ? null : store.isTaxSetUp ? 1 : 0,
    contact_email: store.contactEmail,
    contact_phone: store.contactPhone,
    seo_title: store.seoTitle,
    seo_description: store.seoDescription,
    theme: JSON.stringify(store.theme),
    template_key: store.templateKey,
    template_texts: store.templateTexts === null ? null : JSON.stringify(store.templateTexts),
    plan: store.plan,
    is_published: store.isPublished ? 1 : 0,
    payments_configured: store.paymentsConfigured ? 1 : 0,
    success_url: store.successUrl,
    cancel_url: store.cancelUrl,
    portal_return_url: store.portalReturnUrl,
    stripe_account: store.stripeAccount,
    introspection_url: store.introspectionUrl,
    introspection_client_id: store.introspectionClientId,
    introspection_client_secret: store.introspectionClientSecret,
    ships_to: store.shipsTo === null ? null : JSON.stringify(store.shipsTo),
    allows_repeat_subscriptions: store.allowsRepeatSubscriptions ? 1 : 0,
    mails_buyers: store.emailsBuyers ? 1 : 0,
    creates_invoices: store.createsInvoices ? 1 : 0,
    collects_tax_ids: store.collectsTaxIds ? 1 : 0,
    time_zone: store.timeZone === utc ? null : store.timeZone,
    plan_requested_at: store.planRequestedAt,
    has_product_pages: store.hasProductPages ? 1 : 0,
    sells_through: toProtocolColumn(store.sellsThrough),
    return_policy_url: store.returnPolicyUrl,
  };
}

/** What the API says: not if a checkout would be refused because the account isn't set up for the store's tax. */
export function acceptsPayments({
  paymentsConfigured,
  tax,
  isTaxSetUp,
}: Pick<Store, "paymentsConfigured" | "tax" | "isTaxSetUp">): boolean {
  return paymentsConfigured && (tax === "off" || isTaxSetUp !== false);
}
