import { type CartLine, withoutBought } from "../domain/cart.ts";
import type { Mode, SnapshotLine } from "../domain/checkout.ts";
import type { Engine, Queries } from "./engine.ts";
import type { CheckoutSessionRow } from "./schema.ts";
import { type SubscriptionRecord, saveSubscription } from "./subscriptions.ts";

export interface CheckoutSessionRecord {
  id: string;
  storeId: string;
  cartId: string;
  providerId: string | null;
  status: "open" | "complete" | "expired";
  paymentStatus: "unpaid" | "paid" | "no_payment_required";
  mode: Mode;
  lines: SnapshotLine[];
  total: number;
  currency: string;
  memberId: string | null;
  customerEmail: string | null;
  url: string | null;
  createdAt: number;
  expiresAt: number;
  completedAt: number | null;
}

/** What the provider says has become of a session. */
export interface Outcome {
  status: CheckoutSessionRecord["status"];
  paymentStatus: CheckoutSessionRecord["paymentStatus"];
  customerEmail: string | null;
  url: string | null;
  completedAt: number | null;
  subscription?: Omit<SubscriptionRecord, "storeId" | "memberId">;
}

export function checkoutSessionQueries(engine: Engine) {
  const select = (db: Queries, storeId: string) =>
    db.selectFrom("checkout_sessions").selectAll().where("store_id", "=", storeId);

  return {
    /** Records a session, and tells which others of its cart are still open. */
    async begin(session: CheckoutSessionRecord): Promise<CheckoutSessionRecord[]> {
      return engine.write(async (db) => {
        const older = await select(db, session.storeId)
          .where("cart_id", "=", session.cartId)
          .where("status", "=", "open")
          .execute();
        await db.insertInto("checkout_sessions").values(toRow(session)).execute();
        return older.map(toRecord);
      });
    },

    /** By our id or the provider's; undefined when unknown or another store's. */
    async find({
      storeId,
      sessionId,
    }: {
      storeId: string;
      sessionId: string;
    }): Promise<CheckoutSessionRecord | undefined> {
      const row = await select(engine.read, storeId)
        .where((eb) => eb.or([eb("id", "=", sessionId), eb("provider_id", "=", sessionId)]))
        .executeTakeFirst();
      return row && toRecord(row);
    },

    /** For a provider that has forgotten its sessions: the development stand-in after a restart. */
    async expireAllOpen(): Promise<void> {
      await engine.write((db) =>
        db
          .updateTable("checkout_sessions")
          .set({ status: "expired", url: null })
          .where("status", "=", "open")
          .execute(),
      );
    },

    /** Notes what the provider answered to the creation; false when the session has been ended meanwhile. */
    async opened(id: string, { providerId, url }: { providerId: string; url: string }): Promise<boolean> {
      return engine.write(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable("checkout_sessions")
          .set({ provider_id: providerId, url })
          .where("id", "=", id)
          .where("status", "=", "open")
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      });
    },

    /**
     * Notes what has become of a session, in one transaction with what follows from it: what was bought leaves the
     * cart, a subscription is kept. Only the first to complete a session does this; later ones change nothing.
     */
    async settle(id: string, outcome: Outcome): Promise<CheckoutSessionRecord | undefined> {
      return engine.write(async (db) => {
        const query = db.selectFrom("checkout_sessions").selectAll().where("id", "=", id);
        const row = await (engine.locksRows ? query.forUpdate() : query).executeTakeFirst();
        if (!row) return undefined;
        const before = toRecord(row);
        if (before.status !== "open") return before;
        const { subscription, ...changes } = outcome;
        const after: CheckoutSessionRecord = { ...before, ...changes };
        await db.updateTable("checkout_sessions").set(toRow(after)).where("id", "=", id).execute();
        if (after.status === "complete") {
          await takeFromCart(db, after);
          if (subscription) {
            await saveSubscription(db, { ...subscription, storeId: after.storeId, memberId: after.memberId });
          }
        }
        return after;
      });
    },
  };

  async function takeFromCart(db: Queries, { cartId, lines: bought }: CheckoutSessionRecord): Promise<void> {
    const query = db.selectFrom("carts").select("lines").where("id", "=", cartId);
    const cart = await (engine.locksRows ? query.forUpdate() : query).executeTakeFirst();
    if (!cart) return;
    const left = withoutBought(JSON.parse(cart.lines) as CartLine[], bought);
    await db
      .updateTable("carts")
      .set({ lines: JSON.stringify(left) })
      .where("id", "=", cartId)
      .execute();
  }
}

function toRecord(row: CheckoutSessionRow): CheckoutSessionRecord {
  return {
    id: row.id,
    storeId: row.store_id,
    cartId: row.cart_id,
    providerId: row.provider_id,
    status: row.status as CheckoutSessionRecord["status"],
    paymentStatus: row.payment_status as CheckoutSessionRecord["paymentStatus"],
    mode: row.mode as Mode,
    lines: JSON.parse(row.lines),
    total: row.total,
    currency: row.currency,
    memberId: row.member_id,
    customerEmail: row.customer_email,
    url: row.url,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    completedAt: row.completed_at,
  };
}

function toRow(session: CheckoutSessionRecord): CheckoutSessionRow {
  return {
    id: session.id,
    store_id: session.storeId,
    cart_id: session.cartId,
    provider_id: session.providerId,
    status: session.status,
    payment_status: session.paymentStatus,
    mode: session.mode,
    lines: JSON.stringify(session.lines),
    total: session.total,
    currency: session.currency,
    member_id: session.memberId,
    customer_email: session.customerEmail,
    url: session.url,
    created_at: session.createdAt,
    expires_at: session.expiresAt,
    completed_at: session.completedAt,
  };
}
