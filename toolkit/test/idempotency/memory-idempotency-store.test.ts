import { expect, test } from "vitest";
import { memoryIdempotencyStore } from "../../idempotency/memory-idempotency-store.ts";

const request = { caller: "key_1", key: "a", fingerprint: "f", keepMs: 1000, leaseMs: 100 };
const answer = { status: 200, headers: {}, body: "e30=" };

test("one of several claims succeeds, and the next after the lease has the same token", async () => {
  const clock = { now: 0 };
  const store = memoryIdempotencyStore({ now: () => clock.now });
  const first = await store.claim(request);
  expect(first.state).toBe("claimed");
  expect(await store.claim(request)).toEqual({ state: "running" });
  clock.now = 100;
  expect(await store.claim(request)).toEqual(first);
});

test("the first answer is kept, and all is forgotten in the end", async () => {
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

test("the oldest key is forgotten when there are too many", async () => {
  const store = memoryIdempotencyStore({ maxKeys: 2 });
  for (const key of ["a", "b", "c"]) await store.claim({ ...request, key });
  expect((await store.claim({ ...request, key: "b" })).state).toBe("running");
  expect((await store.claim({ ...request, key: "a" })).state).toBe("claimed");
});
