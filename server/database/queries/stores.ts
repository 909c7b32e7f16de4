import { ApiError } from "@counterpart/toolkit/errors";
import type { Clock } from "../../domain/clock.ts";
import { newId } from "../../domain/ids.ts";
import type { Cache } from "../cache.ts";
import type { Engine, Queries } from "../engines/engine.ts";
import type { StoreRow } from "../schema.ts";

/** Colours, fonts and corners for a storefront; null is the storefront's own choice. */
export interface Theme {
  primary: string | null;
  primaryForeground: string | null;
  background: string | null;
  foreground: string | null;
  muted: string | null;
  border: string | null;
  fontBody: string | null;
  fontHeading: string | null;
  radius: string | null;
}

/** A store as its operator sees it. */
export interface Shop {
  id: string;
  slug: string;
  name: string;
  description: string | null;
  logoUrl: string | null;
  currency: string;
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
  /** The provider's `acct_…` that takes the money; null for the platform's own account. */
  stripeAccount: string | null;
  /** Where member sessions are looked up (RFC 7662); null when they are registered here. */
  introspectionUrl: string | null;
  introspectionClientId: string | null;
  introspectionClientSecret: string | null;
  /** Country codes (ISO 3166-1) in lower case; null for every country that the provider takes. */
  shipsTo: string[] | null;
}

export type NewShop = Pick<Shop, "slug" | "name" | "currency"> & ShopChange;
export type ShopChange = Partial<Omit<Shop, "id" | "theme">> & { theme?: Partial<Theme> };

const emptyTheme: Theme = {
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
  return {
    /** The store, or undefined. */
    async find(id: string): Promise<Shop | undefined> {
      return cache.remember(`store:${id}`, async () => {
        const row = await engine.read
          .selectFrom("stores")
          .selectAll()
          .where("id", "=", id)
          .executeTakeFirst();
        return row && toShop(row);
      });
    },

    async findBySlug(slug: string): Promise<Shop | undefined> {
      const row = await engine.read
        .selectFrom("stores")
        .selectAll()
        .where("slug", "=", slug)
        .executeTakeFirst();
      return row && toShop(row);
    },

    async list(): Promise<Shop[]> {
      const rows = await engine.read.selectFrom("stores").selectAll().orderBy("slug").execute();
      return rows.map(toShop);
    },

    /** Whether any store takes its money on this account of the provider. */
    async usesAccount(account: string): Promise<boolean> {
      const row = await engine.read
        .selectFrom("stores")
        .select("id")
        .where("stripe_account", "=", account)
        .executeTakeFirst();
      return row !== undefined;
    },

    /**
     * Notes whether the provider lets an account take charges, on every store that uses it.
     * @returns whether that is news
     */
    async setChargeable(account: string, chargeable: boolean): Promise<boolean> {
      const isNews = await engine.write(async (db) => {
        const configured = chargeable ? 1 : 0;
        const { numUpdatedRows } = await db
          .updateTable("stores")
          .set({ payments_configured: configured })
          .where("stripe_account", "=", account)
          .where("payments_configured", "!=", configured)
          .executeTakeFirst();
        if (numUpdatedRows > 0n) await cache.changed(db);
        return numUpdatedRows > 0n;
      });
      if (isNews) cache.forget();
      return isNews;
    },

    /** Undefined when the slug is taken. */
    async create(shop: NewShop): Promise<Shop | undefined> {
      const created: Shop = {
        ...blank,
        ...shop,
        theme: { ...emptyTheme, ...shop.theme },
        id: newId("store"),
      };
      const row = { ...toRow(created), created_at: clock() };
      const taken = await engine.write(async (db) => {
        const { numInsertedOrUpdatedRows } = await db
          .insertInto("stores")
          .values(row)
          .onConflict((c) => c.column("slug").doNothing())
          .executeTakeFirst();
        await cache.changed(db);
        return numInsertedOrUpdatedRows === 0n;
      });
      cache.forget();
      return taken ? undefined : created;
    },

    /**
     * Changes what is given and leaves the rest. Undefined when there is no such store.
     * Throws CONFLICT when the new slug is taken, or products are priced in another currency than the new one.
     */
    async update(slug: string, change: ShopChange): Promise<Shop | undefined> {
      const updated = await engine.write(async (db) => {
        const row = await db
          .selectFrom("stores")
          .selectAll()
          .where("slug", "=", slug)
          .forNoKeyUpdate()
          .executeTakeFirst();
        if (!row) return undefined;
        const before = toShop(row);
        const after: Shop = { ...before, ...change, theme: { ...before.theme, ...change.theme } };
        if (after.slug !== before.slug) await refuseTakenSlug(db, after);
        if (after.currency !== before.currency) await refuseForeignPrices(db, after);
        await db.updateTable("stores").set(toRow(after)).where("id", "=", after.id).execute();
        await cache.changed(db);
        return after;
      });
      cache.forget();
      return updated;
    },
  };
}

