import { isDeepStrictEqual } from "node:util";
import type { Ask } from "../helpers/load.ts";
import { byId, type ProviderTruth, type TrueOrder, type TrueSubscription } from "./provider-truth.ts";

/** A response's data, from which this reads a few fields. */
// biome-ignore lint/suspicious/noExplicitAny: the test compares it with the provider's data.
type Found = any;

/** How our API's orders and subscriptions differ from the provider's, one per line. */
export async function differencesFrom(truth: ProviderTruth, ask: Ask): Promise<string[]> {
  const orders = (await readAll(ask, "/v1/orders")).map(orderOf);
  const subscriptions = (await readAll(ask, "/v1/subscriptions")).map(subscriptionOf);
  const sessions = await Promise.all(
    orders.map(
      async ({ checkoutSessionId }) =>
        (await ask("GET", `/v1/checkout/sessions/${checkoutSessionId}`)).body?.data,
    ),
  );
  return [
    ...between("order", truth.orders, orders, ({ checkoutSessionId }) => checkoutSessionId),
    ...between("subscription", truth.subscriptions, subscriptions, ({ id }) => id),
    ...sessions.flatMap((session, n) => {
      const { status = "", checkoutSessionId = "" } = orders[n] ?? {};
      const outcome = status === "pending" || status === "failed" ? status : "paid";
      const isRight = session?.status === "complete" && session.paymentOutcome === outcome;
      return isRight ? [] : [`session ${checkoutSessionId}: ${session?.status}, ${session?.paymentOutcome}`];
    }),
    ...boughtTwice(sessions).map((cartId) => `cart ${cartId} was bought twice`),
  ];
}

/** Every cart was filled once, so two orders of one cart were paid twice. */
function boughtTwice(sessions: Found[]): string[] {
  const carts = sessions.map((session) => session?.cartId);
  return carts.filter((cartId, n) => carts.indexOf(cartId) !== n);
}

function between<Item>(what: string, wanted: Item[], found: Item[], keyOf: (item: Item) => string): string[] {
  const known = Map.groupBy(found, keyOf);
  const lines = wanted.flatMap((item) => {
    const [ours, ...more] = known.get(keyOf(item)) ?? [];
    known.delete(keyOf(item));
    if (ours === undefined) return [`${what} ${keyOf(item)} is missing: ${JSON.stringify(item)}`];
    if (more.length > 0) return [`${what} ${keyOf(item)} is there ${more.length + 1} times`];
    return isDeepStrictEqual(ours, item) ? [] : [`${what} ${keyOf(item)}: ${fieldsThatDiffer(item, ours)}`];
  });
  return [...lines, ...[...known.keys()].map((key) => `${what} ${key} isn't the provider's`)];
}

function fieldsThatDiffer<Item>(wanted: Item, found: Item): string {
  return Object.entries(wanted as object)
    .map(([name, value]) => [name, value, Reflect.get(found as object, name)] as const)
    .filter(([, value, ours]) => !isDeepStrictEqual(value, ours))
    .map(
      ([name, value, ours]) => `${name} is ${JSON.stringify(ours)}, at the provider ${JSON.stringify(value)}`,
    )
    .join("; ");
}

/** All pages of a list. */
export async function readAll(ask: Ask, path: string): Promise<Found[]> {
  const all: Found[] = [];
  for (;;) {
    const after = all.length > 0 ? `&after=${all.at(-1).id}` : "";
    const { status, body } = await ask("GET", `${path}?limit=100${after}`);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
    all.push(...body.data);
    if (body.data.length < 100) return all;
  }
}

function orderOf(order: Found): TrueOrder {
  return {
    checkoutSessionId: order.checkoutSessionId,
    status: order.status,
    total: order.totals.total,
    currency: order.totals.currency,
    amounts: order.amounts,
    subscriptionId: order.subscriptionId,
    createdAt: order.createdAt,
    payments: order.payments.sort(byId),
    // The provider doesn't know which lines were refunded.
    refunds: order.refunds.map(({ lines: _, shipping: __, ...refund }: Found) => refund).sort(byId),
    disputes: order.disputes.map(({ dueAt: _, ...dispute }: Found) => dispute).sort(byId),
  };
}

function subscriptionOf({ id, status, checkoutSessionId, createdAt }: Found): TrueSubscription {
  return { id, status, checkoutSessionId, createdAt };
}
