import { expect, test } from "vitest";
import { createVerifiedKeys } from "../../../server/database/queries/keys/verified-keys.ts";

const key = { holder: { keyId: "key_1", storeId: "store_1", plan: "pro" as const }, expiresAt: null };

function start() {
  const state: { generation: object | undefined } = { generation: {} };
  const keys = createVerifiedKeys({ generation: () => state.generation });
  return { state, keys, find: async () => key };
}

test("a key that was found is known until anything changes", async () => {
  const { state, keys, find } = start();
  expect(keys.get("cp_1")).toBeUndefined();
  expect(await keys.getFrom("cp_1", find)).toBe(key);
  expect(keys.get("cp_1")).toBe(key);
  state.generation = {};
  expect(keys.get("cp_1")).toBeUndefined();
  await keys.getFrom("cp_2", find);
  expect(keys.get("cp_1")).toBeUndefined();
  expect(keys.get("cp_2")).toBe(key);
});

test("no key is known while nobody knows whether anything has changed", async () => {
  const { state, keys, find } = start();
  await keys.getFrom("cp_1", find);
  state.generation = undefined;
  expect(keys.get("cp_1")).toBeUndefined();
  expect(await keys.getFrom("cp_2", find)).toBe(key);
  expect(keys.get("cp_2")).toBeUndefined();
});

test("a key isn't kept when something changed while it was looked up, or when nobody holds it", async () => {
  const { state, keys } = start();
  await keys.getFrom("cp_1", async () => {
    state.generation = {};
    return key;
  });
  expect(keys.get("cp_1")).toBeUndefined();
  await keys.getFrom("cp_2", async () => undefined);
  expect(keys.get("cp_2")).toBeUndefined();
});
