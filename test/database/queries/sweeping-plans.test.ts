import { expect, test } from "vitest";
import { recordKinds } from "../../../server/database/queries/retention.ts";
import { openForPlans } from "../../helpers/data/query-plans.ts";

/** What reads a table, or sorts what it has read of it. */
const slow = /^SCAN (?!CONSTANT)|TEMP B-TREE/;

test("the sweeper's queries of every minute use an index, however many sessions there are", async () => {
  const { database, plansOf } = await openForPlans();
  const { unsettledSessions } = database;
  const plans = await plansOf(
    async () => {
      await unsettledSessions.accountsToList(1);
      await unsettledSessions.endedSessions({ account: null, now: 1 });
      await unsettledSessions.claimUnlisted({ account: null, now: 1, limit: 1 });
      await unsettledSessions.claimDue({ now: 1, limit: 1 });
      await unsettledSessions.backlog({ now: 1, listedBefore: 1 });
      await unsettledSessions.expireUnopened(1);
    },
    (sql) => /^(?:select|update|delete)/.test(sql) && /"checkout_sessions"/.test(sql),
  );
  expect(plans.length).toBeGreaterThanOrEqual(6);
  for (const { sql, details } of plans) {
    expect(
      details.filter((detail) => /^SCAN checkout/.test(detail)),
      sql,
    ).toEqual([]);
  }
});

test.each(recordKinds)(
  "to delete old %s, and to see how old they are, reads them by an index in order",
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
