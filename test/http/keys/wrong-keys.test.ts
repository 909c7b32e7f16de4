import { send } from "@counterpart/testing";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "../../../server/database/database.ts";
import { newApiKey } from "../../../server/domain/api-key.ts";
import { emptyPostgres, migratedDatabase, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { newCart } from "../../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../../helpers/world.ts";

const limit = 5;
/** A generous timeout for a busy machine. */
const patience = { timeout: 10_000, interval: 50 };
const limits = { global: limit };

const storeOf = (world: World, key: string) => send(world, "GET", "/v1/products/store", { key });

describe("an address that sends wrong keys", () => {
  let testDatabase: TestDatabase;
  let world: World;
  let known: Merchant;
  beforeAll(async () => {
    testDatabase = await migratedDatabase();
    world = await startWorld({ databaseUrl: testDatabase.url, rateLimits: limits });
    known = await world.merchant();
    expect((await storeOf(world, known.key)).status).toBe(200);
    for (let n = 0; n < limit; n++) {
      const { status, headers } = await storeOf(world, newApiKey());
      expect([status, headers.get("RateLimit-Remaining")]).toEqual([401, `${limit - n - 1}`]);
    }
  });
  afterAll(async () => {
    await world.close();
    await testDatabase.drop();
  });

  test("429 RATE_LIMITED for the next wrong key, with a valid checksum, an invalid one or none", async () => {
    for (const key of [newApiKey(), `${newApiKey()}x`, ""]) {
      const { status, code, headers } = await storeOf(world, key);
      expect([status, code, headers.get("RateLimit-Limit")]).toEqual([429, "RATE_LIMITED", `${limit}`]);
    }
  });

  test("429 for the key of a free store too", async () => {
    const { key } = await world.merchant({ plan: "free" });
    expect((await storeOf(world, key)).status).toBe(429);
  });

  test("200 for keys from the same address, known or new", async () => {
    expect((await storeOf(world, known.key)).status).toBe(200);
    const fresh = await world.merchant();
    expect((await storeOf(world, fresh.key)).status).toBe(200);
  });

  test("200 for a key that another process creates", async () => {
    const elsewhere = await openDatabase(testDatabase.url, Date.now);
    onTestFinished(() => elsewhere.close());
    const { key } = await elsewhere.keys.create({ storeId: known.store.id, label: "from the command line" });
    await vi.waitFor(async () => expect((await storeOf(world, key)).status).toBe(200), patience);
  });
});

withPostgres("on PostgreSQL, while callers hold every connection of the pool,", (server) => {
  let testDatabase: TestDatabase;
  let world: World;
  let known: Merchant;
  beforeAll(async () => {
    testDatabase = await emptyPostgres(server);
    world = await startWorld({ databaseUrl: testDatabase.url });
    known = await world.merchant();
    expect((await storeOf(world, known.key)).status).toBe(200);
  });
  afterAll(async () => {
    await world.close();
    await testDatabase.drop();
  });

  /** Keeps more changes waiting for a lock than there are connections, while `run` runs. */
  async function withFullPool(run: () => Promise<void>): Promise<void> {
    const client = new pg.Client({ connectionString: testDatabase.url });
    await client.connect();
    await client.query("begin; lock table carts in access exclusive mode");
    // Calls that waited too long are refused and retried, so that the pool stays full even on a busy machine.
    let isOver = false;
    const carts = Array.from({ length: 40 }, async () => {
      while (!isOver) await newCart(known).catch(() => {});
    });
    try {
      await vi.waitFor(() => expect(world.services.database.isFull()).toBe(true), patience);
      await run();
    } finally {
      isOver = true;
      await client.query("rollback");
      await client.end();
      await Promise.all(carts);
    }
  }

  test("valid and invalid keys are distinguished, known callers can still read, and /readyz reports the full pool", async () => {
    const { key } = await world.services.database.keys.create({ storeId: known.store.id, label: "new" });
    await withFullPool(async () => {
      expect((await storeOf(world, known.key)).status).toBe(200);
      expect((await storeOf(world, newApiKey())).status).toBe(401);
      expect((await storeOf(world, key)).status).toBe(200);
      await vi.waitFor(async () => {
        const ready = await fetch(`${world.url}/readyz`);
        expect([ready.status, await ready.json()]).toEqual([
          200,
          { status: "ok", database: "ok", pool: "full" },
        ]);
      }, patience);
    });
  });

  test("a flood of invented keys uses no connection reserved for callers", async () => {
    const used: number[] = [];
    const flood = Array.from({ length: 200 }, async () => {
      const { status } = await storeOf(world, newApiKey());
      used.push(world.services.database.load().used ?? 0);
      return status;
    });
    const statuses = new Set(await Promise.all(flood));
    expect([...statuses].every((status) => status === 401 || status === 500)).toBe(true);
    expect(Math.max(...used)).toBeLessThanOrEqual(1);
  });
});
