import { noopTelemetry } from "@counterpart/server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { onPaymentPage } from "../../helpers/pay-page.ts";
import { buy, cartWith, openCheckout, paymentPage } from "../../helpers/shopping.ts";
import { signIn } from "../../helpers/subscribing.ts";
import { type Merchant, startWorld, type World } from "../../helpers/world.ts";
import { club, maps, withPrice } from "./clubs.ts";

let world: World;
/** What `paid_sum_differences_total` has counted. */
let counted: string[] = [];
beforeAll(async () => {
  world = await startWorld({
    telemetry: {
      ...noopTelemetry,
      counter:
        ({ name }) =>
        (value) => {
          if (name === "paid_sum_differences_total") counted.push(value);
        },
    },
  });
});
afterAll(() => world.close());
beforeEach(() => {
  counted = [];
  world.logLines.length = 0;
});

afterEach(() => {
  expect(counted).toEqual(reported().map(() => "renewal"));
});

const dayMs = 86_400_000;
const by = { kind: "command_line", id: "ada" } as const;
async function reprice(merchant: Merchant, priceInCents: number) {
  return world.services.reprice.run(await withPrice(world, merchant, priceInCents), { by });
}

async function subscriber(quantities: Record<string, number> = { club: 1 }) {
  const merchant = await world.merchant({}, [club, maps]);
  await buy(merchant, quantities);
  await world.stripe.deliver();
  return merchant;
}

async function subscriptionsOf({ store }: Merchant): Promise<string[]> {
  return (await world.services.database.subscriptions.list(store.id)).map(({ id }) => id);
}

/** The last one. */
async function subscriptionOf(merchant: Merchant): Promise<string> {
  return (await subscriptionsOf(merchant)).at(-1) ?? "";
}

async function passMonth(): Promise<void> {
  world.clock.now += 32 * dayMs;
  await world.stripe.advance(0);
}

async function renew(): Promise<void> {
  await passMonth();
  await world.stripe.deliver();
}

/** Created in the provider's dashboard. */
async function newCoupon(percentOff: number): Promise<string> {
  const answer = await fetch(`${world.standInUrl}/v1/coupons`, {
    method: "POST",
    headers: { Authorization: "Bearer sk_test_world" },
    body: new URLSearchParams({ percent_off: String(percentOff), duration: "forever" }),
  });
  const { id } = (await answer.json()) as { id: string };
  return id;
}

function reported() {
  return world.logLines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg.startsWith("a renewal paid at the payment provider"));
}

/** What the log says about a store's renewals that cost something other than expected. Other tests' subscriptions renew too. */
function differences({ store }: Merchant) {
  return reported()
    .filter(({ storeId }) => storeId === store.id)
    .map(({ difference, expected, paid }) => ({
      difference,
      expected: expected.lines.map(({ priceInCents }: { priceInCents: number[] }) => priceInCents),
      paid: paid.amount,
    }));
}

