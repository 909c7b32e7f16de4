import { ApiError } from "@counterpart/server/errors";
import type { Actor } from "../../../domain/actor.ts";
import { firstValues } from "../../../domain/audit.ts";
import { newId } from "../../../domain/ids.ts";
import { displayAmount } from "../../../domain/money.ts";
import type { RefundStatus } from "../../../domain/order-state.ts";
import { chooseRefund, type RefundRequest } from "../../../domain/refund.ts";
import type { Queries } from "../../engines/queries.ts";
import { recordChange } from "../audit/record-change.ts";
import { readOrders } from "./read-orders.ts";

/** A refund that was asked for here. */
export interface RequestedRefund {
  /** Also the idempotency key at the provider. */
  id: string;
  /** The provider's `pi_…`. */
  paymentId: string;
  /** Null for the platform's own account. */
  account: string | null;
  /** In the currency's smallest unit. */
  amount: number;
  currency: string;
  /** The provider's `re_…`; null until it is known to be made. */
  refundId: string | null;
  refundStatus: RefundStatus | null;
  requestedAt: number;
}

/** A recorded request, and what it is to the one who asks now. */
export interface BegunRefund extends RequestedRefund {
  /** Whether it was asked for from the same page. */
  isSamePage: boolean;
}

/** Milliseconds. No call to the provider takes so long, so what it doesn't know of by then will never be made. */
export const abandonedAfterMs = 10 * 60 * 1000;

/**
 * Records a refund that the provider is to make, and who asked for it, before money moves. A repetition gets the request
 * that it repeats: one from the same page, one whose outcome isn't known yet, or one that the same person asked for and
 * was never shown. The provider's refunds have to be recorded before, because an open request that isn't among them after
 * ten minutes is given up. Undefined when the store has no such order; throws as `chooseRefund` does.
 */
export async function requestRefund(
  db: Queries,
  { storeId, orderId }: { storeId: string; orderId: string },
  request: RefundRequest,
  { by, now }: { by: Actor; now: number },
): Promise<BegunRefund | undefined> {
  const row = await db
    .selectFrom("orders")
    .selectAll()
    .where("id", "=", orderId)
    .where("store_id", "=", storeId)
    .forUpdate()
    .executeTakeFirst();
  const [order] = await readOrders(db, row ? [row] : []);
  if (!row || !order) return undefined;
  const earlier = await withoutAbandoned(db, await readRequests(db, orderId), now);
  const repeated = findRepeated(earlier, request, by);
  if (repeated) {
    if (repeated.status === "open") await renewRequest(db, repeated.id, now);
    const isSamePage = request.token !== undefined && repeated.token === request.token;
    return { ...toRequested(repeated), isSamePage };
  }
  refuseBesideOpen(earlier);
  const { payment, amount } = chooseRefund(order, request);
  const { id: paymentId, currency } = payment;
  const changes = firstValues({ amount, currency, paymentId });
  await recordChange(db, by, { storeId, action: "order.refund_requested", objectId: orderId, changes }, now);
  const created = {
    id: newId("refund"),
    order_id: orderId,
    payment_id: paymentId,
    account: row.account,
    amount,
    currency,
    is_remainder: request.amount === undefined ? 1 : 0,
    token: request.token ?? null,
    actor_kind: by.kind,
    actor_id: by.id,
    status: "open",
    refund_id: null,
    created_at: now,
    answered_at: null,
  };
  await db.insertInto("refund_requests").values(created).execute();
  return { ...toRequested({ ...created, refund_status: null }), isSamePage: true };
}

type Earlier = Awaited<ReturnType<typeof readRequests>>[number];

/** Those that may have moved money, oldest first. */
function readRequests(db: Queries, orderId: string) {
  return db
    .selectFrom("refund_requests")
    .leftJoin("payment_refunds", "payment_refunds.id", "refund_requests.refund_id")
    .selectAll("refund_requests")
    .select("payment_refunds.status as refund_status")
    .where("refund_requests.order_id", "=", orderId)
    .where("refund_requests.status", "in", ["open", "made"])
    .orderBy("refund_requests.created_at")
    .orderBy("refund_requests.id")
    .execute();
}

