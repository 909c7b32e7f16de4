import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase, openEngine } from "../../../server/database/database.ts";
import { isDatabaseAway, isDatabaseOutage } from "../../../server/database/engines/database-errors.ts";
import type { Engine } from "../../../server/database/engines/engine.ts";
import { migrations } from "../../../server/database/migrate.ts";
import { tableNames } from "../../../server/database/schema.ts";
import { moveStore, reopenStore } from "../../../server/database/transfer/move-store.ts";
import { tablesOfStores } from "../../../server/database/transfer/store-rows.ts";
import { bucketInStore } from "../../../server/domain/store-bucket.ts";
import { openCli } from "../../cli/cli-harness.ts";
import { deleteOld } from "../../helpers/data/delete-old.ts";
import { type Filled, fillStore, longTimeouts, now } from "../../helpers/data/filled-database.ts";
import { readCatalog } from "../../helpers/data/read-catalog.ts";
import { expiredOutcome } from "../../helpers/data/sessions.ts";
import {
  emptyPostgres,
  emptySqlite,
  migrate,
  type NewDatabase,
  preparedDatabase,
  type TestDatabase,
} from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { sampleProducts, startWorld } from "../../helpers/world.ts";

type Content = Record<string, string[]>;

/** What the source keeps of a moved store. */
const kept = ["stores", "api_keys", "products", "carts", "audit_entries"];

/** Databases of one engine. */
interface Side {
  empty: NewDatabase;
  migrated: NewDatabase;
  /** With the stores harbour and quay. */
  filled: ReturnType<typeof preparedDatabase<Filled>>;
}

function sideOf(empty: NewDatabase): Side {
  return { empty, migrated: preparedDatabase(empty, migrate), filled: preparedDatabase(empty, fillStore) };
}

async function own<Made extends TestDatabase>(newDatabase: () => Promise<Made>): Promise<Made> {
  const testDatabase = await newDatabase();
  onTestFinished(() => testDatabase.drop());
  return testDatabase;
}

async function open(url: string): Promise<Engine> {
  const engine = await openEngine(url, longTimeouts);
  onTestFinished(() => engine.close());
  return engine;
}

async function serve(url: string): Promise<Database> {
  const database = await openDatabase(url, () => now, longTimeouts);
  onTestFinished(() => database.close());
  return database;
}

/** Every row of every table, in no particular order. */
async function contentOf({ read }: Engine): Promise<Content> {
  const content: Content = {};
  for (const table of tableNames) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(read);
    content[table] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
  }
  return content;
}

/** The rows that one database has and the other lacks. */
function without(content: Content, other: Content): Content {
  return Object.fromEntries(
    Object.entries(content).map(([table, rows]) => {
      const there = new Set(other[table]);
      return [table, rows.filter((row) => !there.has(row))];
    }),
  );
}

