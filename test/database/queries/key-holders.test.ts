import path from "node:path";
import { setImmediate } from "node:timers/promises";
import type { KyselyPlugin } from "kysely";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Cache, createCache } from "../../../server/database/cache.ts";
import { openEngine } from "../../../server/database/database.ts";
import type { Engine } from "../../../server/database/engines/engine.ts";
import { createKeyHolders } from "../../../server/database/queries/keys/key-holders.ts";
import { newApiKey } from "../../../server/domain/api-key.ts";
import { secretHash } from "../../../server/domain/secret-hash.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const shop = { id: "store_1", slug: "shop", name: "Shop", currency: "eur", theme: "{}", plan: "pro" };
const now = 1_000_000;
/** A generous timeout for a busy machine. */
const patience = { timeout: 10_000, interval: 20 };

let engine: Engine;
let cache: Cache;
let holders: ReturnType<typeof createKeyHolders>;
/** Key look-ups on the reserved connections: how many have started, and what they wait for. */
let lookUps = 0;
let gate = Promise.resolve();

/** Lets queries through when the gate opens. */
const gatekeeper: KyselyPlugin = {
  transformQuery: ({ node }) => {
    lookUps++;
    return node;
  },
  transformResult: async ({ result }) => {
    await gate;
    return result;
  },
};

beforeEach(async () => {
  [lookUps, gate] = [0, Promise.resolve()];
  engine = await openEngine(`file:${path.join(await temporaryFolder(), "shop.db")}`);
  await engine.migrate();
  const row = { ...shop, is_published: 1, payments_configured: 1, created_at: now };
  await engine.writeOne((db) =>
    db
      .insertInto("stores")
      .values(row as never)
      .execute(),
  );
  cache = createCache(engine);
  holders = createKeyHolders({ ...engine, reserved: engine.reserved.withPlugin(gatekeeper) }, cache);
});
afterEach(async () => {
  cache.close();
  await engine.close();
});

/** Writes a key into the database as another process would. */
async function newKey(key = newApiKey()): Promise<string> {
  const row = { id: `key_${key}`, store_id: shop.id, hash: secretHash(key), label: null, created_at: now };
  await engine.writeOne((db) =>
    db
      .insertInto("api_keys")
      .values({ ...row, revoked_at: null, expires_at: null, last_used_at: null })
      .execute(),
  );
  return key;
}

const find = async (key: string, address = "203.0.113.7") =>
  (await holders.find(secretHash(key), () => address))?.holder;
const known = (key: string) => ({
  keyId: `key_${key}`,
  storeId: shop.id,
  plan: "pro",
  scopes: ["storefront"],
});

/** Whether it is answered although every look-up hangs. */
async function isAnsweredAtOnce(answer: Promise<unknown>): Promise<boolean> {
  let isAnswered = false;
  void answer.then(() => {
    isAnswered = true;
  });
  for (let turn = 0; turn < 50; turn++) await setImmediate();
  return isAnswered;
}

/** Every look-up hangs from now on, until it is released. */
function closeGate(): () => void {
  const opened = Promise.withResolvers<void>();
  gate = opened.promise;
  return opened.resolve;
}

/** Presents invented keys, and returns the result of each. */
function flood(address: string, count: number): Promise<string>[] {
  return Array.from({ length: count }, () =>
    find(newApiKey(), address).then(
      () => "unknown",
      (error: { headers: Record<string, string> }) => `refused for ${error.headers["Retry-After"]} s`,
    ),
  );
}

test("a key that many requests present at once is looked up once", async () => {
  const key = await newKey();
  const answers = await Promise.all(Array.from({ length: 100 }, () => find(key)));
  expect(answers).toEqual(Array(100).fill(known(key)));
  expect(lookUps).toBe(1);
});

test("an unknown key is looked up once a second, and a key from another process works within a second", async () => {
  const startedAt = performance.now();
  const wrong = newApiKey();
  for (let n = 0; n < 50; n++) expect(await find(wrong)).toBeUndefined();
  expect(lookUps).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - startedAt) / 1000));

  await newKey(wrong);
  await vi.waitFor(async () => expect(await find(wrong)).toEqual(known(wrong)), { interval: 20 });
});

test("a key that this process creates works at once, although it was cached as unknown", async () => {
  const key = newApiKey();
  expect(await find(key)).toBeUndefined();
  await newKey(key);
  holders.made(secretHash(key));
  expect(await find(key)).toEqual(known(key));
});

describe("while look-ups of invented keys hang,", () => {
  test("few run, few per address wait, and the others are refused with Retry-After", async () => {
    await find(await newKey());
    lookUps = 0;
    const open = closeGate();
    const outcomes = flood("198.51.100.1", 100);
    await vi.waitFor(() => expect(holders.load()).toEqual({ used: 4, waiting: 32 }), patience);
    expect(lookUps).toBe(4);
    open();
    const counted = Object.groupBy(await Promise.all(outcomes), (outcome) => outcome);
    expect([counted.unknown?.length, counted["refused for 1 s"]?.length]).toEqual([36, 64]);
  });

  test("a key that this process knows is answered at once, even after a change", async () => {
    const key = await newKey();
    await find(key);
    const open = closeGate();
    const outcomes = flood("198.51.100.1", 100);
    expect(await isAnsweredAtOnce(find(key))).toBe(true);
    // A change empties the cache, but a known caller still doesn't queue with unknown ones.
    cache.invalidate();
    expect(await isAnsweredAtOnce(find(key))).toBe(true);
    expect(await find(key)).toEqual(known(key));
    open();
    await Promise.all(outcomes);
  });

  test("a key from another address overtakes all but one of those already waiting", async () => {
    const key = await newKey();
    const order: string[] = [];
    const open = closeGate();
    const outcomes = flood("198.51.100.1", 36).map((outcome) => outcome.then(() => order.push("invented")));
    await vi.waitFor(() => expect(holders.load().waiting).toBe(32), patience);
    const good = find(key).then((holder) => {
      order.push("good");
      return holder;
    });
    await vi.waitFor(() => expect(holders.load().waiting).toBe(33), patience);
    open();
    expect(await good).toEqual(known(key));
    // Four were running, and the addresses take turns; four run at a time.
    expect(order.indexOf("good")).toBeLessThanOrEqual(4 + 4);
    await Promise.all(outcomes);
  });
});

test("a revoked key is unknown again, and waits with the unknown ones", async () => {
  const key = await newKey();
  expect(await find(key)).toEqual(known(key));
  await engine.write(async (db) => {
    await db.updateTable("api_keys").set({ revoked_at: now }).execute();
    await cache.bumpRevision(db);
  });
  await vi.waitFor(async () => expect(await find(key)).toBeUndefined(), { interval: 20 });
  holders.made(secretHash(key));
  const open = closeGate();
  const again = find(key);
  expect(await isAnsweredAtOnce(again)).toBe(false);
  open();
  expect(await again).toBeUndefined();
});
