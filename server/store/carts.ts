import { type CartLine, cartLifetimeMs } from "../domain/cart.ts";
import type { Clock } from "../domain/clock.ts";
import { newId } from "../domain/ids.ts";
import type { Engine, Queries } from "./engine.ts";

export interface CartRecord {
  id: string;
  storeId: string;
  currency: string;
  lines: CartLine[];
}

interface CartAddress {
  storeId: string;
  cartId: string;
}

export function cartQueries(engine: Engine, clock: Clock) {
  const select = (db: Queries, { storeId, cartId }: CartAddress) =>
    db
      .selectFrom("carts")
      .select(["currency", "lines"])
      .where("id", "=", cartId)
      .where("store_id", "=", storeId)
      .where("expires_at", ">", clock());

  return {
    async create(storeId: string, currency: string): Promise<CartRecord> {
      const id = newId("cart");
      await engine.write((db) =>
        db
          .insertInto("carts")
          .values({ id, store_id: storeId, currency, lines: "[]", expires_at: clock() + cartLifetimeMs })
          .execute(),
      );
      return { id, storeId, currency, lines: [] };
    },

    /** Undefined when the cart is unknown, expired or another store's. */
    async find({ storeId, cartId }: CartAddress): Promise<CartRecord | undefined> {
      const row = await select(engine.read, { storeId, cartId }).executeTakeFirst();
      return row && { id: cartId, storeId, currency: row.currency, lines: JSON.parse(row.lines) };
    },

    /**
     * Replaces the lines by what `decide` makes of them, with nobody in between: two changes at once both count.
     * What `decide` throws changes nothing. Undefined when the cart is unknown, expired or another store's.
     */
    async change(
      address: CartAddress,
      decide: (lines: CartLine[], currency: string) => CartLine[],
    ): Promise<CartRecord | undefined> {
      return engine.write((db) => changeCart(db, address, decide));
    },

    /** Deletes what has expired before now; at most `most` carts at a time. Returns how many. */
    async deleteExpired(most: number): Promise<number> {
      return engine.write(async (db) => {
        const { numDeletedRows } = await db
          .deleteFrom("carts")
          .where(
            "id",
            "in",
            db
              .selectFrom("carts")
              .select("id")
              .where("expires_at", "<=", clock())
              .orderBy("expires_at")
              .limit(most),
          )
          .executeTakeFirst();
        return Number(numDeletedRows);
      });
    },
  };

  async function changeCart(
    db: Queries,
    address: CartAddress,
    decide: (lines: CartLine[], currency: string) => CartLine[],
  ): Promise<CartRecord | undefined> {
    const query = select(db, address);
    const row = await (engine.locksRows ? query.forUpdate() : query).executeTakeFirst();
    if (!row) return undefined;
    const lines = decide(JSON.parse(row.lines), row.currency);
    await db
      .updateTable("carts")
      .set({ lines: JSON.stringify(lines), expires_at: clock() + cartLifetimeMs })
      .where("id", "=", address.cartId)
      .execute();
    return { id: address.cartId, storeId: address.storeId, currency: row.currency, lines };
  }
}
