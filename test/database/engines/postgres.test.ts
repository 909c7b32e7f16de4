import { sql } from "kysely";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { openPostgres } from "../../../server/database/engines/postgres.ts";
import type { Queries } from "../../../server/database/engines/queries.ts";
import { migrations } from "../../../server/database/migrate.ts";
import { migrateToFirst } from "../../helpers/data/migrate-to-first.ts";
import { migratedPostgres } from "../../helpers/data/migrated-postgres.ts";
import { emptyPostgres } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { openProxy } from "../../helpers/processes/proxy.ts";

/** A barrier for two jobs; only the first time, so that a retried job passes. */
function meeting(): () => Promise<void> {
  const met = Promise.withResolvers<void>();
  let arrived = 0;
  return async () => {
    if (++arrived === 2) met.resolve();
    await met.promise;
  };
}

const insertCart = (db: Queries, id: string) =>
  db
    .insertInto("carts")
    .values({ id, store_id: "store_1", currency: "eur", lines: "[]", expires_at: 1 })
    .execute();

const addOne = (db: Queries, id: string) =>
  db
    .updateTable("carts")
    .set((eb) => ({ expires_at: eb("expires_at", "+", 1) }))
    .where("id", "=", id)
    .execute();

withPostgres("PostgreSQL", (server) => {
  const database = migratedPostgres(server);

  const expiryOf = async (id: string) =>
    (
      await database.engine.read
        .selectFrom("carts")
        .select("expires_at")
        .where("id", "=", id)
        .executeTakeFirst()
    )?.expires_at;

  describe("conflicting transactions run again:", () => {
    test("a serialisation failure", async () => {
      await database.engine.writeOne((db) => insertCart(db, "cart_serial"));
      const meet = meeting();
      let runs = 0;
      const job = async (db: Queries) => {
        runs++;
        await sql`set transaction isolation level repeatable read`.execute(db);
        await db.selectFrom("carts").selectAll().where("id", "=", "cart_serial").execute();
        await meet();
        await addOne(db, "cart_serial");
      };
      await Promise.all([database.engine.write(job), database.engine.write(job)]);
      expect(runs).toBe(3);
      expect(await expiryOf("cart_serial")).toBe(3);
    });

    test("a deadlock", async () => {
      const ids = ["cart_a", "cart_b"];
      for (const id of ids) await database.engine.writeOne((db) => insertCart(db, id));
      const meet = meeting();
      let runs = 0;
      const job = (first: string, second: string) => async (db: Queries) => {
        runs++;
        await addOne(db, first);
        await meet();
        await addOne(db, second);
      };
      await Promise.all([
        database.engine.write(job("cart_a", "cart_b")),
        database.engine.write(job("cart_b", "cart_a")),
      ]);
      expect(runs).toBe(3);
      expect(await Promise.all(ids.map(expiryOf))).toEqual([3, 3]);
    });

    test("but nothing else does", async () => {
      let runs = 0;
      const twice = database.engine.write(async (db) => {
        runs++;
        await insertCart(db, "cart_twice");
        await insertCart(db, "cart_twice");
      });
      await expect(twice).rejects.toMatchObject({ code: "23505" });
      expect(runs).toBe(1);
      expect(await expiryOf("cart_twice")).toBeUndefined();
    });
  });

  test("what can't be stored as text becomes U+FFFD, and matches no id", async () => {
    await database.engine.writeOne((db) => insertCart(db, "cart\0zero"));
    expect(await expiryOf("cart\ufffdzero")).toBe(1);
  });

  test("60 jobs at once share the pool's connections", async () => {
    const counts = await Promise.all(
      Array.from({ length: 60 }, () =>
        database.engine.write(async (db) => {
          await sql`select pg_sleep(0.005)`.execute(db);
          return database.engine.load().used ?? 0;
        }),
      ),
    );
    expect(Math.max(...counts)).toBeLessThanOrEqual(20);
    expect(database.engine.load().waiting).toBe(0);
  });

  test("a statement that takes too long is cancelled", async () => {
    await expect(sql`select pg_sleep(600)`.execute(database.engine.read)).rejects.toMatchObject({
      code: "57014",
    });
    await expiryOf("cart_a");
  });

  test("a transaction has the same limits on the server, in case its process is gone, and they end with it", async () => {
    const one = openPostgres(database.url, { poolSize: 1, statementTimeoutMs: 1234 });
    onTestFinished(() => one.close());
    const names = ["statement_timeout", "idle_in_transaction_session_timeout"];
    const bounds = (db: Queries) =>
      Promise.all(names.map(async (name) => (await sql.raw(`show ${name}`).execute(db)).rows[0]));
    expect(await one.write(bounds)).toEqual(names.map((name) => ({ [name]: "1234ms" })));
    expect(await bounds(one.read)).toEqual(names.map((name) => ({ [name]: "0" })));
  });

  test("a hanging server times out for every caller, and is used again once it responds", async () => {
    const proxy = await openProxy(database.url, 5432);
    const behind = openPostgres(proxy.url);
    onTestFinished(() => behind.close());
    const ask = () => behind.read.selectFrom("revision").select("n").execute();
    const change = () => behind.write((db) => addOne(db, "cart_a"));
    await Promise.all([ask(), change()]);
    proxy.hang();
    const failing = () =>
      Promise.all([
        expect(ask()).rejects.toThrow(/timeout/),
        expect(change()).rejects.toThrow(/timeout/),
        expect(behind.writeOne((db) => addOne(db, "cart_a"))).rejects.toThrow(/timeout/),
      ]);
    await failing();
    // A connection that didn't answer isn't reused; a new one is tried.
    await failing();
    expect(behind.load()).toEqual({ used: 0, idle: 0, waiting: 0 });
    proxy.restore();
    await Promise.all([ask(), change()]);
  });

  test("a database that goes away and comes back is used again, and no call waits in between", async () => {
    const proxy = await openProxy(database.url, 5432);
    const behind = openPostgres(proxy.url);
    onTestFinished(() => behind.close());
    const ask = () => behind.read.selectFrom("revision").select("n").execute();
    await Promise.all(Array.from({ length: 20 }, ask));
    proxy.cut();
    await Promise.all(Array.from({ length: 30 }, () => expect(ask()).rejects.toThrow()));
    proxy.restore();
    await Promise.all(Array.from({ length: 30 }, ask));
  });

  test("idle connections that the server closes are replaced", async () => {
    await Promise.all(Array.from({ length: 20 }, () => expiryOf("cart_a")));
    const admin = new pg.Client({ connectionString: server });
    await admin.connect();
    const { rows } = await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1",
      [new URL(database.url).pathname.slice(1)],
    );
    await admin.end();
    expect(rows.length).toBeGreaterThan(1);
    await expect.poll(() => expiryOf("cart_b"), { interval: 10 }).toBe(3);
    expect(await Promise.all(Array.from({ length: 20 }, () => expiryOf("cart_b")))).toEqual(
      Array(20).fill(3),
    );
  });

  test("a connection that the server ends with an error isn't used for the next statement", async () => {
    const one = openPostgres(database.url, { poolSize: 1 });
    onTestFinished(() => one.close());
    for (let n = 0; n < 5; n++) {
      const ended = sql`select pg_terminate_backend(pg_backend_pid())`.execute(one.read);
      await expect(ended).rejects.toMatchObject({ code: "57P01" });
      await sql`select 1`.execute(one.read);
    }
  });

  test("a migration that has to wait for a table gives way, so that others aren't blocked", async () => {
    const fresh = await emptyPostgres(server);
    const [old, next] = [openPostgres(fresh.url), openPostgres(fresh.url)];
    onTestFinished(async () => {
      await Promise.all([old.close(), next.close()]);
      await fresh.drop();
    });
    await migrateToFirst(fresh.url);
    const reading = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const longRead = old.write(async (db) => {
      await db.selectFrom("stores").select("id").execute();
      reading.resolve();
      await mayEnd.promise;
    });
    await reading.promise;
    const migrated = next.migrate();
    const stores = () => old.read.selectFrom("stores").select("id").execute();
    // Three seconds of reads. A read that waited for the migration would wait for the end of the long read, which comes
    // later.
    for (let until = performance.now() + 3000; performance.now() < until; ) await stores();
    mayEnd.resolve();
    await longRead;
    expect(await migrated).toEqual(Object.keys(migrations).slice(1));
  });
});
