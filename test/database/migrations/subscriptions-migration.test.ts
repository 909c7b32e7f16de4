import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase, openEngine } from "../../../server/database/database.ts";
import { migrateToLatest, migrations } from "../../../server/database/migrate.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";

const now = Date.parse("2026-01-15T10:00:00Z");

function suite(newDatabase: () => Promise<TestDatabase>): void {
  let database: Database;
  beforeAll(async () => {
    const testDatabase = await newDatabase();
    const engine = await openEngine(testDatabase.url);
    const known = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0019"));
    // What the previous version writes, which may still run beside this one.
    const write = (id: string) =>
      engine.write(async (db) => {
        await sql`
          insert into stores (id, slug, name, currency, theme, plan, is_published, payments_configured, created_at)
          values (${id}, ${id}, 'Quay', 'eur', '{}', 'pro', 1, 1, ${now})`.execute(db);
        await sql`
          insert into subscriptions (id, store_id, customer_id, member_id, status)
          values (${`sub_${id}`}, ${id}, 'cus_1', 'ines', 'active')`.execute(db);
      });
    await engine.write((db) => migrateToLatest(db, { known }));
    await write("before");
    await engine.migrate();
    await write("beside");
    database = await openDatabase(testDatabase.url, () => now);
    return async () => {
      await database.close();
      await engine.close();
      await testDatabase.drop();
    };
  });

  test.each(["before", "beside"])(
    "a store created by the previous version %s allows repeated subscriptions, and a new one doesn't",
    async (slug) => {
      expect(await database.stores.findBySlug(slug)).toMatchObject({ allowsRepeatSubscriptions: true });
      const created = await database.stores.create({ slug: `new-${slug}`, name: "New", currency: "eur" });
      expect(created).toMatchObject({ allowsRepeatSubscriptions: false });
      const changed = await database.stores.update(slug, { name: "Quay" });
      expect(changed).toMatchObject({ allowsRepeatSubscriptions: true });
    },
  );

  test.each(["before", "beside"])(
    "a subscription recorded %s is listed after newer ones, without a time",
    async (storeId) => {
      const subscription = { storeId, account: null, customerId: "cus_1", memberId: null, status: "active" };
      const newer = { ...subscription, id: `sub_new_${storeId}`, fetchedAt: now, createdAt: now };
      await database.subscriptions.save(newer);
      const page = await database.subscriptions.page({ storeId });
      expect(page?.subscriptions).toMatchObject([
        { id: newer.id, createdAt: now },
        { id: `sub_${storeId}`, createdAt: null },
      ]);
      const rest = await database.subscriptions.page({ storeId, after: newer.id });
      expect(rest?.subscriptions.map(({ id }) => id)).toEqual([`sub_${storeId}`]);
    },
  );
}

describe("SQLite", () => suite(emptySqlite));
withPostgres("PostgreSQL", (server) => suite(() => emptyPostgres(server)));