/** What holds between any two databases. */
function rowsSuite(ofSource: Side, ofTarget: Side): void {
  const sides = () => openSides(ofSource, ofTarget);
  test("every row of the store arrives, nothing else does, and the rest of the source is unchanged", async () => {
    const { from, to, storeId, otherId } = await sides();
    const [before, there] = [await contentOf(from), await contentOf(to)];
    const [rows, others] = [await rowsOf(from, storeId), await rowsOf(from, otherId)];
    const seen: [number, number][] = [];
    const moved = await moveStore(from, to, "harbour", { progress: (...done) => seen.push(done) });
    // From the database's own list of tables, so that a new one can't be forgotten.
    for (const [table, expected] of Object.entries(rows)) {
      expect(tablesOfStores, table).toContain(table);
      expect(expected.length, table).toBeGreaterThan(0);
    }
    expect(await rowsOf(to, storeId)).toEqual(rows);
    const arrived = without(await contentOf(to), there);
    for (const table of tableNames) {
      const isMoved = tablesOfStores.includes(table) || ["people", "passkeys", "revision"].includes(table);
      if (isMoved) expect(arrived[table]?.length, table).toBeGreaterThan(0);
      else expect(arrived[table], table).toEqual([]);
      if (table !== "revision")
        expect(before[table], table).toEqual(expect.arrayContaining(arrived[table] ?? []));
    }
    expect(moved).toEqual(tablesOfStores.map((table) => ({ table, rows: arrived[table]?.length })));
    const total = moved.reduce((sum, { rows }) => sum + rows, 0);
    expect(seen.at(-1)).toEqual([total, total]);

    expect(await rowsOf(from, otherId)).toEqual(others);
    const gone = without(before, await contentOf(from));
    for (const table of tableNames) {
      const isGone = tablesOfStores.includes(table) && !kept.includes(table);
      expect(gone[table], table).toEqual(isGone ? arrived[table] : []);
    }
  });

  test("the target serves it: keys, carts, orders, search, people", async () => {
    const { from, to, storeId, key, cartIds, source, target } = await sides();
    const address = { storeId, cartId: cartIds[0] ?? "" };
    const [orders, cart] = [await source.orders.listAll(storeId), await source.carts.find(address)];
    await moveStore(from, to, "harbour");
    expect(await target.keys.holder(key)).toMatchObject({ storeId });
    expect(await target.orders.listAll(storeId)).toEqual(orders);
    expect(await target.carts.find(address)).toEqual(cart);
    expect((await target.carts.change(address, () => []))?.lines).toEqual([]);
    expect((await target.productPages.read({ storeId, limit: 10, q: "tide" }))?.products).toHaveLength(1);
    expect((await target.people.list(storeId)).map(({ email }) => email)).toEqual(["ada@example.com"]);
    expect(await target.passkeys.list("person_1")).toHaveLength(1);
    const repeated = { ...claimOfToken(storeId), fingerprint: "another request" };
    expect(await target.idempotencyKeys.claim(repeated)).toEqual({ state: "other" });
  });
}

