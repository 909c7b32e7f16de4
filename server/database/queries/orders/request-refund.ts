import type { Actor } from "../../../domain/actor.ts";
import { firstValues } from "../../../domain/audit.ts";
import { conflict } from "../../../domain/error-codes.ts";
import { newId } from "../../../domain/ids.ts";
import { quantitiesOf, summed, without } from "../../../domain/line-quantities.ts";
import { displayAmount } from "../../../domain/money.ts";
import type { RefundStatus } from "../../../domain/order-state.ts";
import type { RefundRequest } from "../../../domain/refund.ts";
import { planRefund, type RefundContent, type TaxOnTop } from "../../../domain/refund-content.ts";
import type { Queries } from "../../engines/queries.ts";
import { recordChange } from "../audit/record-change.ts";
import { camelCased } from "../camel-case.ts";
import { type OrderAddress, readOrders, selectOrder } from "./read-orders.ts";

/** A refund requested here. */
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
  /** The provider's `re_…`; null until the refund is known to exist. */
  refundId: string | null;
  refundStatus: RefundStatus | null;
  requestedAt: number;
}

/** A recorded request, as seen by the current requester. */
export interface BegunRefund extends RequestedRefund {
  /** Whether the request has the token of the one that began it. */
  hasSameToken: boolean;
}

/** Milliseconds. No call to the provider takes this long, so a refund unknown to it by then will never be made. */
export const abandonedAfterMs = 10 * 60 * 1000;

/**
 * Records a refund request before money moves. A repetition returns the earlier one; record the provider's refunds
 * first (docs/decisions/0139-refund-requests.md). Undefined without such an order; throws as `planRefund` does.
 */
export async function requestRefund(
  db: Queries,
  address: OrderAddress,
  request: RefundRequest,
  { by, now, taxes }: { by: Actor; now: number; taxes?: TaxOnTop | undefined },
): Promise<BegunRefund | undefined> {
  const { storeId, orderId } = address;
  const row = await selectOrder(db, address).forUpdate().executeTakeFirst();
  const [order] = await readOrders(db, row ? [row] : []);
  if (!row || !order) return undefined;
  const earlier = await withoutAbandoned(db, await readRequests(db, orderId), now);
  const ofToken = await requestOfToken(db, earlier, { orderId, token: request.token });
  const repeated = findRepeated(earlier, { request, ofToken, by });
  if (repeated) {
    if (repeated.status === "open") await renewRequest(db, repeated.id, now);
    if (request.token !== undefined && !ofToken)
      await addToken(db, repeated, { token: request.token, by, now });
    const hasSameToken = request.token !== undefined && repeated.token === request.token;
    return { ...toRequested(repeated), hasSameToken };
  }
  refuseBesideOpen(earlier);
  const { payment, amount, content } = planRefund(order, request, taxes);
  const { id: paymentId, currency } = payment;
  const changes = firstValues({ amount, currency, paymentId, ...(content && auditedContent(content)) });
  await recordChange(db, by, { storeId, action: "order.refund_requested", objectId: orderId, changes }, now);
  const created = {
    id: newId("refund"),
    order_id: orderId,
    payment_id: paymentId,
    account: row.account,
    amount,
    currency,
    is_remainder: request.amount === undefined && content === null ? 1 : 0,
    content: content && JSON.stringify(content),
    token: request.token ?? null,
    actor_kind: by.kind,
    actor_id: by.id,
    status: "open",
    refund_id: null,
    created_at: now,
    answered_at: null,
  };
  await db.insertInto("refund_requests").values(created).execute();
  return { ...toRequested({ ...created, repeats: null, refund_status: null }), hasSameToken: true };
}

type Earlier = Awaited<ReturnType<typeof readRequests>>[number];

/** Requests that may have moved money, oldest first. */
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

/** An order's requests whose outcome is unknown. */
export async function unconfirmedRefunds(db: Queries, address: OrderAddress): Promise<RequestedRefund[]> {
  const order = await selectOrder(db, address).executeTakeFirst();
  if (!order) return [];
  return (await readRequests(db, order.id)).filter(({ status }) => status === "open").map(toRequested);
}

