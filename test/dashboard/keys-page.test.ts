import { afterAll, beforeAll, expect, test } from "vitest";
import { maxLiveKeys } from "../../server/database/queries/keys/keys.ts";
import { sellingSteps } from "../../server/merchants/payments/selling-steps.ts";
import { startWorld, type World } from "../helpers/world.ts";
import { signedIn } from "./dashboard-visitor.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

test("409 for a 21st working key, on the page itself, until one is revoked", async () => {
  const { store } = await world.merchant();
  const { keys } = world.services.database;
  const owner = await signedIn(world, { storeId: store.id, role: "owner" });
  const path = `/dashboard/stores/${store.slug}/keys`;
  const [first] = await keys.list(store.id);
  for (let n = 1; n < maxLiveKeys; n++) await keys.create({ storeId: store.id, label: `${n}` });
  const create = () => owner.submit(path, path, { lifetime: "never" });
  const full = await create();
  expect([
    full.status,
    full.text.includes("at most 20 active keys"),
    full.text.includes("Create a key"),
  ]).toEqual([...[409, true, true]]);
  const rotated = await owner.submit(path, `${path}/${first?.id}/rotate`, { overlap: "24h" });
  expect([rotated.status, rotated.text.includes("at most 20 active keys")]).toEqual([409, true]);
  await owner.submit(path, `${path}/${first?.id}/revoke`);
  expect((await create()).status).toBe(200);
  expect((await create()).status).toBe(409);
});

test("the demo store can sell with its key, which isn't in the database", async () => {
  const { database } = world.services;
  const store = await database.stores.create({ slug: "demo", name: "Harbour Press", currency: "eur" });
  if (!store) throw new Error("There is a demo store already.");
  const other = (await world.merchant()).store;
  const hasKey = async (demo?: { storeId: string }) =>
    (await sellingSteps(database, store, { now: world.clock.now, demo })).find(({ step }) => step === "key")
      ?.isDone;
  expect(await hasKey({ storeId: store.id })).toBe(true);
  expect([await hasKey(), await hasKey({ storeId: other.id })]).toEqual([false, false]);
});

test("the page has the addresses for storefronts and agents", async () => {
  const { store } = await world.merchant();
  const owner = await signedIn(world, { storeId: store.id, role: "owner" });
  const { text } = await owner.get(`/dashboard/stores/${store.slug}/keys`);
  expect(text).toContain("<code>http://counterpart.test/v1</code>");
  expect(text).toContain("<code>http://counterpart.test/mcp</code>");
});

test("a key for agents only is created, and named in the list", async () => {
  const { store } = await world.merchant();
  const owner = await signedIn(world, { storeId: store.id, role: "owner" });
  const path = `/dashboard/stores/${store.slug}/keys`;
  await owner.submit(path, path, { lifetime: "never", scope: "agent" });
  expect((await world.services.database.keys.list(store.id)).map(({ scopes }) => scopes)).toContainEqual([
    "agent",
  ]);
  expect((await owner.get(path)).text).toContain("only for agents");
});
