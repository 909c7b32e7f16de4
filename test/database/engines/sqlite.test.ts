import { chmod, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../server/database/database.ts";
import type { Engine } from "../../../server/database/engines/engine.ts";
import type { Queries } from "../../../server/database/engines/queries.ts";
import { openSqlite } from "../../../server/database/engines/sqlite.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

async function openEngine(): Promise<{ engine: Engine; file: string }> {
  const file = path.join(await temporaryFolder(), "test.db");
  const engine = openSqlite(file);
  onTestFinished(() => engine.close());
  await engine.migrate();
  return { engine, file };
}

const insert = (db: Queries, ...ids: string[]) =>
  db
    .insertInto("carts")
    .values(ids.map((id) => ({ id, store_id: "store_1", currency: "eur", lines: "[]", expires_at: 1 })))
    .execute();

const idsIn = async ({ read }: Engine) =>
  (await read.selectFrom("carts").select("id").orderBy("id").execute()).map(({ id }) => id);

describe("the files are readable by their owner only", () => {
  const modeOf = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);
  const modesOf = (file: string) => Promise.all(["", "-wal", "-shm"].map((suffix) => modeOf(file + suffix)));

  async function open(file: string): Promise<Engine> {
    const engine = openSqlite(file);
    onTestFinished(() => engine.close());
    await engine.migrate();
    return engine;
  }

  test("when they are created, and so is a missing folder", async () => {
    const umask = process.umask(0o000);
    onTestFinished(() => void process.umask(umask));
    const file = path.join(await temporaryFolder(), "new", "data", "test.db");
    await open(file);
    expect(await modesOf(file)).toEqual(["600", "600", "600"]);
    expect(await modeOf(path.dirname(file))).toBe("700");
  });

  test("even if an earlier version left them readable by others", async () => {
    const file = path.join(await temporaryFolder(), "old.db");
    const engine = await open(file);
    await engine.write((db) => insert(db, "cart_old"));
    for (const suffix of ["", "-wal", "-shm"]) await chmod(file + suffix, 0o644);
    const again = await open(file);
    expect(await modesOf(file)).toEqual(["600", "600", "600"]);
    expect(await idsIn(again)).toEqual(["cart_old"]);
  });
});

