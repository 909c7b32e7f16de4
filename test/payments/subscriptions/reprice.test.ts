import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buy, productId } from "../../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../../helpers/world.ts";
import { club, maps, withPrice } from "./clubs.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const dayMs = 86_400_000;
const by = { kind: "command_line", id: "ada" } as const;
async function subscribers(count: number, quantities: Record<string, number> = { club: 1 }) {
  const merchant = await world.merchant({}, [club, maps]);
  for (let n = 0; n < count; n++) await buy(merchant, quantities);
  await world.stripe.deliver();
  return merchant;
}

async function renew(): Promise<void> {
  world.clock.now += 32 * dayMs;
  await world.stripe.advance(0);
  await world.stripe.deliver();
}

const paymentsOf = async ({ store }: Merchant) =>
  (await world.services.database.orders.listAll(store.id)).map(({ payments }) =>
    payments.map(({ amount }) => amount),
  );

const posts = (path: string) =>
  world.stripe.requests().filter((one) => one.method === "POST" && one.path.startsWith(path)).length;

describe("a changed price", () => {
  test("holds for new subscribers at once, and existing ones keep theirs", async () => {
    const merchant = await subscribers(1);
    await withPrice(world, merchant, 1000);
    await buy(merchant, { club: 1 });
    await world.stripe.deliver();
    await renew();
    expect((await paymentsOf(merchant)).toSorted()).toEqual([
      [1000, 1000],
      [900, 900],
    ]);
  });

  test("is given to existing subscribers from the next period, with one new price at the provider", async () => {
    const merchant = await subscribers(2);
    const product = await withPrice(world, merchant, 1000);
    const { reprice } = world.services;
    expect(await reprice.count(product)).toBe(2);
    const before = posts("/v1/prices");
    expect(await reprice.run(product, { by })).toEqual({
      ...{ changed: 2, unchanged: 0, ended: 0, failed: [], problem: null, stoppedAfter: undefined },
    });
    expect(posts("/v1/prices") - before).toBe(1);
    expect(await paymentsOf(merchant)).toEqual([[900], [900]]);
    await renew();
    expect(await paymentsOf(merchant)).toEqual([
      [900, 1000],
      [900, 1000],
    ]);
    const trail = await world.services.database.auditTrail.list({
      ...{ storeId: merchant.store.id, action: "subscription.price_change_requested", limit: 10 },
    });
    expect(trail?.entries.map(({ changes }) => changes)).toEqual([
      { priceInCents: { from: 900, to: 1000 } },
      { priceInCents: { from: 900, to: 1000 } },
    ]);
  });

  test("leaves the other products of a subscription alone", async () => {
    const merchant = await subscribers(1, { club: 2, maps: 1 });
    await world.services.reprice.run(await withPrice(world, merchant, 1000), { by });
    await renew();
    expect(await paymentsOf(merchant)).toEqual([[3000, 3200]]);
  });

  test("can be given again and again", async () => {
    const merchant = await subscribers(1);
    for (const price of [1000, 1100, 900]) {
      const product = await withPrice(world, merchant, price);
      expect(await world.services.reprice.run(product, { by })).toMatchObject({ changed: 1 });
    }
    await renew();
    expect(await paymentsOf(merchant)).toEqual([[900, 900]]);
  });

  test("concerns no ended subscription and no other store's", async () => {
    const merchant = await subscribers(2);
    const other = await subscribers(1);
    const product = await withPrice(world, merchant, 1000);
    const [first] = await world.services.database.subscriptions.list(merchant.store.id);
    // Its event hasn't arrived yet.
    await world.stripe.cancelSubscription(first?.id ?? "");
    expect(await world.services.reprice.run(product, { by })).toMatchObject({ changed: 1, ended: 1 });
    await world.stripe.deliver();
    expect(await world.services.reprice.count(product)).toBe(1);
    await renew();
    expect(await paymentsOf(other)).toEqual([[900, 900]]);
  });

  test("is continued after an interruption, and a repeated run changes only the rest", async () => {
    const merchant = await subscribers(3);
    const product = await withPrice(world, merchant, 1000);
    let runs = 0;
    const first = await world.services.reprice.run(product, { by, mayContinue: () => runs++ < 1 });
    expect(first).toMatchObject({ changed: 1, stoppedAfter: expect.stringMatching(/^sub_/) });
    const second = { by, after: first.stoppedAfter, mayContinue: () => runs++ < 3 };
    expect(await world.services.reprice.run(product, second)).toMatchObject({ changed: 1, unchanged: 0 });
    expect(await world.services.reprice.run(product, { by })).toMatchObject({ changed: 1, unchanged: 2 });
    await renew();
    expect(await paymentsOf(merchant)).toEqual([
      [900, 1000],
      [900, 1000],
      [900, 1000],
    ]);
  });

  test("that the provider refuses for one subscriber is given to the others, and later to that one", async () => {
    const merchant = await subscribers(2);
    const product = await withPrice(world, merchant, 1000);
    const [first] = await world.services.database.subscriptions.list(merchant.store.id);
    const path = `/v1/subscriptions/${first?.id}`;
    world.stripe.fail({ how: 500, path, method: "POST", requests: 2 });
    expect(await world.services.reprice.run(product, { by })).toMatchObject({
      changed: 1,
      failed: [first?.id],
    });
    expect(await world.services.reprice.run(product, { by })).toMatchObject({ changed: 1, unchanged: 1 });
  });

  test("isn't given for a product that is no subscription", async () => {
    const merchant = await world.merchant();
    const address = { storeId: merchant.store.id, product: productId(merchant, "poster") };
    const poster = await world.services.database.managedProducts.find(address);
    if (!poster) throw new Error("There is no poster.");
    await expect(world.services.reprice.run(poster, { by })).rejects.toMatchObject({ code: "CONFLICT" });
  });
});
