import { sql } from "kysely";
import type { Actor } from "../../../domain/actor.ts";
import type { Clock } from "../../../domain/clock.ts";
import type { Order, PaymentRefund } from "../../../domain/order.ts";
import type { FulfilmentChange, OrderStatus } from "../../../domain/order-state.ts";
import type { RefundRequest } from "../../../domain/refund.ts";
import type { TaxOnTop } from "../../../domain/refund-content.ts";
import type { AddressCorrection } from "../../../domain/shipping-address.ts";
import type { Engine } from "../../engines/engine.ts";
import { hasEmail } from "../has-email.ts";
import { makeOnce } from "../idempotency-keys.ts";
import { changeFulfilment, type NewParcel, sendParcel } from "./change-fulfilment.ts";
import { correctAddress } from "./correct-address.ts";
import { numberOrders } from "./number-orders.ts";
import {
  hasFailedMail,
  hasPaymentDifference,
  hasStatus,
  hasUnansweredDispute,
  hasUnresolvedRefund,
  isUnsent,
  placedAt,
} from "./order-conditions.ts";
import { type MeantOrders, type OrderQuery, ordersMeantBy, ordersWithFailedMail } from "./order-search.ts";
import { addMissingTerms } from "./order-terms.ts";
import { type OrderAddress, readOrder, readOrders } from "./read-orders.ts";
import { type Refunds, recordMadeRefund, recordRefunds } from "./record-refunds.ts";
import {
  answerRequest,
  type BegunRefund,
  closeRequest,
  type RequestedRefund,
  requestRefund,
  unconfirmedRefunds,
} from "./request-refund.ts";
import { resolveRefund } from "./resolve-refund.ts";

/** Filters are combined with AND. */
export interface OrderFilter {
  number?: number | undefined;
  /** Of the checkout session: our id or the provider's. */
  sessionId?: string | undefined;
  cartId?: string | undefined;
  memberId?: string | undefined;
  status?: OrderStatus | undefined;
  fulfilled?: boolean | undefined;
  /** Whether the order still has physical goods to send (`isUnsent`). */
  unsent?: boolean | undefined;
  /** Only orders with a dispute that the merchant has to answer. */
  disputed?: true | undefined;
  /** Only orders with a failed refund that the buyer still waits for. */
  refundFailed?: true | undefined;
  /** Only orders with a payment that differs from what was offered, until a person has resolved it. */
  paymentDiffers?: true | undefined;
  /** Only orders with a mail to the buyer that couldn't be delivered. */
  emailFailed?: true | undefined;
  /** The buyer's address, case-insensitive. */
  email?: string | undefined;
  /** A number, email address, name, SKU, option or tracking number, as a merchant types it. Not empty. */
  search?: string | undefined;
  /** Placed at or after this time; milliseconds since 1970. */
  from?: number | undefined;
  /** Placed before this time. */
  to?: number | undefined;
}

export interface OrderList extends OrderFilter {
  storeId: string;
  /** At most 100, which is also the default. */
  limit?: number | undefined;
  /** The last order of the previous page. */
  after?: string | undefined;
}

/** Orders are always read page by page, so that no statement gets large. */
const maxPerPage = 100;
/** What many orders match is first looked for among so many of the latest. */
const lookedThrough = 5000;

