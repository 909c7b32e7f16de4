import { sql } from "kysely";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { checkReplica } from "../../server/cli/doctor/check-replica.ts";
import { type Database, openDatabase, openEngine } from "../../server/database/database.ts";
import type { Engine } from "../../server/database/engines/engine.ts";
import { openReplica } from "../../server/database/engines/postgres.ts";
import type { Queries } from "../../server/database/engines/queries.ts";
import { createReadCatalog, type Replica } from "../../server/database/replica.ts";
import { readCatalog } from "../helpers/data/read-catalog.ts";
import { emptySqlite } from "../helpers/data/test-database.ts";
import {
  hasPostgresPrograms,
  startPostgres,
  startStandby,
  superuserUrl,
} from "../helpers/processes/own-postgres.ts";
import { sampleProducts } from "../helpers/world.ts";

const priced = (priceInCents: number) => sampleProducts.map((product) => ({ ...product, priceInCents }));

/** A primary with a standby, and a process that reads catalogs from the standby. */
async function open(readUrl?: string) {
  const primary = await startPostgres();
  const writer = await openDatabase(superuserUrl(primary), Date.now);
  onTestFinished(() => writer.close());
  const store = await writer.stores.create({ slug: "shop", name: "Harbour Press", currency: "eur" });
  const storeId = store?.id ?? "";
  await writer.products.import(storeId, priced(100));
  const standby = await startStandby(primary);
  const [primaryUrl, standbyUrl] = [superuserUrl(primary), superuserUrl(standby)];
  const atStandby = openReplica(standbyUrl);
  onTestFinished(() => atStandby.close());
  const went: string[] = [];
  const reader = await openDatabase(superuserUrl(primary), Date.now, undefined, {
    readUrl: readUrl ?? standbyUrl,
    onReplicaRead: (where) => went.push(where),
  });
  onTestFinished(() => reader.close());
  const replay = (how: "pause" | "resume") =>
    atStandby.onConnection((db) => sql.raw(`select pg_wal_replay_${how}()`).execute(db));
  return { writer, reader, storeId, went, replay, primaryUrl, standbyUrl };
}

/** The prices that each way of reading a catalog returns. */
async function pricesOf(database: Database, storeId: string): Promise<number[]> {
  const page = await database.productPages.read({ storeId, limit: 100 });
  const { products } = (await readCatalog(database, storeId)) ?? { products: [] };
  const productId = products[0]?._id ?? "";
  const one = await database.products.find({ storeId, productId });
  const all = [...(page?.products ?? []), ...products, ...(one ? [one] : [])];
  return [...new Set(all.map(({ priceInCents }) => priceInCents))];
}

/** Whether all current reads go there. */
async function goesTo(where: string, { went, reader, storeId }: Awaited<ReturnType<typeof open>>) {
  went.length = 0;
  await reader.productPages.read({ storeId, limit: 1 });
  expect(went).toEqual([where]);
}

describe.skipIf(!hasPostgresPrograms)("with a standby,", { timeout: 120_000 }, () => {
  test("catalogs and products are read there, and carts and keys aren't", async () => {
    const here = await open();
    const { reader, writer, storeId, went } = here;
    await vi.waitFor(() => goesTo("replica", here));
    went.length = 0;
    expect(await pricesOf(reader, storeId)).toEqual([100]);
    expect(went).toEqual(["replica", "replica", "replica"]);
    went.length = 0;
    const { key } = await writer.keys.create({ storeId, label: null });
    const cart = await reader.carts.create(storeId, "eur");
    const [{ _id: productId } = { _id: "" }] = await reader.products.listAll(storeId);
    await reader.products.findMany({ storeId, productIds: [productId, "prod_unknown"] });
    expect(await reader.carts.find({ storeId, cartId: cart.id })).toMatchObject({ lines: [] });
    expect(await reader.keys.holder(key)).toMatchObject({ storeId });
    expect(went).toEqual([]);
  });

  test("a lagging standby is skipped: a change still takes effect within a second", async () => {
    const here = await open();
    const { reader, writer, storeId, replay } = here;
    await vi.waitFor(() => goesTo("replica", here));
    await replay("pause");
    await writer.products.import(storeId, priced(200));
    await vi.waitFor(() => goesTo("behind", here), { interval: 20 });
    expect(await pricesOf(reader, storeId)).toEqual([200]);
    await replay("resume");
    await vi.waitFor(() => goesTo("replica", here));
    expect(await pricesOf(reader, storeId)).toEqual([200]);
  });

  test("a process sees its own changes at once, and a new product of another process too", async () => {
    const here = await open();
    const { reader, writer, storeId, replay } = here;
    await vi.waitFor(() => goesTo("replica", here));
    await replay("pause");
    await reader.products.import(storeId, priced(300));
    expect(await pricesOf(reader, storeId)).toEqual([300]);
    await writer.products.import(storeId, [
      { ...(sampleProducts[0] as (typeof sampleProducts)[0]), reference: "new" },
    ]);
    const added = (await writer.products.listAll(storeId)).find(({ reference }) => reference === "new");
    expect(await reader.products.find({ storeId, productId: added?._id ?? "" })).toMatchObject({
      name: sampleProducts[0]?.name,
    });
  });

  test("an unavailable standby is skipped, and not tried again for a while", async () => {
    const here = await open("postgres://postgres@127.0.0.1:1/postgres");
    await vi.waitFor(() => goesTo("away", here));
    expect(await pricesOf(here.reader, here.storeId)).toEqual([100]);
  });

  test("the doctor says whether it is a standby that can be read", async () => {
    const { primaryUrl, standbyUrl } = await open();
    expect(await checkReplica(standbyUrl)).toMatchObject({ status: "ok" });
    expect(await checkReplica(primaryUrl)).toMatchObject({
      status: "warning",
      message: expect.stringContaining("points to a primary"),
    });
    expect(await checkReplica("postgres://postgres@127.0.0.1:1/postgres")).toMatchObject({
      status: "warning",
      message: expect.stringContaining("no server listens"),
    });
  });
});

describe("a replica that fails", () => {
  let engine: Engine;
  const known = { knownRevision: () => 1 };
  beforeAll(async () => {
    const { url, drop } = await emptySqlite();
    engine = await openEngine(url);
    return async () => {
      await engine.close();
      await drop();
    };
  });
  const failing = (error: Error) => {
    let asked = 0;
    const replica: Replica = {
      onConnection: () => {
        asked++;
        return Promise.reject(error);
      },
      onSnapshot: () => Promise.reject(error),
      close: async () => {},
    };
    const read = createReadCatalog({ engine, replica, cache: known });
    return { read: () => read(async (db: Queries) => db === engine.read), asked: () => asked };
  };

  test("isn't used for a while when it can't be reached", async () => {
    const { read, asked } = failing(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }));
    expect([await read(), await read()]).toEqual([true, true]);
    expect(asked()).toBe(1);
  });

  test("is used the next time if only this read failed, for example because of a missing column", async () => {
    const { read, asked } = failing(Object.assign(new Error("no such column"), { code: "42703" }));
    expect([await read(), await read()]).toEqual([true, true]);
    expect(asked()).toBe(2);
  });
});