describe("a renewal", () => {
  test("at the price of the purchase isn't reported", async () => {
    const merchant = await subscriber({ club: 2, maps: 1 });
    await renew();
    expect(differences(merchant)).toEqual([]);
  });

  test("at another price is reported once, although its event arrives twice and the sweep reads it", async () => {
    const merchant = await subscriber({ club: 2 });
    await world.stripe.setPrice(await subscriptionOf(merchant), 1000);
    await passMonth();
    await world.stripe.deliver({ times: 2 });
    await world.sweep();
    expect(differences(merchant)).toEqual([{ difference: "price", expected: [[900]], paid: 2000 }]);
  });

  test("that no event reports is compared by the daily read", async () => {
    const merchant = await subscriber();
    await world.stripe.setPrice(await subscriptionOf(merchant), 1000);
    await passMonth();
    await world.sweep();
    expect(differences(merchant)).toHaveLength(1);
    await world.stripe.deliver({ order: "reverse" });
    expect(differences(merchant)).toHaveLength(1);
  });

  test("at the new price is expected after it was changed", async () => {
    const merchant = await subscriber({ club: 2, maps: 1 });
    expect(await reprice(merchant, 1000)).toMatchObject({ changed: 1 });
    await renew();
    expect(await reprice(merchant, 1100)).toMatchObject({ changed: 1 });
    await renew();
    expect(differences(merchant)).toEqual([]);
  });

  test("at the old price is reported after it was changed", async () => {
    const merchant = await subscriber();
    await reprice(merchant, 1000);
    await world.stripe.setPrice(await subscriptionOf(merchant), 900);
    await renew();
    expect(differences(merchant)).toEqual([{ difference: "price", expected: [[1000]], paid: 900 }]);
  });

  test("of a period before the change is compared with the old price, however late its event is", async () => {
    const merchant = await subscriber();
    await passMonth();
    world.clock.now += dayMs;
    await reprice(merchant, 1000);
    await passMonth();
    await world.stripe.deliver({ order: "reverse", times: 2 });
    expect(differences(merchant)).toEqual([]);
    const [order] = await world.services.database.orders.listAll(merchant.store.id);
    expect(order?.payments.map(({ amount }) => amount)).toEqual([900, 900, 1000]);
  });

  test("may have either price while it is unknown whether the provider made the change", async () => {
    const merchant = await subscriber();
    const id = await subscriptionOf(merchant);
    world.stripe.fail({ how: 500, path: `/v1/subscriptions/${id}`, method: "POST", requests: 2 });
    expect(await reprice(merchant, 1000)).toMatchObject({ failed: [id] });
    await renew();
    await world.stripe.setPrice(id, 1000);
    await renew();
    expect(differences(merchant)).toEqual([]);
    // The provider says that it has the new price, so the old one is over.
    expect(await reprice(merchant, 1000)).toMatchObject({ unchanged: 1 });
    await world.stripe.setPrice(id, 900);
    await renew();
    expect(differences(merchant)).toHaveLength(1);
  });

  test("of a member who subscribed again has the new subscription's price", async () => {
    const merchant = await world.merchant({}, [club, maps]);
    const memberSessionId = await signIn(world, merchant, "ines");
    const subscribe = async () => {
      const cartId = await cartWith(merchant, { club: 1 });
      await onPaymentPage(await paymentPage(merchant, cartId, memberSessionId), "pay");
      await world.stripe.deliver();
    };
    await subscribe();
    await reprice(merchant, 1000);
    const [first = ""] = await subscriptionsOf(merchant);
    await world.stripe.cancelSubscription(first);
    await world.stripe.deliver();
    await reprice(merchant, 1300);
    await subscribe();
    await renew();
    expect(differences(merchant)).toEqual([]);
    const second = (await subscriptionsOf(merchant)).find((id) => id !== first) ?? "";
    await world.stripe.setPrice(second, 1000);
    await renew();
    expect(differences(merchant)).toEqual([{ difference: "price", expected: [[1300]], paid: 1000 }]);
  });

  test("with a discount set up at the provider is reported", async () => {
    const merchant = await subscriber();
    const coupon = await newCoupon(50);
    await world.stripe.discount(await subscriptionOf(merchant), coupon);
    await renew();
    expect(differences(merchant)).toEqual([{ difference: "discount", expected: [[900]], paid: 450 }]);
  });

  test("that costs nothing because of a discount is reported too", async () => {
    const merchant = await subscriber();
    const coupon = await newCoupon(100);
    await world.stripe.discount(await subscriptionOf(merchant), coupon);
    await passMonth();
    await world.stripe.deliver({ times: 2 });
    expect(differences(merchant)).toEqual([{ difference: "discount", expected: [[900]], paid: 0 }]);
  });

  test("after a trial has the price of the purchase", async () => {
    const merchant = await world.merchant({}, [{ ...club, trialDays: 14 }]);
    await buy(merchant, { club: 1 });
    await world.stripe.deliver();
    const [order] = await world.services.database.orders.listAll(merchant.store.id);
    expect(order?.paid?.amount).toBe(0);
    await renew();
    expect(differences(merchant)).toEqual([]);
    await world.stripe.setPrice(await subscriptionOf(merchant), 1000);
    await renew();
    expect(differences(merchant)).toHaveLength(1);
  });

  test("with tax on top is expected where prices exclude it", async () => {
    world.stripe.setTaxOrigin(undefined, "DE");
    const merchant = await world.merchant({ tax: "exclusive" }, [club, maps]);
    const cartId = await cartWith(merchant, { club: 1 });
    const { data } = await openCheckout(merchant, cartId);
    await onPaymentPage(data?.data.url ?? "", "pay", undefined, { billing_country: "DE" });
    await world.stripe.deliver();
    await reprice(merchant, 1000);
    await renew();
    const [order] = await world.services.database.orders.listAll(merchant.store.id);
    expect(order?.payments.map(({ amount }) => amount)).toEqual([1071, 1190]);
    expect(differences(merchant)).toEqual([]);
  });
});
