import { sql } from "kysely";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { isDatabaseAway, isDatabaseOutage } from "../../../server/database/engines/database-errors.ts";
import type { DatabaseOptions, Engine } from "../../../server/database/engines/engine.ts";
import { openPostgres } from "../../../server/database/engines/postgres.ts";
import type { Queries } from "../../../server/database/engines/queries.ts";
import { cartQueries } from "../../../server/database/queries/carts.ts";
import { idempotencyKeyQueries } from "../../../server/database/queries/idempotency-keys.ts";
import { providerEventQueries } from "../../../server/database/queries/provider-events.ts";
import type { CartLine } from "../../../server/domain/cart.ts";
import { hasPostgresPrograms } from "../../helpers/processes/own-postgres.ts";
import { startReplicatedPostgres } from "../../helpers/processes/replicated-postgres.ts";

const timeout = 180_000;
const options: DatabaseOptions = { statementTimeoutMs: 500 };

async function openEngine(url: string): Promise<Engine> {
  const engine = openPostgres(url, options);
  onTestFinished(() => engine.close());
  return engine;
}

async function open() {
  const cluster = await startReplicatedPostgres();
  const engine = await openEngine(cluster.primary.url);
  await engine.migrate();
  return { ...cluster, engine };
}

const insertCart = (db: Queries, id: string) =>
  db
    .insertInto("carts")
    .values({ id, store_id: "store_1", currency: "eur", lines: "[]", expires_at: 1 })
    .onConflict((c) => c.column("id").doNothing())
    .execute();

async function errorOf(attempt: unknown): Promise<unknown> {
  return Promise.resolve(attempt).then(
    () => {
      throw new Error("This should have failed.");
    },
    (error) => error,
  );
}

describe.skipIf(!hasPostgresPrograms)("a primary whose synchronous standby is gone", { timeout }, () => {
  test("acknowledges commits without it, which are failures here, and no connection is reused after one", async () => {
    const { standby, engine } = await open();
    await engine.write((db) => insertCart(db, "cart_before"));
    await standby.kill();
    const writes = {
      transaction: () => engine.write((db) => insertCart(db, "cart_transaction")),
      "single statement": () => engine.writeOne((db) => insertCart(db, "cart_single")),
      "statement that reads by its name": () =>
        engine.writeOne((db) =>
          sql`with new as (insert into carts values ('cart_with', 'store_1', 'eur', '[]', 1) returning id)
          select id from new`.execute(db),
        ),
    };
    for (const [kind, write] of Object.entries(writes)) {
      const error = await errorOf(write());
      expect({ kind, error }).toMatchObject({ kind, error: { code: "40003" } });
      expect(isDatabaseOutage(error)).toBe(true);
    }
    expect(engine.load()).toEqual({ used: 0, idle: 0, waiting: 0 });
    await engine.read.selectFrom("carts").select("id").execute();
  });

  test("is an outage until a write is confirmed, although it responds", async () => {
    const { standby, engine } = await open();
    await engine.checkWritable();
    await standby.kill();
    await engine.checkWritable();
    await errorOf(engine.writeOne((db) => insertCart(db, "cart_1")));
    for (let n = 0; n < 2; n++) {
      expect(await errorOf(engine.checkWritable())).toMatchObject({ code: "40003" });
    }
    await standby.start();
    await expect
      .poll(() => engine.checkWritable().then(() => "writable"), { timeout: 30_000 })
      .toBe("writable");
  });

  test("has to confirm an earlier attempt's write before a retry is answered", async () => {
    const { primary, standby, engine } = await open();
    await standby.kill();
    await errorOf(engine.write((db) => insertCart(db, "cart_1")));
    const another = await openEngine(primary.url);
    const again = () => another.write((db) => insertCart(db, "cart_1"));
    expect(await errorOf(again())).toMatchObject({ code: "40003" });
    expect(await errorOf(another.confirmReads())).toMatchObject({ code: "40003" });
    await standby.start();
    await again();
    await another.confirmReads();
  });

  test("makes a keyed change once, however often it is retried", async () => {
    const { standby, engine } = await open();
    const store = idempotencyKeyQueries(engine, Date.now);
    const carts = cartQueries(engine, Date.now);
    const request = { caller: "key_1", key: "one", fingerprint: "f", keepMs: 60_000, leaseMs: 30_000 };
    const { id: cartId, storeId } = await carts.create("store_1", "eur");
    const change = async () => {
      const claim = await store.claim(request);
      if (claim.state !== "claimed") return claim.state;
      try {
        const add = (lines: CartLine[]) => [...lines, { productId: "ours", quantity: 1 }];
        const cart = await carts.change({ storeId, cartId }, add, claim.token);
        await store.keep(claim.token, { status: 200, headers: {}, body: "" });
        return cart?.lines.length;
      } catch (error) {
        await store.release(claim.token);
        throw error;
      }
    };
    // The change itself is the first unconfirmed commit.
    const claimed = await store.claim(request);
    if (claimed.state !== "claimed") throw new Error("It should be claimed.");
    await standby.kill();
    const error = await errorOf(
      carts.change(
        { storeId, cartId },
        (lines) => [...lines, { productId: "ours", quantity: 1 }],
        claimed.token,
      ),
    );
    expect(error).toMatchObject({ code: "40003" });
    await errorOf(store.release(claimed.token));
    // On a retry, even its claim is unconfirmed.
    expect(await errorOf(change())).toMatchObject({ code: "40003" });
    await standby.start();
    await expect.poll(change, { timeout: 30_000 }).toBe(1);
    expect(await change()).toBe("answered");
  });

  test("replays no response that may be lost", async () => {
    const { standby, engine } = await open();
    const store = idempotencyKeyQueries(engine, Date.now);
    const request = { caller: "key_1", key: "one", fingerprint: "f", keepMs: 60_000, leaseMs: 30_000 };
    const claim = await store.claim(request);
    if (claim.state !== "claimed") throw new Error("It should be claimed.");
    await standby.kill();
    expect(await errorOf(store.keep(claim.token, { status: 200, headers: {}, body: "" }))).toMatchObject({
      code: "40003",
    });
    expect(await errorOf(store.claim(request))).toMatchObject({ code: "40003" });
    await standby.start();
    expect(await store.claim(request)).toMatchObject({ state: "answered" });
  });

  test("counts no provider event as known if it may be lost", async () => {
    const { standby, engine } = await open();
    const { accept, isKnown } = providerEventQueries(engine, Date.now);
    const event = { id: "evt_1", type: "charge.refunded" };
    await standby.kill();
    for (const attempt of [
      () => accept(event, async () => {}),
      () => accept(event, async () => {}),
      () => isKnown(event.id),
    ]) {
      expect(await errorOf(attempt())).toMatchObject({ code: "40003" });
    }
    expect(await isKnown("evt_2")).toBe(false);
    await standby.start();
    expect(await isKnown(event.id)).toBe(true);
  });

  test("is detected even if its warnings aren't sent", async () => {
    const { primary, standby } = await open();
    await primary.run("alter role postgres set client_min_messages = error");
    const engine = await openEngine(primary.url);
    await engine.writeOne((db) => insertCart(db, "cart_before"));
    await standby.kill();
    expect(await errorOf(engine.writeOne((db) => insertCart(db, "cart_single")))).toMatchObject({
      code: "40003",
    });
    expect(await errorOf(engine.write((db) => insertCart(db, "cart_transaction")))).toMatchObject({
      code: "40003",
    });
  });

  test("is detected when another client ends the wait", async () => {
    const { primary, standby } = await open();
    const engine = openPostgres(primary.url, { statementTimeoutMs: 60_000 });
    onTestFinished(() => engine.close());
    await standby.kill();
    for (const end of ["pg_cancel_backend", "pg_terminate_backend"]) {
      const failed = errorOf(engine.writeOne((db) => insertCart(db, `cart_${end}`)));
      const ending = `select ${end}(pid) from pg_stat_activity where wait_event = 'SyncRep'`;
      await expect.poll(() => primary.run(ending), { timeout: 30_000 }).toHaveLength(1);
      expect(isDatabaseOutage(await failed)).toBe(true);
    }
  });
});

