import type { Selectable } from "kysely";
import type { Actor } from "../../domain/actor.ts";
import { changedFields, firstValues } from "../../domain/audit.ts";
import type { Clock } from "../../domain/clock.ts";
import { conflict } from "../../domain/error-codes.ts";
import { newId } from "../../domain/ids.ts";
import type { NewShippingRate, ShippingRate } from "../../domain/shipping-rate.ts";
import type { Engine } from "../engines/engine.ts";
import type { Queries } from "../engines/queries.ts";
import type { ShippingRateRow } from "../schema.ts";
import { recordChange } from "./audit/record-change.ts";
import { camelCased } from "./camel-case.ts";
import { lockStore } from "./lock-store.ts";

const maxPerStore = 50;

interface RateAddress {
  storeId: string;
  rateId: string;
}

export function shippingRateQueries(engine: Engine, clock: Clock) {
  return {
    /** A store's rates, oldest first. */
    async list(storeId: string): Promise<ShippingRate[]> {
      const rows = await engine.read
        .selectFrom("shipping_rates")
        .selectAll()
        .where("store_id", "=", storeId)
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return rows.map(toRate);
    },

    /** Throws CONFLICT when the store has reached its limit of rates, or its currency isn't the one of the prices. */
    async add(
      { storeId, currency }: { storeId: string; currency: string },
      rate: NewShippingRate,
      by?: Actor,
    ): Promise<ShippingRate> {
      return engine.write(async (db) => {
        await lockPricesOf(db, { storeId, currency });
        const { count } = await db
          .selectFrom("shipping_rates")
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .where("store_id", "=", storeId)
          .executeTakeFirstOrThrow();
        if (Number(count) >= maxPerStore) {
          throw conflict(`A store can have at most ${maxPerStore} shipping rates.`);
        }
        const added: ShippingRate = { id: newId("ship"), ...rate, isActive: true };
        const now = clock();
        await db
          .insertInto("shipping_rates")
          .values({ id: added.id, store_id: storeId, ...columnsOf(rate), is_active: 1, created_at: now })
          .execute();
        const change = { action: "shipping_rate.added", objectId: added.id } as const;
        await recordChange(db, by, { storeId, ...change, changes: firstValues(rate) }, now);
        return added;
      });
    },

    /**
     * Changes it; open payment pages keep the rate that they offered. Undefined when the store has no such rate.
     * Throws CONFLICT when the store's currency isn't the one of the prices.
     */
    async update(
      { storeId, rateId, currency }: RateAddress & { currency: string },
      rate: NewShippingRate,
      by?: Actor,
    ): Promise<ShippingRate | undefined> {
      return engine.write(async (db) => {
        await lockPricesOf(db, { storeId, currency });
        const row = await db
          .selectFrom("shipping_rates")
          .selectAll()
          .where("id", "=", rateId)
          .where("store_id", "=", storeId)
          .executeTakeFirst();
        if (!row) return undefined;
        const before = toRate(row);
        const after: ShippingRate = { ...before, ...rate };
        const changes = changedFields(before, after);
        if (Object.keys(changes).length === 0) return after;
        await db.updateTable("shipping_rates").set(columnsOf(rate)).where("id", "=", rateId).execute();
        const action = "shipping_rate.updated";
        await recordChange(db, by, { storeId, action, objectId: rateId, changes }, clock());
        return after;
      });
    },

    /** Whether new checkouts offer it. Undefined when the store has no such rate. */
    async setActive(
      { storeId, rateId }: RateAddress,
      isActive: boolean,
      by?: Actor,
    ): Promise<ShippingRate | undefined> {
      return engine.write(async (db) => {
        const row = await db
          .updateTable("shipping_rates")
          .set({ is_active: isActive ? 1 : 0 })
          .where("id", "=", rateId)
          .where("store_id", "=", storeId)
          .returningAll()
          .executeTakeFirst();
        if (!row) return undefined;
        const action = isActive ? "shipping_rate.activated" : "shipping_rate.deactivated";
        await recordChange(db, by, { storeId, action, objectId: rateId, changes: {} }, clock());
        return toRate(row);
      });
    },

    /** Deletes it; open payment pages still offer it. Undefined when the store has no such rate. */
    async remove({ storeId, rateId }: RateAddress, by?: Actor): Promise<ShippingRate | undefined> {
      return engine.write(async (db) => {
        const row = await db
          .deleteFrom("shipping_rates")
          .where("id", "=", rateId)
          .where("store_id", "=", storeId)
          .returningAll()
          .executeTakeFirst();
        if (!row) return undefined;
        const changes = { name: { from: row.name } };
        const change = { storeId, action: "shipping_rate.removed", objectId: rateId, changes } as const;
        await recordChange(db, by, change, clock());
        return toRate(row);
      });
    },
  };
}

/** Keeps the store's currency as it is. Throws CONFLICT when the prices are in another one. */
async function lockPricesOf(
  db: Queries,
  { storeId, currency }: { storeId: string; currency: string },
): Promise<void> {
  await lockStore(db, storeId);
  const store = await db.selectFrom("stores").select("currency").where("id", "=", storeId).executeTakeFirst();
  if (store?.currency === currency) return;
  throw conflict("The store's currency has changed meanwhile. Nothing was saved.");
}

function columnsOf(rate: NewShippingRate) {
  return {
    name: rate.name,
    price_in_cents: rate.priceInCents,
    min_days: rate.days?.min ?? null,
    max_days: rate.days?.max ?? null,
    free_from_in_cents: rate.freeFromInCents,
    countries: rate.countries === null ? null : JSON.stringify(rate.countries),
  };
}

function toRate(row: Selectable<ShippingRateRow>): ShippingRate {
  const { min_days: min, max_days: max } = row;
  return {
    ...camelCased(row, "id", "name", "price_in_cents", "free_from_in_cents"),
    days: min === null || max === null ? null : { min, max },
    countries: row.countries === null ? null : JSON.parse(row.countries),
    isActive: row.is_active === 1,
  };
}
