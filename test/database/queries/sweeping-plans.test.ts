import { expect, test } from "vitest";
import { recordKinds } from "../../../server/database/queries/retention.ts";
import { openForPlans } from "../../helpers/data/query-plans.ts";
import { sampleProducts } from "../../helpers/world.ts";

/** The steps that scan a table or sort its rows. */
const slow = /^SCAN (?!CONSTANT)|TEMP B-TREE/;

test("the sweeper's queries that run every minute use an index, however many sessions there are", async () => {
  const { database, plansOf } = await openForPlans();
  const { unsettledSessions, pagesToClose } = database;
  const plans = await plansOf(
    async () => {
      await unsettledSessions.accountsToList(1);
      await unsettledSessions.endedSessions({ account: null, now: 1 });
      await unsettledSessions.claimUnlisted({ account: null, now: 1, limit: 1 });
      await unsettledSessions.claimDue({ now: 1, limit: 1 });
      await unsettledSessions.backlog({ now: 1, listedBefore: 1 });
      await unsettledSessions.expireUnopened(1);
      await pagesToClose.claim({ now: 1, limit: 1 });
      await pagesToClose.left({ storeId: "store_1", now: 1 });
    },
    (sql) => /^(?:select|update|delete)/.test(sql) && /"checkout_sessions"/.test(sql),
  );
  expect(plans.length).toBeGreaterThanOrEqual(8);
  for (const { sql, details } of plans) {
    expect(
      details.filter((detail) => /^SCAN checkout/.test(detail)),
      sql,
    ).toEqual([]);
  }
});

test.each(recordKinds)(
  "deleting old %s, and finding their age, reads them in order by an index",
  async (kind) => {
    const { database, plansOf } = await openForPlans();
    const plans = await plansOf(
      async () => {
        await database.retention.deleteOld(kind, { now: 1, limit: 1 });
        await database.retention.overdueMs(kind, 1);
      },
      (sql) => /^(?:select|delete)/.test(sql),
    );
    expect(plans.length).toBeGreaterThanOrEqual(2);
    for (const { sql, details } of plans) {
      expect(
        details.filter((detail) => slow.test(detail)),
        sql,
      ).toEqual([]);
    }
  },
);

test("a change finds the open payment pages of its store by an index", async () => {
  const { database, plansOf } = await openForPlans();
  const store = await database.stores.create({ slug: "shop", name: "Shop", currency: "eur" });
  const storeId = store?.id ?? "";
  await database.products.import(storeId, sampleProducts.slice(0, 1));
  const plans = await plansOf(
    async () => {
      await database.stores.update("shop", { name: "Quay" });
      await database.products.import(
        storeId,
        sampleProducts.slice(0, 1).map((product) => ({ ...product, isActive: false })),
      );
      await database.pagesToClose.claim({ now: 1, limit: 1 });
      await database.pagesToClose.left({ storeId, now: 1 });
    },
    (sql) => /^(?:select|update)/.test(sql) && /"checkout_sessions"/.test(sql),
  );
  expect(plans).toHaveLength(4);
  for (const { sql, details } of plans) {
    expect(details.join(), sql).toMatch(/checkout_sessions_(?:open_of_store|to_close)/);
  }
});