async function refuseTakenSlug(db: Queries, { slug }: Shop): Promise<void> {
  const taken = await db.selectFrom("stores").select("id").where("slug", "=", slug).executeTakeFirst();
  if (taken) throw new ApiError("CONFLICT", `The slug "${slug}" is taken by another store.`);
}

async function refuseForeignPrices(db: Queries, { id, currency }: Shop): Promise<void> {
  const foreign = await db
    .selectFrom("products")
    .select(["name", "currency"])
    .where("store_id", "=", id)
    .where("currency", "!=", currency)
    .executeTakeFirst();
  if (!foreign) return;
  throw new ApiError(
    "CONFLICT",
    `The store can't change to ${currency} while products are priced in another currency: "${foreign.name}" is in ${foreign.currency}. Import them with prices in ${currency} first.`,
  );
}

const blank: Omit<Shop, "id" | "slug" | "name" | "currency"> = {
  description: null,
  logoUrl: null,
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
};

function toShop(row: StoreRow): Shop {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    logoUrl: row.logo_url,
    currency: row.currency,
    contactEmail: row.contact_email,
    contactPhone: row.contact_phone,
    seoTitle: row.seo_title,
    seoDescription: row.seo_description,
    theme: JSON.parse(row.theme),
    templateKey: row.template_key,
    templateTexts: row.template_texts === null ? null : JSON.parse(row.template_texts),
    plan: row.plan === "pro" ? "pro" : "free",
    isPublished: row.is_published === 1,
    paymentsConfigured: row.payments_configured === 1,
    successUrl: row.success_url,
    cancelUrl: row.cancel_url,
    portalReturnUrl: row.portal_return_url,
    stripeAccount: row.stripe_account,
    introspectionUrl: row.introspection_url,
    introspectionClientId: row.introspection_client_id,
    introspectionClientSecret: row.introspection_client_secret,
    shipsTo: row.ships_to === null ? null : JSON.parse(row.ships_to),
  };
}

function toRow(shop: Shop): Omit<StoreRow, "created_at"> {
  return {
    id: shop.id,
    slug: shop.slug,
    name: shop.name,
    description: shop.description,
    logo_url: shop.logoUrl,
    currency: shop.currency,
    contact_email: shop.contactEmail,
    contact_phone: shop.contactPhone,
    seo_title: shop.seoTitle,
    seo_description: shop.seoDescription,
    theme: JSON.stringify(shop.theme),
    template_key: shop.templateKey,
    template_texts: shop.templateTexts === null ? null : JSON.stringify(shop.templateTexts),
    plan: shop.plan,
    is_published: shop.isPublished ? 1 : 0,
    payments_configured: shop.paymentsConfigured ? 1 : 0,
    success_url: shop.successUrl,
    cancel_url: shop.cancelUrl,
    portal_return_url: shop.portalReturnUrl,
    stripe_account: shop.stripeAccount,
    introspection_url: shop.introspectionUrl,
    introspection_client_id: shop.introspectionClientId,
    introspection_client_secret: shop.introspectionClientSecret,
    ships_to: shop.shipsTo === null ? null : JSON.stringify(shop.shipsTo),
  };
}
