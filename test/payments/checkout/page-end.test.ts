import { afterAll, beforeAll, expect, test } from "vitest";
import type { CallProvider } from "../../../server/payments/provider/call-provider.ts";
import { checkoutOf, providerOf } from "../../helpers/checkout-of.ts";
import { cartWith, dataOf, isPayable, openCheckout, readSession } from "../../helpers/shopping.ts";
import { startWorld, type World } from "../../helpers/world.ts";

const minute = 60_000;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** Opens the payment page of one poster, of which there are two, with a provider that is called like this. */
async function openedBy(callProvider: CallProvider) {
  const { database } = world.services;
  const merchant = await world.merchant();
  const productId = merchant.products.poster ?? "";
  await database.stockLevels.change({ storeId: merchant.store.id, productId }, { to: 2 });
  const checkout = checkoutOf(world, { provider: providerOf(world, callProvider) });
  const cartId = await cartWith(merchant, { poster: 1 });
  const beganAt = world.clock.now;
  const opened = await world.withServices(
    (services) => ({ ...services, checkout }),
    () => openCheckout(merchant, cartId),
  );
  const { url } = dataOf(opened);
  const session = await readSession(merchant, new URL(url).pathname.split("/").at(-1) ?? "");
  const minutes = (Date.parse(session.expiresAt) - beganAt) / minute;
  const reserved = async () => (await database.stockLevels.find(productId))?.reserved;
  return { url, session, minutes, reserved };
}

const creations = () =>
  world.stripe
    .requests()
    .filter(({ method, path }) => method === "POST" && path === "/v1/checkout/sessions")
    .map(({ status, form }) => ({ status, expiresAt: Number(form.expires_at) * 1000 }));

/** Waits for its turn this long. */
const waiting =
  (ms: number): CallProvider =>
  async (name, _account, call) => {
    if (name === "openSession") world.clock.now += ms;
    return call();
  };

test("200 a page that waited for five minutes has its full time, and the stock is reserved until then", async () => {
  const before = creations().length;
  const { url, session, minutes, reserved } = await openedBy(waiting(5 * minute));
  expect(minutes).toBe(36);
  expect(creations().slice(before)).toEqual([{ status: 200, expiresAt: Date.parse(session.expiresAt) }]);
  world.clock.now += 30 * minute;
  await world.sweep();
  expect([await isPayable(url), await reserved()]).toEqual([true, 1]);
  world.clock.now += 3 * minute;
  await world.sweep();
  expect([await isPayable(url), await reserved()]).toEqual([false, 0]);
});

test("200 a page that waited for a few seconds closes 31 minutes after the session was created", async () => {
  expect((await openedBy(waiting(10_000))).minutes).toBe(31);
});

test("200 a call that is repeated with its key has the parameters that it had", async () => {
  const before = creations().length;
  const { minutes } = await openedBy(async (name, _account, call) => {
    if (name !== "openSession") return call();
    world.clock.now += 2 * minute;
    await call();
    world.clock.now += 2 * minute;
    return call();
  });
  const [first, second] = creations().slice(before);
  expect([first?.status, second]).toEqual([200, first]);
  expect(minutes).toBe(33);
});
