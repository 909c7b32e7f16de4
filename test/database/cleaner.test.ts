import { noopTelemetry } from "@counterpart/server";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { createCleaner } from "../../server/database/cleaner.ts";
import { type Database, openDatabase } from "../../server/database/database.ts";
import { type RecordKind, recordKinds } from "../../server/database/queries/retention.ts";
import { migratedDatabase, type TestDatabase } from "../helpers/data/test-database.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let testDatabase: TestDatabase;
let database: Database;
let now: number;
let lines: string[];

beforeEach(async () => {
  now = Date.parse("2026-01-15T10:00:00Z");
  lines = [];
  testDatabase = await migratedDatabase();
  database = await openDatabase(testDatabase.url, () => now);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.close();
  await testDatabase.drop();
});

function newCleaner(one: Pick<Database, "leases" | "retention"> = database) {
  const gauges: Record<string, () => Record<string, number>> = {};
  const cleaner = createCleaner({
    database: one,
    clock: () => now,
    log: pino({}, { write: (line: string) => void lines.push(line) }),
    telemetry: { ...noopTelemetry, gauge: ({ name, read }) => void Object.assign(gauges, { [name]: read }) },
  });
  onTestFinished(() => cleaner.stop());
  return { ...cleaner, behind: () => gauges.cleanup_behind_seconds?.() ?? {} };
}

const cart = async () => (await database.carts.create("store_1", "eur")).id;

test("everything past its retention is deleted, however many batches it takes, and nothing else", async () => {
  await Promise.all(Array.from({ length: 2100 }, cart));
  now += 29 * dayMs;
  const kept = await cart();
  now += 2 * dayMs;
  const deleteOld = vi.spyOn(database.retention, "deleteOld");
  await newCleaner().clean();
  expect(deleteOld.mock.calls.filter(([kind]) => kind === "carts").length).toBe(3);
  expect(await database.carts.find({ storeId: "store_1", cartId: kept })).toBeDefined();
  expect(await database.retention.overdueMs("carts", now)).toBe(0);
  expect(await database.retention.deleteOld("carts", { now: now + 30 * dayMs, limit: 10 })).toBe(1);
});

describe("a clean-up", () => {
  /** Retention whose batches are full for some kinds, and take five seconds each. */
  function endless(full: readonly RecordKind[]) {
    let elapsed = 0;
    vi.spyOn(performance, "now").mockImplementation(() => elapsed);
    const batches: RecordKind[] = [];
    const retention: Database["retention"] = {
      async deleteOld(kind, { limit }) {
        batches.push(kind);
        elapsed += 5000;
        return full.includes(kind) ? limit : 0;
      },
      overdueMs: async () => 0,
    };
    return { batches, cleaner: newCleaner({ leases: database.leases, retention }) };
  }

  test("ends after half a minute if there is more than it can delete", async () => {
    const { batches, cleaner } = endless(["carts"]);
    vi.spyOn(performance, "now").mockReturnValueOnce(0);
    await cleaner.clean();
    expect(batches.length).toBeLessThanOrEqual(7);
    expect(batches.length).toBeGreaterThanOrEqual(6);
  });

  test("takes a batch of each kind in turn", async () => {
    const two = recordKinds.slice(0, 2);
    const { batches, cleaner } = endless(recordKinds);
    await cleaner.clean();
    expect(batches.slice(0, 2)).toEqual(two);
    expect(new Set(batches).size).toBe(batches.length);
  });

  test("continues with other kinds after an error, which it logs", async () => {
    const id = await cart();
    now += 31 * dayMs;
    const { deleteOld } = database.retention;
    const retention: Database["retention"] = {
      ...database.retention,
      deleteOld: async (kind, when) => {
        if (kind === "carts") return deleteOld(kind, when);
        throw new Error(`no ${kind}`);
      },
    };
    await newCleaner({ leases: database.leases, retention }).clean();
    expect(await database.retention.overdueMs("carts", now)).toBe(0);
    expect(await database.carts.find({ storeId: "store_1", cartId: id })).toBeUndefined();
    expect(lines.map((line) => JSON.parse(line).records).sort()).toEqual(
      recordKinds.filter((kind) => kind !== "carts").sort(),
    );
  });

  test("ends between two batches when the process stops", async () => {
    const { batches, cleaner } = endless(["carts"]);
    const cleaning = cleaner.clean();
    await cleaner.stop();
    await cleaning;
    expect(batches.length).toBeLessThanOrEqual(1);
  });
});

test("only one of four processes cleans up per minute, whatever second each starts in", async () => {
  const deleteOld = vi.spyOn(database.retention, "deleteOld");
  const cleaners = Array.from({ length: 4 }, () => newCleaner());
  for (let second = 0; second < 5 * 60; second++) {
    now += 1000;
    for (const [n, cleaner] of cleaners.entries()) {
      if ((second + 13 * n) % 60 === 0) await cleaner.tick();
    }
  }
  expect(deleteOld.mock.calls.length).toBe(5 * recordKinds.length);
});

test("on every process, the metrics show how long the oldest record of each kind is overdue", async () => {
  const [one, other] = [newCleaner(), newCleaner()];
  expect(Object.keys(one.behind())).toEqual(recordKinds);
  await cart();
  now += 30 * dayMs;
  await database.leases.take({ name: "cleanup", now, forMs: minuteMs });
  now += 10_000;
  for (const cleaner of [one, other]) {
    await cleaner.tick();
    expect(cleaner.behind()).toMatchObject({ carts: 10, events: 0 });
  }
  now += minuteMs;
  await one.tick();
  expect(one.behind()).toMatchObject({ carts: 0 });
});
