import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../helpers/world.ts";
import { signedIn } from "./dashboard-visitor.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

async function atShipping() {
  const { store } = await world.merchant();
  const owner = await signedIn(world, { storeId: store.id, role: "owner" });
  const path = `/dashboard/stores/${store.slug}/shipping`;
  const rates = () => world.services.database.shippingRates.list(store.id);
  return { store, owner, path, rates };
}

test("a rate is added, no longer offered, offered again and removed", async () => {
  const { owner, path, rates } = await atShipping();
  const fields = { name: "Standard", price: "4.90", freeFrom: "50", days: "2-4", countries: "ie" };
  const added = await owner.submit(path, path, fields);
  expect([added.status, added.headers.get("location")]).toEqual([303, path]);
  const [rate] = await rates();
  expect(rate).toMatchObject({ name: "Standard", priceInCents: 490, countries: ["ie"], isActive: true });
  const { text } = await owner.get(path);
  for (const shown of ["Standard", "€4.90", "free from €50.00", "2–4 business days", "Ireland"]) {
    expect(text).toContain(shown);
  }
  await owner.submit(path, `${path}/${rate?.id}/deactivate`);
  expect(await rates()).toMatchObject([{ isActive: false }]);
  await owner.submit(path, `${path}/${rate?.id}/activate`);
  expect(await rates()).toMatchObject([{ isActive: true }]);
  await owner.submit(path, `${path}/${rate?.id}/remove`);
  expect(await rates()).toEqual([]);
});

test("a rate is edited, and the audit trail has what changed", async () => {
  const { store, owner, path, rates } = await atShipping();
  const typed = { name: "Standard", price: "4.90", freeFrom: "50", days: "2-4", countries: "ie" };
  await owner.submit(path, path, typed);
  const [rate] = await rates();
  const page = `${path}/${rate?.id}`;
  expect((await owner.get(path)).text).toContain(`href="${page}"`);
  const { text } = await owner.get(page);
  for (const shown of [
    'value="Standard"',
    'value="4.90"',
    'value="50.00"',
    'value="2-4"',
    "keep the old one",
  ]) {
    expect(text).toContain(shown);
  }
  const wrong = await owner.submit(page, page, { ...typed, price: "four" });
  expect([wrong.status, wrong.text.includes('value="four"'), await rates()]).toEqual([400, true, [rate]]);
  const saved = await owner.submit(page, page, { ...typed, price: "5.50" });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, path]);
  expect(await rates()).toEqual([{ ...rate, priceInCents: 550 }]);
  const { entries } = (await world.services.database.auditTrail.list({ storeId: store.id, limit: 1 })) ?? {};
  expect(entries).toMatchObject([
    { action: "shipping_rate.updated", changes: { priceInCents: { from: 490, to: 550 } } },
  ]);
});

test("400 keeps what was typed, and names the faulty field", async () => {
  const { owner, path, rates } = await atShipping();
  const { status, text } = await owner.submit(path, path, { name: "Standard", price: "four", days: "soon" });
  expect(status).toBe(400);
  for (const shown of ['value="Standard"', 'value="four"', 'id="price-fault"', 'id="days-fault"']) {
    expect(text).toContain(shown);
  }
  expect(await rates()).toEqual([]);
});

test("409 for a 51st rate, on the page itself", async () => {
  const { store, owner, path } = await atShipping();
  const rate = { name: "Post", priceInCents: 490, days: null, freeFromInCents: null, countries: null };
  for (let n = 0; n < 50; n++) {
    await world.services.database.shippingRates.add({ storeId: store.id, currency: "eur" }, rate);
  }
  const { status, text } = await owner.submit(path, path, { name: "Another", price: "1" });
  expect([status, text.includes("at most 50 shipping rates"), text.includes('value="Another"')]).toEqual([
    409,
    true,
    true,
  ]);
});
