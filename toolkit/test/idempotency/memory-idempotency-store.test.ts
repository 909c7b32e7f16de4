import { expect, test } from "vitest";
import type { IdempotencyStore } from "../../server/idempotency/idempotency-store.ts";
import { memoryIdempotencyStore } from "../../server/idempotency/memory-idempotency-store.ts";

const request = { caller: "key_1", key: "a", fingerprint: "f", keepMs: 1000, leaseMs: 100 };
const answer = { status: 200, headers: {}, body: "e30=" };

test("only one of several claims succeeds, and the next after the lease gets the same token", async () => {
  const clock = { now: 0 };
  const store = memoryIdempotencyStore({ now: () => clock.now });
  const first = await store.claim(request);
  expect(first.state).toBe("claimed");
  expect(await store.claim(request)).toEqual({ state: "running" });
  clock.now = 100;
  expect(await store.claim(request)).toEqual(first);
});

test("the first answer is stored, and everything expires in the end", async () => {
  const clock = { now: 0 };
  const store = memoryIdempotencyStore({ now: () => clock.now });
  const first = await store.claim(request);
  if (first.state !== "claimed") throw new Error("It is free.");
  await store.keep(first.token, answer);
  await store.keep(first.token, { ...answer, status: 201 });
  expect(await store.claim(request)).toEqual({ state: "answered", answer });
  clock.now = 1000;
  expect(await store.claim(request)).toMatchObject({
    state: "claimed",
    token: expect.not.stringMatching(first.token),
  });
});

async function answered(store: IdempotencyStore, caller: string, key: string, size: number): Promise<void> {
  const claim = await store.claim({ ...request, caller, key });
  if (claim.state === "claimed") await store.keep(claim.token, { ...answer, body: "a".repeat(size) });
}

async function stateOf(store: IdempotencyStore, caller: string, key: string): Promise<string> {
  return (await store.claim({ ...request, caller, key })).state;
}

test("the oldest keys of a caller are forgotten when its answers take too much memory", async () => {
  const store = memoryIdempotencyStore({ maxCallerBytes: 10_000 });
  for (const key of ["a", "b", "c"]) await answered(store, "key_1", key, 4000);
  expect(await stateOf(store, "key_1", "b")).toBe("answered");
  expect(await stateOf(store, "key_1", "c")).toBe("answered");
  expect(await stateOf(store, "key_1", "a")).toBe("claimed");
});

test("keys without an answer count, too", async () => {
  const store = memoryIdempotencyStore({ maxCallerBytes: 10_000 });
  for (let index = 0; index < 100; index++) await store.claim({ ...request, key: `${index}` });
  expect(await stateOf(store, "key_1", "99")).toBe("running");
  expect(await stateOf(store, "key_1", "0")).toBe("claimed");
});

test("a caller with many keys doesn't evict another caller's", async () => {
  const store = memoryIdempotencyStore({ maxBytes: 30_000, maxCallerBytes: 20_000 });
  await answered(store, "key_1", "a", 1000);
  await answered(store, "key_2", "a", 1000);
  for (let index = 0; index < 100; index++) {
    await answered(store, "key_3", `${index}`, 3000);
    await answered(store, "key_4", `${index}`, 3000);
  }
  expect(await stateOf(store, "key_1", "a")).toBe("answered");
  expect(await stateOf(store, "key_2", "a")).toBe("answered");
  expect(await stateOf(store, "key_3", "0")).toBe("claimed");
});

test("an answer that is too large isn't stored, and evicts nothing", async () => {
  const clock = { now: 0 };
  const store = memoryIdempotencyStore({ now: () => clock.now, maxCallerBytes: 10_000 });
  await answered(store, "key_1", "a", 4000);
  const large = await store.claim({ ...request, key: "b" });
  await answered(store, "key_1", "c", 1000);
  if (large.state === "claimed") await store.keep(large.token, { ...answer, body: "a".repeat(20_000) });
  expect(await stateOf(store, "key_1", "a")).toBe("answered");
  clock.now = 100;
  expect(await store.claim({ ...request, key: "b" })).toEqual(large);
});

test("expired keys make room", async () => {
  const clock = { now: 0 };
  const store = memoryIdempotencyStore({ now: () => clock.now, maxBytes: 20_000, maxCallerBytes: 10_000 });
  await answered(store, "key_1", "a", 8000);
  clock.now = 900;
  await answered(store, "key_2", "a", 7000);
  clock.now = 1000;
  await answered(store, "key_3", "a", 8000);
  expect(await stateOf(store, "key_2", "a")).toBe("answered");
  expect(await stateOf(store, "key_3", "a")).toBe("answered");
});

test("1,300 answers of a megabyte stay within 64 MiB", async () => {
  const store = memoryIdempotencyStore();
  const kept: string[] = [];
  for (let caller = 0; caller < 13; caller++)
    for (let key = 0; key < 100; key++) await answered(store, `key_${caller}`, `${key}`, 1_000_000);
  for (let caller = 0; caller < 13; caller++)
    for (let key = 99; key >= 0; key--) {
      if ((await stateOf(store, `key_${caller}`, `${key}`)) !== "answered") break;
      kept.push(`${caller}/${key}`);
    }
  expect(kept.length).toBeGreaterThan(13);
  expect(kept.length).toBeLessThanOrEqual(67);
});
