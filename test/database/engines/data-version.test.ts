import { stat } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Engine } from "../../../server/database/engines/engine.ts";
import { openSqlite } from "../../../server/database/engines/sqlite.ts";
import { cartQueries } from "../../../server/database/queries/carts.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const clock = () => 0;

async function openEngine(): Promise<{ engine: Engine; other: DatabaseSync }> {
  const file = path.join(await temporaryFolder(), "test.db");
  const engine = openSqlite(file);
  onTestFinished(() => engine.close());
  await engine.migrate();
  const other = new DatabaseSync(file);
  onTestFinished(() => other.close());
  return { engine, other };
}

/** Resolves while the events of a new poll are handled, as requests are. */
const nextPoll = () => stat(".");

describe("an embedded database's version", () => {
  test("stays the same while nobody commits", async () => {
    const { engine } = await openEngine();
    const version = engine.version();
    await nextPoll();
    expect(engine.version()).toBe(version);
  });

  test("is another as soon as a write of this process is answered", async () => {
    const { engine } = await openEngine();
    let before: number | undefined;
    await engine.write(async (db) => {
      // Writes are run after a poll's events, together: in between, SQLite has been asked.
      before = engine.version();
      await db.updateTable("revision").set({ n: 7 }).execute();
    });
    expect(engine.version()).not.toBe(before);
  });

  test("is another after a commit of another process, at the next poll", async () => {
    const { engine, other } = await openEngine();
    await nextPoll();
    const version = engine.version();
    other.exec("insert into carts values ('cart_1', 'store_1', 'eur', '[]', 1)");
    await nextPoll();
    expect(engine.version()).not.toBe(version);
  });

  test("saves reading a cart again, until somebody writes anything", async () => {
    const { engine, other } = await openEngine();
    let reads = 0;
    const carts = cartQueries(
      {
        ...engine,
        statement: (build) => {
          const run = engine.statement(build);
          return (on, values) => {
            if (on === engine.read) reads++;
            return run(on, values);
          };
        },
      },
      clock,
    );
    const cart = await carts.create("store_1", "eur");
    const address = { storeId: "store_1", cartId: cart.id };
    const read = async () => {
      await nextPoll();
      return carts.find(address);
    };
    for (let n = 0; n < 3; n++) expect(await read()).toEqual(cart);
    expect(reads).toBe(1);
    const line = { productId: "prod_1", quantity: 2 };
    other.prepare("update carts set lines = ?").run(JSON.stringify([line]));
    for (let n = 0; n < 3; n++) expect((await read())?.lines).toEqual([line]);
    expect(reads).toBe(2);
  });
});
