import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Database, openDatabase, openEngine } from "../../../server/database/database.ts";
import { recordChange } from "../../../server/database/queries/audit/record-change.ts";
import type { Actor } from "../../../server/domain/actor.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";

const now = Date.parse("2026-01-15T10:00:00Z");
const ann: Actor = { kind: "person", id: "usr_ann" };

function suite(newDatabase: () => Promise<TestDatabase>): void {
  let testDatabase: TestDatabase;
  let database: Database;
  let storeId: string;
  beforeAll(async () => {
    testDatabase = await newDatabase();
    database = await openDatabase(testDatabase.url, () => now);
    const store = await database.stores.create({ slug: "harbour", name: "Harbour", currency: "eur" }, ann);
    storeId = store?.id ?? "";
  });
  afterAll(async () => {
    await database.close();
    await testDatabase.drop();
  });

  const read = async () => (await database.auditTrail.list({ storeId, limit: 10 }))?.entries;

  test("records who changed what, and the previous value", async () => {
    await database.stores.update("harbour", { name: "Harbour Press", contactEmail: "a@b.example" }, ann);
    const [entry] = (await read()) ?? [];
    expect(entry).toEqual({
      id: expect.stringMatching(/^aud_[0-9a-z]{26}$/),
      by: ann,
      action: "store.updated",
      objectId: storeId,
      changes: {
        name: { from: "Harbour", to: "Harbour Press" },
        contactEmail: { from: null, to: "a@b.example" },
      },
      createdAt: now,
    });
  });

  test("records no change that the service makes itself, and no failed one", async () => {
    const before = await read();
    await database.stores.update("harbour", { description: "By the sea" });
    await database.stores.create({ slug: "quay", name: "Quay", currency: "eur" });
    await expect(database.stores.update("harbour", { slug: "quay", name: "Never" }, ann)).rejects.toThrow();
    expect(await read()).toEqual(before);
  });

  test("lists changes of the same millisecond in the order in which they were made, page after page", async () => {
    const store = await database.stores.create({ slug: "pier", name: "0", currency: "eur" }, ann);
    const names = Array.from({ length: 40 }, (_, n) => `${n + 1}`);
    for (const name of names) await database.stores.update("pier", { name }, ann);
    const listed: unknown[] = [];
    for (let after: string | undefined; ; ) {
      const page = await database.auditTrail.list({ storeId: store?.id ?? "", limit: 7, after });
      listed.push(...(page?.entries ?? []).map(({ changes }) => changes.name?.to));
      after = page?.entries.at(-1)?.id;
      if (!page?.hasMore) break;
    }
    expect(listed).toEqual([...names.toReversed(), "0"]);
  });

  test("can't be changed or emptied by any statement", async () => {
    const before = await read();
    expect(before?.length).toBeGreaterThan(0);
    const engine = await openEngine(testDatabase.url);
    const attempts = [
      "update audit_entries set actor_id = 'another'",
      "delete from audit_entries",
      ...(engine.isRemote ? ["truncate audit_entries"] : []),
      ...(engine.isRemote ? [] : ["insert or replace into audit_entries select * from audit_entries"]),
    ];
    try {
      for (const attempt of attempts) {
        await expect(
          engine.writeOne((db) => sql.raw(attempt).execute(db)),
          attempt,
        ).rejects.toThrow("append-only");
      }
    } finally {
      await engine.close();
    }
    expect(await read()).toEqual(before);
  });

  test("isn't written if its change is rolled back", async () => {
    const before = await read();
    const engine = await openEngine(testDatabase.url);
    const change = { storeId, action: "store.updated", objectId: storeId, changes: {} } as const;
    const undone = engine.write(async (db) => {
      await recordChange(db, ann, change, now);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    await engine.close();
    expect(await read()).toEqual(before);
  });

  test("is separate for each store", async () => {
    const other = await database.stores.create({ slug: "other", name: "Other", currency: "eur" }, ann);
    const page = await database.auditTrail.list({ storeId: other?.id ?? "", limit: 10 });
    expect(page?.entries.map(({ action }) => action)).toEqual(["store.created"]);
    const [foreign] = page?.entries ?? [];
    expect(await database.auditTrail.list({ storeId, limit: 10, after: foreign?.id })).toBeUndefined();
  });
}

describe("the audit trail on SQLite", () => suite(emptySqlite));
withPostgres("the audit trail on PostgreSQL", (server) => suite(() => emptyPostgres(server)));