/** The request that this token made or repeated, if it may have moved money. */
async function requestOfToken(
  db: Queries,
  earlier: Earlier[],
  { orderId, token }: { orderId: string; token: string | undefined },
): Promise<Earlier | undefined> {
  if (token === undefined) return undefined;
  const repeating = await db
    .selectFrom("refund_requests")
    .select("repeats")
    .where("order_id", "=", orderId)
    .where("token", "=", token)
    .where("status", "=", "repeated")
    .execute();
  const ids = repeating.map(({ repeats }) => repeats);
  return earlier.find((one) => one.token === token) ?? earlier.find(({ id }) => ids.includes(id));
}

/** Records that the token means this request too, so that sending it once more doesn't make another refund. */
async function addToken(
  db: Queries,
  { refund_status: _, ...repeated }: Earlier,
  { token, by, now }: { token: string; by: Actor; now: number },
): Promise<void> {
  const repeating = {
    ...repeated,
    id: newId("refund"),
    token,
    actor_kind: by.kind,
    actor_id: by.id,
    status: "repeated",
    repeats: repeated.id,
    refund_id: null,
    created_at: now,
    answered_at: null,
  };
  await db.insertInto("refund_requests").values(repeating).execute();
}

function findRepeated(
  earlier: Earlier[],
  { request, ofToken, by }: { request: RefundRequest; ofToken: Earlier | undefined; by: Actor },
): Earlier | undefined {
  const { paymentId } = request;
  const isSame = (one: Earlier) =>
    (paymentId === undefined || one.payment_id === paymentId) && isOfSame(one, request);
  if (ofToken && !isSame(ofToken)) {
    throw conflict(
      "Another refund was already requested from this page or with this key. Check the order first.",
    );
  }
  if (ofToken) return ofToken;
  return (
    earlier.find((one) => one.status === "open" && isSame(one)) ??
    earlier.find((one) => isUnseen(one, by) && isSame(one))
  );
}

/** Items are compared by their quantities: their shares depend on earlier refunds. */
function isOfSame(earlier: Earlier, { amount, content: wanted }: RefundRequest): boolean {
  if (wanted) {
    if (earlier.content === null) return false;
    const { lines, shipping }: RefundContent = JSON.parse(earlier.content);
    const asked = summed(wanted.lines);
    const isSameLines = without(lines, asked).length + without(asked, lines).length === 0;
    return isSameLines && shipping > 0 === wanted.shipping;
  }
  if (earlier.content !== null) return false;
  return amount === undefined ? earlier.is_remainder === 1 : earlier.amount === amount;
}

/** The quantities by product, as in the entry of a return. */
function auditedContent({ lines, shipping }: RefundContent): Record<string, number> {
  return { ...quantitiesOf(lines), ...(shipping > 0 && { shipping }) };
}

/** The same person requested it and was never shown that it was made. */
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
 * Abandons open requests that never reached the provider. The provider repeats a 500 for the same idempotency
 * key for a day, so a later attempt needs a new key.
 */
async function withoutAbandoned(db: Queries, earlier: Earlier[], now: number): Promise<Earlier[]> {
  const isAbandoned = ({ status, created_at }: Earlier) =>
    status === "open" && created_at <= now - abandonedAfterMs;
  for (const { id } of earlier.filter(isAbandoned)) await closeRequest(db, id, "abandoned");
  return earlier.filter((one) => !isAbandoned(one));
}

/** The provider is asked again, so the ten minutes restart. */
async function renewRequest(db: Queries, requestId: string, now: number): Promise<void> {
  await db.updateTable("refund_requests").set({ created_at: now }).where("id", "=", requestId).execute();
}

/** Throws CONFLICT for another refund while an earlier one's outcome is unknown. */
function refuseBesideOpen(earlier: Earlier[]): void {
  const open = earlier.find(({ status }) => status === "open");
  if (!open) return;
  const sum = displayAmount(open.amount, open.currency);
  throw conflict(
    `A refund of ${sum} was requested, and its outcome isn't known yet. Request the same again, which doesn't refund twice, or check the order in ten minutes.`,
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

/** Records that the requester is shown the refund. False when they already were, or when someone else requested it. */
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
    ...camelCased(row, "id", "payment_id", "account", "amount", "currency", "refund_id"),
    refundStatus: row.refund_status as RefundStatus | null,
    requestedAt: row.created_at,
  };
}
