import { afterAll, beforeAll, expect, test } from "vitest";
import { isApiKey } from "../../server/domain/api-key.ts";
import type { Store } from "../../server/store/store.ts";
import { type Desk, openDesk } from "./desk.ts";

let desk: Desk;
let server: Store;
beforeAll(async () => {
  desk = await openDesk();
  await desk.ask(
    "stores",
    "create",
    "--slug",
    "shop",
    "--name",
    "Shop",
    "--currency",
    "eur",
    "--plan",
    "pro",
  );
  server = await desk.openStore();
});
afterAll(async () => {
  await server.close();
  await desk.close();
});

test("keys create shows a key that opens the store, and keys list never shows it again", async () => {
  const created = await desk.ask("keys", "create", "--store", "shop", "--label", "storefront");
  expect(Object.keys(created)).toEqual(["id", "key"]);
  expect(isApiKey(created.key)).toBe(true);
  expect(await server.keys.holder(created.key)).toMatchObject({ keyId: created.id, plan: "pro" });
  const listed = await desk.run("keys", "list", "--store", "shop", "--json");
  expect(JSON.parse(listed.stdout)).toEqual([
    { id: created.id, label: "storefront", createdAt: expect.stringMatching(/^\d{4}-.*Z$/), revokedAt: null },
  ]);
  expect(listed.stdout).not.toContain(created.key);
});

test("keys revoke and stores update hold on a running server within a second", async () => {
  const { id, key } = await desk.ask("keys", "create", "--store", "shop");
  const open = () => server.keys.holder(key);
  expect(await open()).toMatchObject({ plan: "pro" });
  await desk.ask("stores", "update", "shop", "--plan", "free");
  await expect.poll(open, { interval: 20, timeout: 1000 }).toMatchObject({ plan: "free" });
  expect(await desk.ask("keys", "revoke", id)).toEqual({ id, revoked: true });
  await expect.poll(open, { interval: 20, timeout: 1000 }).toBeUndefined();
  expect(await desk.ask("keys", "revoke", id)).toEqual({ id, revoked: true });
});

test("keys create warns that a free store's keys are refused", async () => {
  await desk.ask("stores", "create", "--slug", "free", "--name", "Free", "--currency", "eur");
  const { exitCode, stdout, stderr } = await desk.run("keys", "create", "--store", "free");
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^cp_/);
  expect(stderr).toContain("stores update free --plan pro");
});

test("keys commands refuse a store and a key that aren't there", async () => {
  for (const command of ["create", "list"]) {
    const refusal = await desk.refusal("keys", command, "--store", "nowhere");
    expect(refusal).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
    expect(refusal.error).toContain('"nowhere"');
  }
  expect(await desk.refusal("keys", "revoke", "key_unknown")).toMatchObject({
    exitCode: 1,
    code: "NOT_FOUND",
  });
});

test("keys revoke never repeats a key that was typed instead of its id", async () => {
  const { key } = await desk.ask("keys", "create", "--store", "shop");
  const { exitCode, stdout, stderr } = await desk.run("keys", "revoke", key);
  expect(exitCode).toBe(2);
  expect(stdout + stderr).not.toContain(key);
});