/** What holds on each side, whatever the other one is. */
function faultsSuite(ofSource: Side, ofTarget: Side): void {
  const sides = () => openSides(ofSource, ofTarget);

  test("during the move, the source answers reads, refuses the store's writes, and accepts other stores' writes", async () => {
    const { from, to, storeId, otherId, cartIds, source, target } = await sides();
    const mine = cartIds.slice(0, 3).map((cartId) => ({ storeId, cartId }));
    const theirs = { storeId: otherId, cartId: (await source.carts.create(otherId, "eur")).id };
    const [first = theirs] = mine;
    const lines = [{ productId: "prod_2", quantity: 1 }];
    const [product = sampleProducts[0] as (typeof sampleProducts)[0]] = sampleProducts;
    let outcomes: PromiseSettledResult<unknown>[] = [];
    const watched: Engine = {
      ...from,
      snapshot: (job) =>
        from.snapshot(async (db) => {
          await db.selectFrom("stores").select("id").execute();
          outcomes = await Promise.allSettled([
            // In one statement if the database is remote.
            ...[theirs, ...mine].map((address) => source.carts.change(address, () => lines)),
            source.carts.create(storeId, "eur"),
            source.keys.create({ storeId, label: null }),
            source.products.import(storeId, [{ ...product, name: "New" }]),
            source.stores.update("harbour", { name: "Elsewhere" }),
            source.checkoutSessions.settle("cs_0", expiredOutcome, now),
          ]);
          expect((await source.carts.create(otherId, "eur")).storeId).toBe(otherId);
          expect(await source.carts.find(first)).toMatchObject({ id: first.cartId });
          expect(await readCatalog(source, storeId)).toMatchObject({ products: expect.any(Array) });
          return job(db);
        }),
    };
    const before = await source.carts.find(first);
    await moveStore(watched, to, "harbour");
    const [other, ...ours] = outcomes;
    expect(other).toMatchObject({ status: "fulfilled", value: { lines } });
    for (const outcome of ours) {
      expect(outcome.status).toBe("rejected");
      const { reason } = outcome as PromiseRejectedResult;
      expect([isDatabaseAway(reason), isDatabaseOutage(reason)], String(reason)).toEqual([true, false]);
    }
    expect(await source.carts.find(theirs)).toMatchObject({ lines });
    expect(await target.carts.find(first)).toEqual(before);
  });

  test("afterwards the source answers reads and cleans up, but sells nothing of the store", async () => {
    const { from, to, storeId, otherId, cartIds, source, urls } = await sides();
    const [cartId = ""] = cartIds;
    await moveStore(from, to, "harbour");
    expect(await readCatalog(source, storeId)).toMatchObject({ store: { slug: "harbour" } });
    expect(await source.carts.find({ storeId, cartId })).toBeDefined();
    for (const write of [
      () => source.carts.create(storeId, "eur"),
      () => source.carts.change({ storeId, cartId }, () => []),
      () => source.stores.update("harbour", { name: "Elsewhere" }),
    ]) {
      await expect(write()).rejects.toSatisfy(isDatabaseAway);
    }
    const later = await openDatabase(urls[0], () => now + 1000 * 24 * 60 * 60_000, longTimeouts);
    onTestFinished(() => later.close());
    const deleted = await deleteOld(later, { now: now + 1000 * 24 * 60 * 60_000, limit: 10_000 });
    expect(deleted.carts).toBe(cartIds.length);
    expect(await source.unsettledSessions.claimDue({ now, limit: 10 })).toEqual([]);
    expect((await source.carts.create(otherId, "eur")).storeId).toBe(otherId);
  });

  test("a failure in the middle leaves the target as it was, and the source open", async () => {
    const { from, to, storeId, source } = await sides();
    const there = await contentOf(to);
    const progress = (done: number, total: number) => {
      if (done > total / 2) throw new Error("The power failed.");
    };
    await expect(moveStore(from, to, "harbour", { progress })).rejects.toThrow("The power failed.");
    expect(await contentOf(to)).toEqual(there);
    expect((await source.carts.create(storeId, "eur")).storeId).toBe(storeId);
    await moveStore(from, to, "harbour");
    await expect(source.carts.create(storeId, "eur")).rejects.toSatisfy(isDatabaseAway);
  });

  test("a row that arrives changed undoes the move", async () => {
    const { from, to, storeId, source } = await sides();
    const there = await contentOf(to);
    await plant(to, "update orders set total = total + 1");
    await expect(moveStore(from, to, "harbour")).rejects.toThrow("because orders differs between both sides");
    expect(await contentOf(to)).toEqual(there);
    expect((await source.carts.create(storeId, "eur")).storeId).toBe(storeId);
  });

  describe("a run that was killed is completed by the next one:", () => {
    const never = new Promise<never>(() => {});

    /** Two live copies would both sell. */
    async function refuseElsewhere(from: Engine): Promise<void> {
      const elsewhere = await open((await own(ofTarget.migrated)).url);
      const before = await contentOf(elsewhere);
      await expect(moveStore(from, elsewhere, "harbour")).rejects.toMatchObject({
        code: "CONFLICT",
        message: expect.stringContaining("with the earlier target"),
      });
      expect(await contentOf(elsewhere)).toEqual(before);
    }

    test("before the target had the store", async () => {
      const { from, to, storeId, source, target } = await sides();
      const closed = Promise.withResolvers<void>();
      const snapshot = () => {
        closed.resolve();
        return never;
      };
      void moveStore({ ...from, snapshot }, to, "harbour");
      await closed.promise;
      await expect(source.stores.update("harbour", { name: "Elsewhere" })).rejects.toSatisfy(isDatabaseAway);
      await refuseElsewhere(from);
      await moveStore(from, to, "harbour");
      expect(await target.stores.find(storeId)).toMatchObject({ slug: "harbour" });
      expect(await source.orders.listAll(storeId)).toEqual([]);
    });

    test("after the target had it, but before the source was cleared", async () => {
      const { from, to, storeId, source, target } = await sides();
      const arrived = Promise.withResolvers<void>();
      const dying: Engine = {
        ...to,
        writeAtLength: async (job) => {
          await to.writeAtLength(job);
          arrived.resolve();
          return never;
        },
      };
      void moveStore(from, dying, "harbour");
      await arrived.promise;
      const cart = await target.carts.create(storeId, "eur");
      await refuseElsewhere(from);
      await expect(source.carts.create(storeId, "eur")).rejects.toSatisfy(isDatabaseAway);
      const moved = await moveStore(from, to, "harbour");
      expect(moved).toContainEqual({ table: "carts", rows: 1101 });
      expect(await target.carts.find({ storeId, cartId: cart.id })).toEqual(cart);
      expect(await source.orders.listAll(storeId)).toEqual([]);
      await expect(source.carts.create(storeId, "eur")).rejects.toSatisfy(isDatabaseAway);
    });
  });

  test("after its target was lost, `db reopen` opens the store at the source, once", async () => {
    const { from, to, storeId, source } = await sides();
    const closed = Promise.withResolvers<void>();
    const snapshot = () => {
      closed.resolve();
      return new Promise<never>(() => {});
    };
    void moveStore({ ...from, snapshot }, to, "harbour");
    await closed.promise;
    await expect(source.carts.create(storeId, "eur")).rejects.toSatisfy(isDatabaseAway);
    await expect(
      from.migrate({ known: { ...migrations, "9999-next": { up: async () => {} } } }),
    ).rejects.toThrow("`db reopen`");
    await reopenStore(from, "harbour");
    expect((await source.carts.create(storeId, "eur")).storeId).toBe(storeId);
    await expect(reopenStore(from, "harbour")).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(reopenStore(from, "unknown")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("an unknown outcome leaves the source closed until the next run", async () => {
    const { from, to, storeId, source, target } = await sides();
    const cut: Engine = {
      ...to,
      writeAtLength: async (job) => {
        await to.writeAtLength(job);
        throw new Error("Connection terminated");
      },
    };
    await expect(moveStore(from, cut, "harbour")).rejects.toThrow("It isn't known");
    await expect(source.carts.create(storeId, "eur")).rejects.toSatisfy(isDatabaseAway);
    await moveStore(from, to, "harbour");
    expect((await target.carts.create(storeId, "eur")).storeId).toBe(storeId);
  });

  test("a store can move back with its new data, and move again", async () => {
    const { from, to, storeId, cartIds, source, target } = await sides();
    const address = { storeId, cartId: cartIds[0] ?? "" };
    const lines = [{ productId: "prod_9", quantity: 2 }];
    await moveStore(from, to, "harbour");
    await target.carts.change(address, () => lines);
    await target.stores.update("harbour", { name: "Harbour II" }, { kind: "person", id: "person_1" });
    const rows = await rowsOf(to, storeId);
    await moveStore(to, from, "harbour");
    expect(await rowsOf(from, storeId)).toEqual(rows);
    expect(await source.carts.find(address)).toMatchObject({ lines });
    expect((await source.carts.change(address, () => []))?.lines).toEqual([]);
    await expect(target.carts.change(address, () => [])).rejects.toSatisfy(isDatabaseAway);
    await moveStore(from, to, "harbour");
    expect((await target.carts.create(storeId, "eur")).storeId).toBe(storeId);
    await expect(source.carts.create(storeId, "eur")).rejects.toSatisfy(isDatabaseAway);
  });

  test("a person whom the target knows is kept", async () => {
    const { from, to, storeId, target } = await sides();
    const pier = (await target.stores.findBySlug("pier"))?.id ?? "";
    await target.people.add({ id: "person_9", email: "ada@example.com", storeId: pier, role: "staff" });
    await moveStore(from, to, "harbour");
    expect(await target.people.list(storeId)).toMatchObject([{ id: "person_9", role: "owner" }]);
    const trail = await target.auditTrail.list({ storeId, limit: 100 });
    expect(JSON.stringify(trail)).not.toContain('"person_1"');
  });

  test("what can't be moved is refused, and nothing changes", async () => {
    const { from, to, storeId, otherId, source, target } = await sides();
    await target.stores.create({ slug: "quay", name: "Another", currency: "eur" });
    const [before, there] = [await contentOf(from), await contentOf(to)];
    await expect(moveStore(from, to, "nowhere")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(moveStore(from, to, "quay")).rejects.toThrow('The target has another store "quay"');
    expect([await contentOf(from), await contentOf(to)]).toEqual([before, there]);
    await moveStore(from, to, "harbour");
    await expect(moveStore(from, to, "harbour")).rejects.toThrow("already been moved from the source");
    expect((await target.carts.create(storeId, "eur")).storeId).toBe(storeId);
    expect((await source.carts.create(otherId, "eur")).storeId).toBe(otherId);
  });

  test("the command moves it into an empty database, and reports what it moved", async () => {
    const [{ url }, { url: to }] = [await own(ofSource.filled), await own(ofTarget.empty)];
    const cli = await openCli();
    onTestFinished(() => cli.close());
    const command = ["db", "copy", "--store", "harbour", "--from", url, "--to", to];
    const { exitCode, stdout, stderr } = await cli.run(...command);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(stdout).toMatch(/^carts +1100$/m);
    expect(stdout).toContain("Moved. The target now serves harbour.");
    expect(await cli.refusal(...command)).toMatchObject({ exitCode: 1, code: "CONFLICT", stdout: "" });
  });
}

/** A source with the stores harbour and quay, and a target with another store. */
async function openSides(ofSource: Side, ofTarget: Side) {
  const filled = await own(ofSource.filled);
  const { key, cartIds } = filled.prepared;
  const urls = [filled.url, (await own(ofTarget.migrated)).url] as const;
  const [source, target] = [await serve(urls[0]), await serve(urls[1])];
  const identified = await source.keys.identify(key);
  const claim = { caller: identified?.record.id ?? "", key: "k", fingerprint: "f" };
  await source.idempotencyKeys.claim({ ...claim, keepMs: 60_000, leaseMs: 1000 });
  await source.idempotencyKeys.claim(claimOfToken(identified?.storeId ?? ""));
  await target.stores.create({ slug: "pier", name: "Pier", currency: "eur" });
  return {
    key,
    cartIds,
    storeId: identified?.storeId ?? "",
    otherId: (await source.stores.findBySlug("quay"))?.id ?? "",
    source,
    target,
    from: await open(urls[0]),
    to: await open(urls[1]),
    urls,
  };
}

/** A request with an access token, whose holder isn't in the database. */
function claimOfToken(storeId: string) {
  const caller = bucketInStore({ storeId, keyId: "token_person" });
  return { caller, key: "k", fingerprint: "f", keepMs: 60_000, leaseMs: 1000 };
}

/** From now on, the last table to arrive also runs this statement. */
async function plant(engine: Engine, statement: string): Promise<void> {
  const run = (text: string) => engine.writeOne((db) => sql.raw(text).execute(db));
  if (!engine.isRemote) {
    await run(`create trigger fault after insert on invitations begin ${statement}; end`);
    return;
  }
  await run(
    `create function fault() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`,
  );
  await run("create trigger fault after insert on invitations for each statement execute function fault()");
}

/** The rows that belong to the store, by table. */
async function rowsOf({ read }: Engine, storeId: string): Promise<Content> {
  const content: Content = {};
  for (const { name, columns } of await read.introspection.getTables()) {
    // SQLite's search has its own tables, which triggers fill.
    if (name.startsWith("product_search") || columns.every((column) => column.name !== "store_id")) continue;
    const { rows } = await sql<object>`select * from ${sql.table(name)} where store_id = ${storeId}`.execute(
      read,
    );
    content[name] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
  }
  return content;
}

const sqlite = sideOf(emptySqlite);

describe("SQLite to SQLite:", () => {
  rowsSuite(sqlite, sqlite);
  faultsSuite(sqlite, sqlite);
});

withPostgres("with PostgreSQL:", (server) => {
  const postgres = sideOf(() => emptyPostgres(server));
  describe("SQLite to PostgreSQL:", () => rowsSuite(sqlite, postgres));
  describe("PostgreSQL to SQLite:", () => rowsSuite(postgres, sqlite));
  describe("PostgreSQL to PostgreSQL:", () => {
    rowsSuite(postgres, postgres);
    faultsSuite(postgres, postgres);
  });

  test("schemas of one database are two databases", { timeout: 300_000 }, async () => {
    const { url } = await own(postgres.empty);
    const [one, other] = [`${url}?schema=one`, `${url}?schema=other`];
    const { key } = await fillStore(one);
    const source = await serve(one);
    await moveStore(await open(one), await open(other), "harbour");
    const holder = await (await serve(other)).keys.holder(key);
    expect(holder).toBeDefined();
    await expect(source.carts.create(holder?.storeId ?? "", "eur")).rejects.toSatisfy(isDatabaseAway);
  });
});

test("500 with Retry-After for a write to a store that is being moved, and 200 for a read", async () => {
  const { url } = await own(sqlite.migrated);
  const world = await startWorld({ databaseUrl: url });
  onTestFinished(() => world.close());
  const { client, store } = await world.merchant();
  await moveStore(await open(url), await open((await own(sqlite.empty)).url), store.slug);
  const { response } = await client.POST("/v1/cart");
  expect([response.status, response.headers.get("Retry-After")]).toEqual([500, "5"]);
  expect((await client.GET("/v1/catalog")).response.status).toBe(200);
});
