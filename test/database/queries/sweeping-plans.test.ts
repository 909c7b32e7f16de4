import { expect, test } from "vitest";
import { openForPlans } from "../../helpers/data/query-plans.ts";

test("the sweeper's queries of every minute use an index, however many sessions there are", async () => {
  const { database, plansOf } = await openForPlans();
  const { unsettledSessions, retention } = database;
  const tables = /"(?:checkout_sessions|provider_events|member_sessions)"/;
  const plans = await plansOf(
    async () => {
      await unsettledSessions.accountsToList(1);
      await unsettledSessions.endedSessions({ account: null, now: 1 });
      await unsettledSessions.claimUnlisted({ account: null, now: 1, limit: 1 });
      await unsettledSessions.claimDue({ now: 1, limit: 1 });
      await unsettledSessions.backlog({ now: 1, listedBefore: 1 });
      await unsettledSessions.expireUnopened(1);
      await retention.deleteOld({ now: 1, limit: 1 });
    },
    (sql) => /^(?:select|update|delete)/.test(sql) && tables.test(sql),
  );
  expect(plans.length).toBeGreaterThanOrEqual(9);
  for (const { sql, details } of plans) {
    const scans = details.filter((detail) => /^SCAN (?:checkout|provider|member)/.test(detail));
    expect(scans, sql).toEqual([]);
  }
});
