import { sql } from "kysely";
import type { Engine } from "../../../server/database/engines/engine.ts";

export const products = 100_000;
export const orders = 50_000;

/** Rows from 1 to `count`, with their number in `i`. */
async function insert(engine: Engine, count: number, into: string, values: string): Promise<void> {
  const batch = 10_000;
  for (let from = 1; from <= count; from += batch) {
    const to = Math.min(count, from + batch - 1);
    await engine.writeOne((db) =>
      sql
        .raw(
          `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to})
          insert into ${into} select ${values} from n`,
        )
        .execute(db),
    );
  }
}

const at = 1_700_000_000_000;

/** A store with many products and orders, in the columns that every version writes. */
export async function fillTables(engine: Engine): Promise<void> {
  await insert(
    engine,
    1,
    "stores (id, slug, name, currency, theme, plan, is_published, payments_configured, created_at)",
    `'store_1', 'quay', 'Quay', 'eur', '{}', 'pro', 1, 1, ${at}`,
  );
  await insert(
    engine,
    products,
    "products (id, store_id, reference, position, name, description, price_in_cents, currency, type, is_active, category)",
    `'prod_' || i, 'store_1', 'reference-' || i, i, 'Tide Poster No. ' || i,
    'Letterpress on cotton paper, printed by hand in the harbour, numbered and signed, edition ' || i % 977 || ' of the quay press',
    100 + i % 5000, 'eur', 'physical', case when i % 10 = 0 then 0 else 1 end, 'Category ' || i % 40`,
  );
  await insert(
    engine,
    products,
    "carts (id, store_id, currency, lines, expires_at)",
    `'cart_' || i, 'store_1', 'eur', '[]', ${at} + i`,
  );
  await insert(
    engine,
    orders,
    `checkout_sessions (id, store_id, cart_id, provider_id, status, payment_status, mode, lines, total, currency, member_id,
      customer_email, created_at, expires_at, completed_at)`,
    `'chk_' || i, 'store_1', 'cart_' || i, 'cs_' || i, 'complete', 'paid', 'payment',
    '[{"productId":"prod_1","name":"Tide Poster","quantity":1,"unitPriceInCents":2400}]', 2400, 'eur', 'member_' || i % 500,
    'ines@reader.example', ${at} + i, ${at} + i, ${at} + i`,
  );
  await insert(
    engine,
    orders,
    `orders (id, store_id, checkout_session_id, payment_id, lines, total, currency, member_id, customer_email, created_at)`,
    `'order_' || i, 'store_1', 'chk_' || i, 'pi_' || i,
    '[{"productId":"prod_1","name":"Tide Poster","quantity":1,"unitPriceInCents":2400}]', 2400, 'eur', 'member_' || i % 500,
    'ines@reader.example', ${at} + i`,
  );
  await insert(
    engine,
    orders,
    "provider_events (id, type, received_at)",
    `'evt_' || i, 'charge.succeeded', ${at} + i`,
  );
  await insert(engine, orders, "refunds (payment_id, refunded)", `'pi_' || i, 0`);
  await insert(
    engine,
    orders,
    "subscriptions (id, store_id, customer_id, member_id, status)",
    `'sub_' || i, 'store_1', 'cus_' || i, 'member_' || i % 500, 'active'`,
  );
  await insert(
    engine,
    orders,
    "member_sessions (hash, store_id, member_id, expires_at)",
    `'hash_' || i, 'store_1', 'member_' || i % 500, ${at} + i`,
  );
  await insert(
    engine,
    orders,
    "order_payments (payment_id, order_id, amount, currency, paid_at)",
    `'pi_' || i, 'order_' || i, 2400, 'eur', ${at} + i`,
  );
  await insert(
    engine,
    orders / 10,
    "disputes (id, payment_id, status, reason, amount, currency, opened_at, asked_at)",
    `'du_' || i, 'pi_' || i, 'lost', 'fraudulent', 2400, 'eur', ${at} + i, ${at}`,
  );
  await insert(
    engine,
    orders,
    "payment_refunds (id, payment_id, amount, currency, status, created_at)",
    `'re_' || i, 'pi_' || i, 0, 'eur', 'failed', ${at} + i`,
  );
  await insert(
    engine,
    orders,
    "events (id, store_id, type, subject_id, body, created_at)",
    `'evt_' || i, 'store_1', 'order.paid', 'order_' || i, '{}', ${at} + i`,
  );
  await insert(
    engine,
    orders,
    "event_deliveries (id, event_id, endpoint_id, status, attempts, due_at, give_up_at)",
    `'delivery_' || i, 'evt_' || i, 'endpoint_1', 'delivered', 1, null, ${at}`,
  );
  await insert(
    engine,
    orders,
    "idempotency_keys (caller, key, token, fingerprint, claimed_until, expires_at)",
    `'key_1', 'key_' || i, 'token_' || i, 'f', ${at}, ${at} + i`,
  );
  await insert(
    engine,
    orders,
    "audit_entries (id, store_id, actor_kind, actor_id, action, changes, created_at)",
    `'audit_' || i, 'store_1', 'person', 'ada', 'product.edited', '{}', ${at} + i`,
  );
}