/** Those of an order whose outcome isn't known. */
export async function unconfirmedRefunds(
  db: Queries,
  { storeId, orderId }: { storeId: string; orderId: string },
): Promise<RequestedRefund[]> {
  const order = await db
    .selectFrom("orders")
    .select("id")
    .where("id", "=", orderId)
    .where("store_id", "=", storeId)
    .executeTakeFirst();
  if (!order) return [];
  return (await readRequests(db, orderId)).filter(({ status }) => status === "open").map(toRequested);
}

function findRepeated(earlier: Earlier[], request: RefundRequest, by: Actor): Earlier | undefined {
  const { token, amount, paymentId } = request;
  const isSame = (one: Earlier) =>
    (paymentId === undefined || one.payment_id === paymentId) &&
    (amount === undefined ? one.is_remainder === 1 : one.amount === amount);
  const ofPage = earlier.find((one) => token !== undefined && one.token === token);
  if (ofPage && !isSame(ofPage)) {
    throw new ApiError(
      "CONFLICT",
      "Another amount was already requested from this page. Look at the order first.",
    );
  }
  if (ofPage) return ofPage;
  return (
    earlier.find((one) => one.status === "open" && isSame(one)) ??
    earlier.find((one) => isUnseen(one, by) && isSame(one))
  );
}

/** The person asked for it, and never learned that it was made. */
function isUnseen({ status, answered_at, actor_kind, actor_id, refund_status }: Earlier, by: Actor): boolean {
  return (
    status === "made" &&
    answered_at === null &&
    refund_status !== "failed" &&
    actor_kind === by.kind &&
    actor_id === by.id
  );
}

/**
 * Gives up open requests that the provider never got. It also answers a key to which it once answered 500 with that 500 for a
 * day, so a later repetition needs a new one.
 */
async function withoutAbandoned(db: Queries, earlier: Earlier[], now: number): Promise<Earlier[]> {
  const isAbandoned = ({ status, created_at }: Earlier) =>
    status === "open" && created_at <= now - abandonedAfterMs;
  for (const { id } of earlier.filter(isAbandoned)) await closeRequest(db, id, "abandoned");
  return earlier.filter((one) => !isAbandoned(one));
}

/** The provider is asked again, so the ten minutes begin again. */
async function renewRequest(db: Queries, requestId: string, now: number): Promise<void> {
  await db.updateTable("refund_requests").set({ created_at: now }).where("id", "=", requestId).execute();
}

/** Throws CONFLICT for another refund while the outcome of one isn't known. */
function refuseBesideOpen(earlier: Earlier[]): void {
  const open = earlier.find(({ status }) => status === "open");
  if (!open) return;
  const sum = displayAmount(open.amount, open.currency);
  throw new ApiError(
    "CONFLICT",
    `A refund of ${sum} was requested, and its outcome isn't known yet. Repeat that refund, which isn't made twice, or check the order in ten minutes.`,
  );
}

/** Ends a request that moved no money. */
export async function closeRequest(
  db: Queries,
  requestId: string,
  status: "refused" | "abandoned",
): Promise<void> {
  await db
    .updateTable("refund_requests")
    .set({ status })
    .where("id", "=", requestId)
    .where("status", "=", "open")
    .execute();
}

/** Records that the person who asked is shown the refund. False when they were before, or another one asked. */
export async function answerRequest(
  db: Queries,
  requestId: string,
  { by, now }: { by: Actor; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("refund_requests")
    .set({ answered_at: now })
    .where("id", "=", requestId)
    .where("answered_at", "is", null)
    .where("actor_kind", "=", by.kind)
    .where("actor_id", "=", by.id)
    .executeTakeFirst();
  return numUpdatedRows !== 0n;
}

function toRequested(row: Earlier): RequestedRefund {
  return {
    id: row.id,
    paymentId: row.payment_id,
    account: row.account,
    amount: row.amount,
    currency: row.currency,
    refundId: row.refund_id,
    refundStatus: row.refund_status as RefundStatus | null,
    requestedAt: row.created_at,
  };
}
