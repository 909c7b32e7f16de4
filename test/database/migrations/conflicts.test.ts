import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { openEngine } from "../../../server/database/database.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";

/**
 * The unique indexes that `on conflict` names in this version and the previous one. Servers of either fail without
 * their index, so a line stays until the release after the one that stopped using it.
 */
const targets = [
  "carts (id)",
  "checkout_sessions (id)",
  "customers (store_id, member_id, account)",
  "disputes (id)",
  "download_links (hash)",
  "duplicate_subscriptions (subscription_id)",
  "event_deliveries (event_id, endpoint_id)",
  "event_listings (account)",
  "idempotency_keys (caller, key)",
  "leases (name)",
  "mail_texts (store_id, kind, language)",
  "mails (kind, event_key)",
  "member_sessions (store_id, hash)",
  "memberships (person_id, store_id)",
  "order_downloads (order_id, product_id)",
  "order_payments (payment_id)",
  "orders (checkout_session_id)",
  "passkeys (id)",
  "payment_differences (id)",
  "payment_refunds (id)",
  "pending_flows (hash)",
  "people (email)",
  "portal_configurations (account)",
  "product_stock (product_id)",
  "products (id)",
  "promotion_codes (provider_id)",
  "provider_events (id)",
  "refunds (payment_id)",
  "session_listings (account)",
  "stores (slug)",
  "subscriptions (id)",
  "unhandled_events (id)",
];

function suite(newDatabase: () => Promise<TestDatabase>): void {
  test("every unique index that a running server names exists", async () => {
    const testDatabase = await newDatabase();
    const engine = await openEngine(testDatabase.url);
    onTestFinished(async () => {
      await engine.close();
      await testDatabase.drop();
    });
    await engine.migrate();
    const conflict = (target: string) => {
      const [table = "", columns = ""] = target.split(/ (?=\()/);
      const statement = `explain insert into ${table} select * from ${table} where 1 = 0 on conflict ${columns} do nothing`;
      return engine.writeOne((db) => sql.raw(statement).execute(db));
    };
    for (const target of targets) await conflict(target);
    await expect(conflict("orders (total)")).rejects.toThrow();
  });
}

describe("SQLite:", () => suite(emptySqlite));

withPostgres("PostgreSQL:", (server) => suite(() => emptyPostgres(server)));

test("the list has every index that this version names", () => {
  const folder = fileURLToPath(new URL("../../../server/database/queries/", import.meta.url));
  const named = globSync("**/*.ts", { cwd: folder }).flatMap((file) => {
    const source = readFileSync(`${folder}${file}`, "utf8");
    const parts = source.split(/\.insertInto\(/).slice(1);
    return parts.flatMap((part) => {
      if (!part.includes("onConflict(")) return [];
      const [, table] = /^"(\w+)"/.exec(part) ?? [];
      const [, columns = ""] = /onConflict\(\(\w+\) =>\s*\w+\s*\.columns?\(\[?([^\])]+)/.exec(part) ?? [];
      return `${table} (${columns.replaceAll('"', "")})`;
    });
  });
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((target) => !targets.includes(target))).toEqual([]);
});
