import { setTimeout as pause } from "node:timers/promises";
import type { Control } from "@counterpart/stripe-stand-in";
import { hiddenFields, type Page, type Visitor } from "../../../dashboard/dashboard-visitor.ts";
import type { Ask } from "../helpers/load.ts";
import { count, insist, sessionOf } from "./purchase.ts";
import type { Random } from "./random.ts";

export interface AfterSales {
  ask: Ask;
  stripe: Control;
  random: Random;
  /** Completed sessions that may be refunded, disputed or cancelled. */
  sold: string[];
  members: { count: number };
  /** A signed-in browser at the store's dashboard; undefined while no server runs. */
  signIn: () => Promise<Visitor | undefined>;
  /** The refunded amounts that the dashboard reported to the merchant, by payment, in the smallest unit. */
  refunded: Map<string, number[]>;
  figures: Record<string, number>;
}

interface SoldPayment {
  id: string;
  amount: number;
  amountRefunded: number;
}

const home = "/dashboard/stores/shop";

/** What the merchant, the buyers and their banks do with paid orders, until it is over. */
export async function happenAfterSales(sales: AfterSales, isOver: () => boolean): Promise<void> {
  const { random, sold } = sales;
  const decided = new Set<string>();
  for (let done = 0; !isOver() || done < sold.length; ) {
    const sessionId = sold[done];
    if (sessionId !== undefined) {
      done += 1;
      await happenTo(sales, sessionId);
    }
    await decideSome(sales, decided);
    // By now, of a renewal too.
    if (sold.length > 0 && random.chance(0.02)) await refundAsMerchant(sales, random.pick(sold));
    await pause(sessionId === undefined ? 200 : random.between(10, 60));
  }
}

async function happenTo(sales: AfterSales, sessionId: string): Promise<void> {
  const { random, stripe } = sales;
  if (random.chance(0.3)) return refundAsMerchant(sales, sessionId);
  if (random.chance(0.25)) {
    const paid = Number(await paidAtProvider(sales, sessionId));
    const amount = random.chance(0.5) ? undefined : random.between(1, Math.max(1, paid - 1));
    return atProvider(sales, "refunds by the provider's dashboard", () => stripe.refund(sessionId, amount));
  }
  if (random.chance(0.15)) await atProvider(sales, "disputes", () => stripe.dispute(sessionId));
}

/**
 * Settles refunds, disputes and subscriptions, each after a while.
 * @param decided gets the ids of settled ones
 */
async function decideSome(sales: AfterSales, decided: Set<string>): Promise<void> {
  const { random, stripe } = sales;
  const takeSome = (type: string, share: number) =>
    stripe
      .events(type)
      .map(({ data }) => String(Reflect.get(data.object, "id")))
      .filter((id) => !decided.has(id) && random.chance(share));
  for (const id of takeSome("refund.created", 0.02)) {
    decided.add(id);
    if (random.chance(0.2)) await atProvider(sales, "refunds failed", () => stripe.failRefund(id));
  }
  for (const id of takeSome("charge.dispute.created", 0.02)) {
    const status = random.pick(["under_review", "won", "lost"] as const);
    if (status !== "under_review") decided.add(id);
    await atProvider(sales, `disputes ${status}`, () => stripe.changeDispute(id, status));
  }
  for (const id of takeSome("customer.subscription.created", 0.004)) {
    decided.add(id);
    const fate = random.between(1, 10);
    if (fate <= 4) await cancelInPortal(sales);
    else if (fate <= 6) await atProvider(sales, "cards refused", async () => stripe.refuseRenewals(id));
  }
}

/** Makes a call that the provider may refuse, such as a refund of a disputed payment. */
async function atProvider({ figures }: AfterSales, what: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
    count(figures, what);
  } catch {
    count(figures, "refused by the provider");
  }
}

async function paidAtProvider({ stripe }: AfterSales, sessionId: string): Promise<unknown> {
  const completed = stripe.events("checkout.session.completed").map(({ data }) => data.object);
  const session = completed.find((one) => Reflect.get(one, "id") === sessionId);
  return session && Reflect.get(session, "amount_total");
}

/** Refunds an order's payment in the dashboard, and sends the form again until the response has the outcome. */
async function refundAsMerchant(sales: AfterSales, sessionId: string): Promise<void> {
  const { random, figures } = sales;
  const { body } = await insist(sales, "GET", `/v1/orders?sessionId=${sessionId}`);
  const order = body?.data?.[0];
  const open = ((order?.payments ?? []) as SoldPayment[]).filter((one) => one.amount > one.amountRefunded);
  if (open.length === 0) return count(figures, "nothing to refund yet");
  const payment = random.pick(open);
  const left = payment.amount - payment.amountRefunded;
  const amount = random.chance(0.5) ? left : random.between(1, left);
  const token = `refund-${sessionId}-${random.between(0, 1e9)}`.slice(0, 100).padEnd(20, "x");
  const wanted = {
    payment: payment.id,
    amount: (amount / 100).toFixed(2),
    seen: String(order.refunds.length),
    token,
  };
  const path = `${home}/orders/${order.id}/refund`;
  for (let attempt = 1; ; attempt++) {
    const page = await sendRefund(sales, path, wanted).catch(() => undefined);
    const isKnown = page !== undefined && page.status < 500;
    if (isKnown && page.status === 303) {
      sales.refunded.set(payment.id, [...(sales.refunded.get(payment.id) ?? []), amount]);
      return count(figures, attempt > 1 ? "refunds repeated by the merchant" : "refunds by the merchant");
    }
    if (isKnown) return count(figures, `refunds answered ${page.status}`);
    if (attempt === 200) throw new Error(`A refund had no answer: ${page?.text}`);
    await pause(random.between(100, 300));
  }
}

/** @returns undefined while no server runs */
async function sendRefund(
  sales: AfterSales,
  path: string,
  wanted: Record<string, string>,
): Promise<Page | undefined> {
  const visitor = await sales.signIn();
  if (!visitor) return undefined;
  const confirmation = await visitor.get(`${path}?${new URLSearchParams(wanted)}`);
  // After an earlier attempt's refund, there may be nothing left to confirm, but the browser still has the form.
  const { form_token = "" } =
    confirmation.status === 200
      ? hiddenFields(confirmation.text, `${path}s`)
      : hiddenFields((await visitor.get("/dashboard/account")).text, "/dashboard/sign-out");
  const page = await visitor.post(`${path}s`, { ...wanted, form_token });
  // Two clicks on the button.
  return sales.random.chance(0.2) ? visitor.post(`${path}s`, { ...wanted, form_token }) : page;
}

/** A member ends a subscription in the provider's portal. */
async function cancelInPortal(sales: AfterSales): Promise<void> {
  const { random, members, figures } = sales;
  if (members.count === 0) return;
  const memberSessionId = sessionOf(`member_${random.between(0, members.count - 1)}`);
  const { body } = await insist(sales, "POST", "/v1/subscription/portal", { memberSessionId });
  const url: string | undefined = body?.data?.url;
  if (url === undefined) return;
  const [, subscription] = /\/cancel\/(sub_\w+)/.exec(await (await fetch(url)).text()) ?? [];
  if (subscription === undefined) return;
  const fields = new URLSearchParams({ action: "cancel", subscription });
  const answer = await fetch(url, { method: "POST", redirect: "manual", body: fields });
  await answer.body?.cancel();
  if (answer.status === 303) count(figures, "cancellations in the portal");
}
