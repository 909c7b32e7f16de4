import { expect, test } from "vitest";
import { openForPlans } from "../../helpers/data/query-plans.ts";

test("queries that follow a subscription, and the sweep's queries, use an index in every table", async () => {
  const { database, plansOf } = await openForPlans();
  const member = { storeId: "store_1", memberId: "ines" };
  const plans = await plansOf(
    async () => {
      await database.subscriptions.held(member);
      await database.checkoutSessions.openSubscriptions(member);
      await database.checkoutSessions.membersWithOpenSubscriptions(1);
      await database.duplicateSubscriptions.claimDue({ limit: 1 });
      await database.duplicateSubscriptions.list("store_1");
      await database.subscriptions.page({ storeId: "store_1", after: "sub_1" });
      await database.subscriptions.page({ storeId: "store_1" });
      await database.orders.list({ storeId: "store_1" });
    },
    (sql) => /^select/.test(sql),
  );
  expect(plans.length).toBeGreaterThanOrEqual(8);
  for (const { sql, details } of plans) {
    const scans = details.filter((detail) => /^SCAN (?!CONSTANT)/.test(detail));
    // Members' open sessions have their own index, which is read completely.
    expect(
      scans.filter((detail) => !/checkout_sessions_of_member/.test(detail)),
      sql,
    ).toEqual([]);
  }
});