export function orderQueries(engine: Engine, clock: Clock) {
  /**
   * Most recently recorded first; with `from` or `to`, most recently placed first. Undefined when the store has no order
   * `after`.
   */
  async function list(wanted: OrderList): Promise<{ orders: Order[]; hasMore: boolean } | undefined> {
    const { storeId, limit = maxPerPage, after } = wanted;
    const db = engine.read;
    const { orders, isMeant } = await meantBy(wanted);
    const isByPlacing = wanted.from !== undefined || wanted.to !== undefined;
    const time = isByPlacing ? placedAt() : sql.ref<number>("orders.created_at");
    const last =
      after === undefined
        ? undefined
        : await db
            .selectFrom("orders")
            .select([sql<number>`${time}`.as("time"), "id"])
            .where("store_id", "=", storeId)
            .where("id", "=", after)
            .executeTakeFirst();
    if (after !== undefined && !last) return undefined;
    const newestOf = (orders: OrderQuery, most: number) => {
      const newest = orders
        .selectAll("orders")
        .orderBy(time, "desc")
        .orderBy("orders.id", "desc")
        .limit(most);
      return last ? newest.where(sql<boolean>`(${time}, orders.id) < (${last.time}, ${last.id})`) : newest;
    };
    const latest = newestOf(filtered(db.selectFrom("orders"), wanted), lookedThrough).as("orders");
    const near = isMeant ? db.selectFrom(latest).where(isMeant) : undefined;
    let found = near ? await newestOf(near, limit + 1).execute() : [];
    if (found.length <= limit) found = await newestOf(filtered(orders, wanted), limit + 1).execute();
    return { orders: await readOrders(engine.read, found.slice(0, limit)), hasMore: found.length > limit };
  }

  async function meantBy({ storeId, search, emailFailed }: OrderList): Promise<MeantOrders> {
    const db = engine.read;
    if (search === undefined) {
      return emailFailed ? ordersWithFailedMail(db, storeId) : { orders: db.selectFrom("orders") };
    }
    const meant = await ordersMeantBy(db, storeId, search);
    return emailFailed ? { orders: meant.orders.where(hasFailedMail(storeId)) } : meant;
  }

  function filtered(orders: OrderQuery, wanted: OrderList): OrderQuery {
    const { storeId, number, sessionId, cartId, memberId, status, fulfilled, email, from, to } = wanted;
    let rows = orders.where("store_id", "=", storeId);
    if (number !== undefined) rows = rows.where("number", "=", number);
    if (sessionId !== undefined) {
      const ofProvider = engine.read
        .selectFrom("checkout_sessions")
        .select("id")
        .where("provider_id", "=", sessionId);
      rows = rows.where((eb) =>
        eb.or([eb("checkout_session_id", "=", sessionId), eb("checkout_session_id", "in", ofProvider)]),
      );
    }
    if (cartId !== undefined) rows = rows.where("cart_id", "=", cartId);
    if (memberId !== undefined) rows = rows.where("member_id", "=", memberId);
    if (status !== undefined) rows = rows.where(hasStatus(status));
    if (fulfilled !== undefined) rows = rows.where("fulfilled_at", fulfilled ? "is not" : "is", null);
    if (wanted.unsent !== undefined) rows = rows.where(isUnsent(wanted.unsent));
    if (wanted.disputed) rows = rows.where(hasUnansweredDispute());
    if (wanted.refundFailed) rows = rows.where(hasUnresolvedRefund());
    if (wanted.paymentDiffers) rows = rows.where(hasPaymentDifference(storeId));
    if (email !== undefined) rows = rows.where(hasEmail(email));
    if (from !== undefined) rows = rows.where(placedAt(), ">=", from);
    if (to !== undefined) rows = rows.where(placedAt(), "<", to);
    return rows;
  }

  return {
    /** Whether a payment (`pi_…`) is recorded on an order. */
    async hasPayment(paymentId: string): Promise<boolean> {
      const row = await engine.read
        .selectFrom("order_payments")
        .select("order_id")
        .where("payment_id", "=", paymentId)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The provider's account that an order was sold on; undefined when the session has no order. */
    async accountOf(checkoutSessionId: string): Promise<string | null | undefined> {
      const row = await engine.read
        .selectFrom("orders")
        .select("account")
        .where("checkout_session_id", "=", checkoutSessionId)
        .executeTakeFirst();
      return row?.account;
    },

    list,

    /** All orders of a store, newest first. */
    async listAll(storeId: string): Promise<Order[]> {
      const all: Order[] = [];
      for (;;) {
        const page = await list({ storeId, after: all.at(-1)?.id });
        all.push(...(page?.orders ?? []));
        if (!page?.hasMore) return all;
      }
    },

    /** Undefined when unknown or another store's. */
    find: (address: OrderAddress): Promise<Order | undefined> => readOrder(engine.read, address),

    /** Numbers some orders that have no number yet. Returns whether there may be more. */
    numberSome: (): Promise<boolean> => numberOrders(engine),

    /** Records the search terms of some orders that have none yet. Returns whether there may be more. */
    addSomeTerms: (): Promise<boolean> => addMissingTerms(engine),

    /** Corrects the address and changes the fulfilment, or neither. Undefined when unknown or another store's. */
    change(
      address: OrderAddress,
      {
        shippingAddress,
        ...fulfilment
      }: FulfilmentChange & { shippingAddress?: AddressCorrection | undefined },
      by?: Actor,
    ): Promise<Order | undefined> {
      return engine.write(async (db) => {
        const options = { by, now: clock() };
        if (shippingAddress) await correctAddress(db, address, shippingAddress, options);
        return changeFulfilment(db, address, fulfilment, options);
      });
    },

    /** See `changeFulfilment`. */
    fulfil(
      address: OrderAddress,
      change: FulfilmentChange,
      by?: Actor,
      version?: string,
    ): Promise<Order | undefined> {
      return engine.write((db) => changeFulfilment(db, address, change, { by, version, now: clock() }));
    },

    /**
     * See `sendParcel`. Returns the changed order.
     * @param options `idempotencyToken`: a second call with the same token records nothing
     */
    async ship(
      address: OrderAddress,
      parcel: NewParcel,
      by?: Actor,
      { version, idempotencyToken }: { version?: string; idempotencyToken?: string | undefined } = {},
    ): Promise<Order | undefined> {
      return engine.write(async (db) => {
        const options = { by, version, now: clock() };
        await makeOnce(db, idempotencyToken, () => sendParcel(db, address, parcel, options));
        return readOrder(db, address);
      });
    },

    /** Records a refund request before the provider makes the refund; undefined when unknown or another store's. */
    requestRefund(
      address: OrderAddress,
      request: RefundRequest,
      by: Actor,
      taxes?: TaxOnTop,
    ): Promise<BegunRefund | undefined> {
      return engine.write((db) => requestRefund(db, address, request, { by, now: clock(), taxes }));
    },

    /** An order's refunds requested here whose outcome is unknown, oldest first. */
    unconfirmedRefunds: (address: OrderAddress): Promise<RequestedRefund[]> =>
      unconfirmedRefunds(engine.read, address),

    /** Records the refunds that the provider lists for a payment. */
    recordRefunds: (refunds: Refunds): Promise<void> =>
      engine.write((db) => recordRefunds(db, refunds, clock())),

    /** Records the refund that the provider returned for a request. */
    recordMadeRefund: (address: OrderAddress & { requestId: string }, refund: PaymentRefund): Promise<void> =>
      engine.write((db) => recordMadeRefund(db, address, refund, clock())),

    /** Marks a failed refund as resolved; false when the order has no such refund. */
    resolveRefund: (address: OrderAddress & { refundId: string }, by: Actor): Promise<boolean> =>
      engine.write((db) => resolveRefund(db, address, { by, now: clock() })),

    /** Records that the provider refused the request. */
    refuseRefundRequest: (requestId: string): Promise<void> =>
      engine.writeOne((db) => closeRequest(db, requestId, "refused")),

    /** Records that the person who requested the refund is shown it. Returns whether this is the first time. */
    answerRefundRequest: (requestId: string, by: Actor): Promise<boolean> =>
      engine.writeOne((db) => answerRequest(db, requestId, { by, now: clock() })),
  };
}
