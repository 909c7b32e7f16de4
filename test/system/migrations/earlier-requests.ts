import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { Engine } from "../../../server/database/engines/engine.ts";
import { orders, products } from "./fill-tables.ts";

type Request = (n: number) => { text: string; isRead?: boolean };

const any = (count: number) => 1 + Math.floor(Math.random() * count);
const at = 1_700_000_000_000;
const lines = `'[{"productId":"prod_1","name":"Tide Poster","quantity":1,"unitPriceInCents":2400}]'`;

/**
 * What servers of the previous version send to the database.
 * @param n a number unique to the request
 */
export const requests: Record<string, Request> = {
  product: () => ({
    text: `select id, name, price_in_cents from products where id = 'prod_${any(products)}'`,
    isRead: true,
  }),
  "list of products": () => ({
    text: `select id, name from products where store_id = 'store_1' and position > ${any(products)} order by position limit 100`,
    isRead: true,
  }),
  "price of a product": (n) => ({
    text: `update products set price_in_cents = ${n} where id = 'prod_${any(products)}'`,
  }),
  "new product": (n) => ({
    text: `insert into products (id, store_id, reference, position, name, price_in_cents, currency, type, is_active)
      values ('prod_new_${n}', 'store_1', 'new ${n}', ${products + n}, 'New', 100, 'eur', 'physical', 1)
      on conflict (id) do nothing`,
  }),
  "new cart": (n) => ({
    text: `insert into carts (id, store_id, currency, lines, expires_at) values ('cart_new_${n}', 'store_1', 'eur', '[]', ${at})
      on conflict (id) do nothing`,
  }),
  cart: () => ({ text: `select lines from carts where id = 'cart_${any(products)}'`, isRead: true }),
  "line of a cart": () => ({ text: `update carts set lines = '[1]' where id = 'cart_${any(products)}'` }),
  "new session": (n) => ({
    text: `insert into checkout_sessions (id, store_id, cart_id, provider_id, status, payment_status, mode, lines, total, currency,
        created_at, expires_at)
      values ('chk_new_${n}', 'store_1', 'cart_1', 'cs_new_${n}', 'open', 'unpaid', 'payment', ${lines}, 2400, 'eur', ${at}, ${at})`,
  }),
  "settled session": (n) => ({
    text: `update checkout_sessions set status = 'complete', payment_status = 'paid', completed_at = ${n}
      where id = 'chk_${any(orders)}'`,
  }),
  "new order": (n) => ({
    text: `insert into orders (id, store_id, checkout_session_id, payment_id, lines, total, currency, created_at)
      values ('order_new_${n}', 'store_1', 'chk_new_${n}', 'pi_new_${n}', ${lines}, 2400, 'eur', ${at})
      on conflict (checkout_session_id) do nothing`,
  }),
  "changed order": (n) => ({
    text: `update orders set customer_email = '${n}' where id = 'order_${any(orders)}'`,
  }),
  "list of orders": () => ({
    text: `select id, total from orders where store_id = 'store_1' order by created_at desc limit 50`,
    isRead: true,
  }),
  event: (n) => ({
    text: `insert into provider_events (id, type, received_at) values ('evt_new_${n}', 'charge.succeeded', ${at})
      on conflict (id) do nothing`,
  }),
  refund: (n) => ({
    text: `insert into refunds (payment_id, refunded) values ('pi_${any(orders)}', ${n})
      on conflict (payment_id) do update set refunded = excluded.refunded`,
  }),
  subscription: () => ({
    text: `update subscriptions set status = 'past_due' where id = 'sub_${any(orders)}'`,
  }),
  "member's session": (n) => ({
    text: `insert into member_sessions (hash, store_id, member_id, expires_at) values ('hash_new_${n}', 'store_1', 'member_1', ${at})
      on conflict (store_id, hash) do update set expires_at = excluded.expires_at`,
  }),
  store: () => ({ text: `select name from stores where id = 'store_1'`, isRead: true }),
  revision: () => ({ text: `select n from revision`, isRead: true }),
  payment: (n) => ({
    text: `insert into order_payments (payment_id, order_id, amount, currency, paid_at)
      values ('pi_renewal_${n}', 'order_${any(orders)}', 2400, 'eur', ${at}) on conflict (payment_id) do nothing`,
  }),
  "sent order": (n) => ({ text: `update orders set fulfilled_at = ${n} where id = 'order_${any(orders)}'` }),
  "orders to send": () => ({
    text: `select id from orders where store_id = 'store_1' and fulfilled_at is null order by created_at limit 50`,
    isRead: true,
  }),
  dispute: (n) => ({
    text: `insert into disputes (id, payment_id, status, reason, amount, currency, opened_at, asked_at)
      values ('du_new_${n}', 'pi_1', 'needs_response', 'fraudulent', 1, 'eur', ${at}, ${at})
      on conflict (id) do update set status = excluded.status`,
  }),
  "event for a merchant": (n) => ({
    text: `insert into events (id, store_id, type, subject_id, body, created_at)
      values ('evt_new_${n}', 'store_1', 'order.paid', 'order_1', '{}', ${at})`,
  }),
  delivery: (n) => ({
    text: `insert into event_deliveries (id, event_id, endpoint_id, status, attempts, due_at, give_up_at)
      values ('delivery_new_${n}', 'evt_${any(orders)}', 'endpoint_${n}', 'pending', 0, ${at}, ${at})
      on conflict (event_id, endpoint_id) do update set status = excluded.status`,
  }),
  "Idempotency-Key": (n) => ({
    text: `insert into idempotency_keys (caller, key, token, fingerprint, claimed_until, expires_at)
      values ('key_1', 'key_new_${n}', 'token_new_${n}', 'f', ${at}, ${at})
      on conflict (caller, key) do update set fingerprint = excluded.fingerprint`,
  }),
  "audit entry": (n) => ({
    text: `insert into audit_entries (id, store_id, actor_kind, actor_id, action, changes, created_at)
      values ('audit_new_${n}', 'store_1', 'person', 'ada', 'product.edited', '{}', ${at})`,
  }),
  "refund of a payment": (n) => ({
    text: `insert into payment_refunds (id, payment_id, amount, currency, status, created_at)
      values ('re_new_${n}', 'pi_1', 1, 'eur', 'pending', ${at}) on conflict (id) do update set status = excluded.status`,
  }),
};

const pauseMs = 25;

/** Sends each of these repeatedly until `work` is done. Returns the longest wait of each, in milliseconds. */
export async function waitsDuring(
  engine: Engine,
  sent: Record<string, Request>,
  work: () => Promise<unknown>,
): Promise<Record<string, number>> {
  let isOver = false;
  let n = 0;
  const longest: Record<string, number> = {};
  const sending = Object.entries(sent).map(async ([name, request]) => {
    while (!isOver) {
      const { text, isRead } = request(++n);
      const startedAt = performance.now();
      if (isRead) await sql.raw(text).execute(engine.read);
      else await engine.writeOne((db) => sql.raw(text).execute(db));
      longest[name] = Math.max(longest[name] ?? 0, Math.round(performance.now() - startedAt));
      await pause(pauseMs);
    }
  });
  try {
    await Promise.race([work(), Promise.all(sending)]);
  } finally {
    isOver = true;
  }
  await Promise.all(sending);
  return longest;
}