describe("reads that arrive together", () => {
  const linesOf = ({ statement }: Engine) =>
    statement((db, { id }: { id: string }) => db.selectFrom("carts").select("id").where("id", "=", id));

  test("each get their own result, and one that fails doesn't fail the others", async () => {
    const { engine } = await openEngine();
    await engine.write((db) => insert(db, "cart_1", "cart_2"));
    const read = linesOf(engine);
    const wrong = engine.statement((db) => db.selectFrom("carts").select(sql.ref("nothing").as("nothing")));
    const outcomes = await Promise.allSettled([
      read(engine.read, { id: "cart_1" }),
      wrong(engine.read, {}),
      read(engine.read, { id: "cart_2" }),
      read(engine.read, { id: "cart_3" }),
    ]);
    expect(outcomes).toEqual([
      { status: "fulfilled", value: { rows: [{ id: "cart_1" }], changes: 0 } },
      { status: "rejected", reason: expect.objectContaining({ errcode: 1 }) },
      { status: "fulfilled", value: { rows: [{ id: "cart_2" }], changes: 0 } },
      { status: "fulfilled", value: { rows: [], changes: 0 } },
    ]);
  });

  test("see what other connections have committed before", async () => {
    const { engine, file } = await openEngine();
    const read = linesOf(engine);
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    for (const id of ["cart_1", "cart_2"]) {
      other.exec(
        `insert into carts (id, store_id, currency, lines, expires_at) values ('${id}', 'store_1', 'eur', '[]', 1)`,
      );
      expect((await read(engine.read, { id })).rows).toEqual([{ id }]);
    }
  });

  test("are rejected when the database is closed first", async () => {
    const { engine } = await openEngine();
    const outcomes = Promise.allSettled([
      linesOf(engine)(engine.read, { id: "cart_1" }),
      linesOf(engine)(engine.read, { id: "cart_2" }),
    ]);
    await engine.close();
    expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});

describe("writes that arrive together", () => {
  test("are all stored, and each gets its own result", async () => {
    const { engine } = await openEngine();
    const ids = Array.from({ length: 100 }, (_, n) => `cart_${String(n).padStart(3, "0")}`);
    const results = await Promise.all(
      ids.map((id) =>
        engine.write(async (db) => {
          await insert(db, id);
          return id;
        }),
      ),
    );
    expect(results).toEqual(ids);
    expect(await idsIn(engine)).toEqual(ids);
  });

  test("don't undo each other: a failing write rolls back only its own changes", async () => {
    const { engine } = await openEngine();
    const outcomes = await Promise.allSettled([
      engine.write((db) => insert(db, "before")),
      engine.write(async (db) => {
        await insert(db, "half");
        throw new Error("changed its mind");
      }),
      engine.write((db) => insert(db, "before")),
      engine.write((db) => insert(db, "after")),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
    expect(outcomes[1]).toMatchObject({ reason: new Error("changed its mind") });
    expect(outcomes[2]).toMatchObject({
      reason: expect.objectContaining({ message: expect.stringMatching(/UNIQUE/) }),
    });
    expect(await idsIn(engine)).toEqual(["after", "before"]);
  });

  test("with one statement each leave nothing behind when they fail, and don't undo the others", async () => {
    const { engine } = await openEngine();
    const outcomes = await Promise.allSettled([
      engine.writeOne((db) => insert(db, "before")),
      engine.writeOne((db) => insert(db, "half", "before")),
      engine.writeOne(() => {
        throw new Error("refused");
      }),
      engine.write((db) => insert(db, "after")),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
    expect(outcomes[2]).toMatchObject({ reason: new Error("refused") });
    expect(await idsIn(engine)).toEqual(["after", "before"]);
  });

  test("happen one after the other, each on the result of the previous one", async () => {
    const { engine } = await openEngine();
    await engine.write((db) => insert(db, "cart_1"));
    await Promise.all(
      Array.from({ length: 50 }, () =>
        engine.write(async (db) => {
          const { expires_at } = await db.selectFrom("carts").select("expires_at").executeTakeFirstOrThrow();
          await db
            .updateTable("carts")
            .set({ expires_at: expires_at + 1 })
            .execute();
        }),
      ),
    );
    const row = await engine.read.selectFrom("carts").select("expires_at").executeTakeFirst();
    expect(row?.expires_at).toBe(51);
  });

  test("can't be seen before they are durable", async () => {
    const { engine } = await openEngine();
    const may = Promise.withResolvers<void>();
    const written = engine.write(async (db) => {
      await insert(db, "cart_1");
      await may.promise;
    });
    await setImmediate();
    expect(await idsIn(engine)).toEqual([]);
    may.resolve();
    await written;
    expect(await idsIn(engine)).toEqual(["cart_1"]);
  });
});

test("a commit is flushed to the disk", async () => {
  const { engine } = await openEngine();
  const rows = await engine.write(async (db) => {
    const [synchronous, journal] = [sql`PRAGMA synchronous`, sql`PRAGMA journal_mode`];
    return [(await synchronous.execute(db)).rows, (await journal.execute(db)).rows];
  });
  expect(rows).toEqual([[{ synchronous: 2 }], [{ journal_mode: "wal" }]]);
});

test("while another process writes, a write waits and everything else continues", async () => {
  const { engine, file } = await openEngine();
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  other.exec("BEGIN IMMEDIATE");
  let isWritten = false;
  const written = engine
    .write((db) => insert(db, "cart_1"))
    .then(() => {
      isWritten = true;
    });
  // With SQLite's own busy wait, none of these turns would run for five seconds.
  for (let turn = 0; turn < 200; turn++) await setImmediate();
  expect(await idsIn(engine)).toEqual([]);
  expect(isWritten).toBe(false);
  other.exec("INSERT INTO carts VALUES ('cart_0', 'store_1', 'eur', '[]', 1); COMMIT");
  await written;
  expect(await idsIn(engine)).toEqual(["cart_0", "cart_1"]);
});

test("the read connection can't write", async () => {
  const { engine } = await openEngine();
  await expect(insert(engine.read, "cart_1")).rejects.toThrow(/readonly|attempt to write/);
});

describe("opening a database", () => {
  const clock = () => 0;

  test("creates its folder and tables, and finds everything again the next time", async () => {
    const file = `file:${path.join(await temporaryFolder(), "deep", "below", "shop.db")}`;
    const first = await openDatabase(file, clock);
    const cart = await first.carts.create("store_1", "eur");
    await first.close();
    const second = await openDatabase(file, clock);
    expect(await second.carts.find({ storeId: "store_1", cartId: cart.id })).toEqual(cart);
    await second.close();
  });

  test("several times at once creates the tables once", async () => {
    const file = `file:${path.join(await temporaryFolder(), "shop.db")}`;
    const stores = await Promise.all(Array.from({ length: 4 }, () => openDatabase(file, clock)));
    await Promise.all(stores.map((database) => database.carts.create("store_1", "eur")));
    await Promise.all(stores.map((database) => database.close()));
  });

  test("rolls back a migration that fails halfway, so that it can be tried again", async () => {
    const file = path.join(await temporaryFolder(), "shop.db");
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    // Blocks one of the first migration's last statements.
    other.exec("CREATE TABLE revision (id)");
    await expect(openDatabase(`file:${file}`, clock)).rejects.toThrow("table revision already exists");
    expect(other.prepare("SELECT name FROM sqlite_master").all()).toEqual([{ name: "revision" }]);
    other.exec("DROP TABLE revision");
    const database = await openDatabase(`file:${file}`, clock);
    await database.close();
  });

  test("fails with a file that isn't a database, and leaves it unchanged", async () => {
    const file = path.join(await temporaryFolder(), "shop.db");
    await writeFile(
      file,
      "This is no database, but a long enough text to be taken for one at first sight.\n".repeat(20),
    );
    await expect(openDatabase(`file:${file}`, clock)).rejects.toThrow(/not a database/);
  });

  test("fails with another kind of address", async () => {
    await expect(openDatabase("mysql://localhost/shop", clock)).rejects.toThrow(/file: or postgres:/);
  });
});
