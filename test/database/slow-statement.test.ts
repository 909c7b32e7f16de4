import { noopTelemetry } from "@counterpart/server";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../server/database/database.ts";
import { isDatabaseOutage, isTemporary } from "../../server/database/engines/database-errors.ts";
import { instrumentDatabase } from "../../server/database/instrument-database.ts";
import { slowCallOf } from "../../server/database/slow-statement.ts";
import { migratedPostgres } from "../helpers/data/migrated-postgres.ts";
import { withPostgres } from "../helpers/outside.ts";

withPostgres("a statement that takes too long", (server) => {
  const tables = migratedPostgres(server);

  test("is named with its store and counted, and is no outage", async () => {
    const counted: string[] = [];
    const database = instrumentDatabase(
      await openDatabase(tables.url, Date.now, { statementTimeoutMs: 2000 }, { migrates: false }),
      { ...noopTelemetry, counter: () => (value) => void counted.push(value) },
    );
    onTestFinished(() => database.close());
    const calls = {
      "carts.find": () => database.carts.find({ storeId: "store_1", cartId: "cart_1" }),
      "duplicateSubscriptions.list": () => database.duplicateSubscriptions.list("store_1"),
    };
    await tables.engine.write(async (db) => {
      await sql`lock table carts, subscriptions, duplicate_subscriptions`.execute(db);
      for (const [call, run] of Object.entries(calls)) {
        const error = await run().catch((failure: unknown) => failure);
        expect(slowCallOf(error)).toEqual({ call, store: "store_1" });
        expect([isDatabaseOutage(error), isTemporary(error)]).toEqual([false, true]);
      }
    });
    expect(counted).toEqual(Object.keys(calls));
  });
});