describe.skipIf(!hasPostgresPrograms)("a server that only reads", { timeout }, () => {
  test("isn't used: a standby is refused by every pool, until it is promoted", async () => {
    const { standby } = await open();
    const engine = await openEngine(standby.url);
    const read = (db: Queries) => db.selectFrom("carts").select("id").execute();
    const attempts: Record<string, () => Promise<unknown>> = {
      read: () => read(engine.read),
      reserved: () => read(engine.reserved),
      write: () => engine.write((db) => insertCart(db, "cart_1")),
      writeOne: () => engine.writeOne((db) => insertCart(db, "cart_2")),
      snapshot: () => engine.snapshot(read),
      checkWritable: () => engine.checkWritable(),
    };
    for (const [name, attempt] of Object.entries(attempts)) {
      const error = await errorOf(attempt());
      expect({ name, error }).toMatchObject({ name, error: { code: "25006" } });
      expect(isDatabaseOutage(error)).toBe(true);
    }
    expect(engine.load()).toEqual({ used: 0, idle: 0, waiting: 0 });
    await standby.run("alter system set synchronous_standby_names = ''");
    await standby.run("select pg_promote()");
    for (const attempt of Object.values(attempts)) await attempt();
  });

  test("loses its connections, including read-only ones", async () => {
    const { primary, engine } = await open();
    const backends = async (db: Queries): Promise<unknown[]> =>
      Promise.all(
        Array.from({ length: 4 }, async () => {
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.2)`.execute(
            db,
          );
          return rows[0]?.pid;
        }),
      );
    const before = [...(await backends(engine.read)), ...(await backends(engine.reserved))];
    await primary.run("alter system set default_transaction_read_only = on");
    await primary.run("select pg_reload_conf()");
    await expect
      .poll(() => errorOf(engine.writeOne((db) => insertCart(db, "cart_1"))))
      .toMatchObject({ code: "25006" });
    for (const db of [engine.read, engine.reserved]) {
      expect(await errorOf(sql`select 1`.execute(db))).toMatchObject({ code: "25006" });
    }
    await primary.run("alter system reset default_transaction_read_only");
    await primary.run("select pg_reload_conf()");
    await expect.poll(() => engine.checkWritable().then(() => "writable")).toBe("writable");
    const after = [...(await backends(engine.read)), ...(await backends(engine.reserved))];
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  });

  test("is found by the check of a process that only reads", async () => {
    const { primary, engine } = await open();
    await engine.checkWritable();
    await primary.run("alter system set default_transaction_read_only = on");
    await primary.run("select pg_reload_conf()");
    await expect.poll(() => errorOf(engine.checkWritable())).toMatchObject({ code: "25006" });
    expect(await errorOf(sql`select 1`.execute(engine.read))).toMatchObject({ code: "25006" });
  });

  test("is distinguished from a server that fails otherwise", () => {
    const readOnly = new pg.DatabaseError("cannot execute INSERT in a read-only transaction", 0, "error");
    readOnly.code = "25006";
    expect(isDatabaseAway(readOnly)).toBe(true);
    readOnly.code = "25001";
    expect(isDatabaseAway(readOnly)).toBe(false);
  });
});
