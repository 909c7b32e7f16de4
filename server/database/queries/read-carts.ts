import { unavailable } from "@counterpart/server/errors";
import { sql } from "kysely";
import type { Clock } from "../../domain/clock.ts";
import { batchCalls } from "../concurrency/batched-calls.ts";
import type { Engine } from "../engines/engine.ts";
import type { CartAddress, CartRow } from "./replace-cart-lines.ts";

const batchBounds = {
  maxRunning: 2,
  maxSize: 200,
  maxWaitMs: 5000,
  refusal: () => unavailable("Too many carts are being read at the moment. Try again in a few seconds."),
};

/**
 * Reads carts from a remote database, batching concurrent reads into one statement. Undefined when the cart
 * is unknown, expired or another store's.
 */
export function cartReader(
  engine: Engine,
  clock: Clock,
): (address: CartAddress) => Promise<CartRow | undefined> {
  // Without a condition on the expiry, for which PostgreSQL might read the index of all stores' expiries.
  const readMany = engine.statement((db, { cartIds }: { cartIds: string[] }) =>
    db
      .selectFrom("carts")
      .select(["id", "store_id", "currency", "lines", "expires_at"])
      .where("id", "=", sql<string>`any(${cartIds}::text[])`),
  );

  return batchCalls(async (addresses: CartAddress[]) => {
    const cartIds = addresses.map(({ cartId }) => cartId);
    const now = clock();
    const { rows } = await readMany(engine.read, { cartIds });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return addresses.map(({ storeId, cartId }) => {
      const row = byId.get(cartId);
      return row?.store_id === storeId && row.expires_at > now ? row : undefined;
    });
  }, batchBounds);
}
