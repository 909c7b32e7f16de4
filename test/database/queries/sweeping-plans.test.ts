import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "../../../server/database/database.ts";
import { emptySqlite } from "../../helpers/data/test-database.ts";

test("the sweeper's queries of every minute use an index, however many sessions there are", async () => {
  const testDatabase = await emptySqlite();
  const database = await openDatabase(testDatabase.url, Date.now);
  const file = new DatabaseSync(testDatabase.url.slice("file:".length));
  onTestFinished(async () => {
    vi.restoreAllMocks();
    file.close();
    await database.close();
    await testDatabase.drop();
  });
  const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
  const { unsettledSessions, retention } = database;
  await unsettledSessions.accountsToList(1);
  await unsettledSessions.endedSessions({ account: null, now: 1 });
  await unsettledSessions.claimUnlisted({ account: null, now: 1, limit: 1 });
  await unsettledSessions.claimDue({ now: 1, limit: 1 });
  await unsettledSessions.backlog({ now: 1, listedBefore: 1 });
  await unsettledSessions.expireUnopened(1);
  await retention.deleteOld({ now: 1, limit: 1 });
  const asked = prepare.mock.calls.map(([sql]) => sql);
  prepare.mockRestore();
  const tables = /"(?:checkout_sessions|provider_events|member_sessions)"/;
  const statements = [...new Set(asked)].filter(
    (sql) => /^(?:select|update|delete)/.test(sql) && tables.test(sql),
  );
  expect(statements.length).toBeGreaterThanOrEqual(9);
  for (const sql of statements) {
    const parameters = Array.from(sql.matchAll(/\?/g), () => 1);
    const plan = file.prepare(`explain query plan ${sql}`).all(...parameters);
    const scans = plan.filter(({ detail }) => /^SCAN (?:checkout|provider|member)/.test(String(detail)));
    expect(scans, sql).toEqual([]);
  }
});
