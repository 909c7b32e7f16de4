import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../helpers/world.ts";
import { signedIn } from "./dashboard-visitor.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

let count = 0;

/** The page of a store with an account that no other store uses. */
async function atCodes() {
  const { store } = await world.merchant({ stripeAccount: `acct_${++count}` });
  const owner = await signedIn(world, { storeId: store.id, role: "owner" });
  const path = `/dashboard/stores/${store.slug}/codes`;
  return { owner, path, store, codes: () => world.services.database.promotionCodes.list(store.id) };
}

test("a code is created and ended", async () => {
  const { owner, path, codes } = await atCodes();
  const fields = { code: "summer", percent: "10", minimum: "20", maxRedemptions: "5", expires: "2026-01-31" };
  const created = await owner.submit(path, path, fields);
  expect([created.status, created.headers.get("location")]).toEqual([303, path]);
  const [code] = await codes();
  expect(code).toMatchObject({ code: "SUMMER", percentOff: 10, minimumInCents: 2000, maxRedemptions: 5 });
  const { text } = await owner.get(path);
  for (const shown of ["SUMMER", "10 %", "from €20.00, 5 redemptions, until 31 Jan 2026", "Active"]) {
    expect(text).toContain(shown);
  }
  await owner.submit(path, `${path}/${code?.id}/deactivate`);
  expect(await codes()).toMatchObject([{ deactivatedAt: world.clock.now }]);
  expect((await owner.get(path)).text).toContain("Deactivated");
});

test("400 keeps what was typed, and names the faulty field", async () => {
  const { owner, path, codes } = await atCodes();
  const { status, text } = await owner.submit(path, path, { code: "SPRING", percent: "ten" });
  expect(status).toBe(400);
  for (const shown of ['value="SPRING"', 'value="ten"', 'id="percent-fault"']) expect(text).toContain(shown);
  expect(await codes()).toEqual([]);
});

test("a percentage may have a decimal comma", async () => {
  const { owner, path, codes } = await atCodes();
  expect((await owner.submit(path, path, { code: "COMMA", percent: "12,5" })).status).toBe(303);
  expect(await codes()).toMatchObject([{ percentOff: 12.5 }]);
});

test("409 for a code that the account already has, on the page itself", async () => {
  const { owner, path, codes } = await atCodes();
  await owner.submit(path, path, { code: "AUTUMN", percent: "10" });
  const { status, text } = await owner.submit(path, path, { code: "autumn", percent: "20" });
  expect([status, text.includes("already has an active code"), text.includes('value="autumn"')]).toEqual([
    409,
    true,
    true,
  ]);
  expect(await codes()).toHaveLength(1);
});

test("a store that shares its account is warned that the payment page has no field", async () => {
  const { owner, path, store } = await atCodes();
  const warning = "The payment page has no field for codes";
  await owner.submit(path, path, { code: "WINTER", percent: "12.5" });
  const alone = (await owner.get(path)).text;
  expect([alone.includes("12.5 %"), alone.includes(warning)]).toEqual([true, false]);
  await world.merchant({ stripeAccount: store.stripeAccount });
  expect((await owner.get(path)).text).toContain(warning);
});

test("codes on another account are moved with a button, which is there while there are any", async () => {
  const { owner, path, store, codes } = await atCodes();
  await owner.submit(path, path, { code: "MOVING", percent: "10" });
  const button = "Move them to the connected account";
  expect((await owner.get(path)).text).not.toContain(button);
  const by = { kind: "person", id: owner.person.id } as const;
  await world.services.paymentAccounts.connect(store, `acct_${++count}`, by);
  const { text } = await owner.get(path);
  for (const shown of [button, "On another account"]) expect(text).toContain(shown);
  await owner.submit(path, `${path}/move`);
  const after = (await owner.get(path)).text;
  expect([after.includes("MOVING now works on this account."), after.includes(button)]).toEqual([
    true,
    false,
  ]);
  expect((await codes()).filter(({ deactivatedAt }) => deactivatedAt === null)).toMatchObject([
    { code: "MOVING", account: `acct_${count}` },
  ]);
});
