import type { CartLine } from "../../../domain/cart.ts";
import type { Queries } from "../../engines/queries.ts";
import { isOpen } from "./session-conditions.ts";

/** Which of a store's open sessions contain something that is no longer for sale. */
export type Unsellable =
  | { products: ReadonlySet<string> }
  /** All sessions except those on this account of the provider; null for the platform's own. */
  | { exceptAccount: string | null }
  | "all";

/** Sessions per statement. */
const perPage = 500;

/**
 * Requests that open payment pages are closed. Runs in the transaction that takes their products off sale, so
 * the pages get closed even if this process fails. Agents have no pages, and learn of it from their sessions.
 */
export async function requestClosing(
  db: Queries,
  storeId: string,
  unsellable: Unsellable,
  now: number,
): Promise<void> {
  if (unsellable !== "all" && "products" in unsellable) {
    if (unsellable.products.size > 0) await closeThoseWith(db, storeId, unsellable.products, now);
    return;
  }
  let sessions = db
    .updateTable("checkout_sessions")
    .set({ close_due_at: now })
    .where("store_id", "=", storeId)
    .where(isOpen())
    .where("agent", "is", null)
    .where("close_due_at", "is", null);
  if (unsellable !== "all") {
    const account = unsellable.exceptAccount;
    sessions = sessions.where((eb) =>
      account === null
        ? eb("account", "is not", null)
        : eb.or([eb("account", "is", null), eb("account", "!=", account)]),
    );
  }
  await sessions.execute();
}

async function closeThoseWith(
  db: Queries,
  storeId: string,
  products: ReadonlySet<string>,
  now: number,
): Promise<void> {
  for (let after = ""; ; ) {
    const page = await db
      .selectFrom("checkout_sessions")
      .select(["id", "lines"])
      .where("store_id", "=", storeId)
      .where(isOpen())
      .where("agent", "is", null)
      .where("close_due_at", "is", null)
      .where("id", ">", after)
      .orderBy("id")
      .limit(perPage)
      .execute();
    const concerned = page.filter(({ lines }) =>
      (JSON.parse(lines) as CartLine[]).some(({ productId }) => products.has(productId)),
    );
    if (concerned.length > 0) {
      const ids = concerned.map(({ id }) => id);
      await db.updateTable("checkout_sessions").set({ close_due_at: now }).where("id", "in", ids).execute();
    }
    const last = page.at(-1);
    if (page.length < perPage || !last) return;
    after = last.id;
  }
}
