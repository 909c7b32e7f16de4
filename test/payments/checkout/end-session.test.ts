import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cartWith, isPayable, pay, paymentPage, readSession } from "../../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../../helpers/world.ts";

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant({ stripeAccount: "acct_1" });
});
afterAll(() => world.close());

async function opened() {
  const url = await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
  const storeId = merchant.store.id;
  const sessionId = new URL(url).pathname.split("/").at(-1) ?? "";
  const session = await world.services.database.checkoutSessions.find({ storeId, sessionId });
  if (!session) throw new Error("The session is recorded.");
  return { url, session };
}

const end = (session: Parameters<World["services"]["checkout"]["end"]>[0]) =>
  world.services.checkout.end(session);

describe("a session that is closed", () => {
  test("can no longer be paid", async () => {
    const { url, session } = await opened();
    expect(await end(session)).toMatchObject({ id: session.id, status: "expired" });
    expect(await isPayable(url)).toBe(false);
  });

  test("becomes an order if it was paid at the same moment", async () => {
    const { url, session } = await opened();
    await pay(url);
    expect(await end(session)).toMatchObject({ status: "complete", paymentOutcome: "paid" });
    expect(await readSession(merchant, session.id)).toMatchObject({ status: "complete" });
    const orders = await world.services.database.orders.listAll(merchant.store.id);
    expect(orders.filter(({ checkoutSessionId }) => checkoutSessionId === session.id)).toHaveLength(1);
  });

  test("stays open while the provider can't be reached, which is an error", async () => {
    const { url, session } = await opened();
    world.stripe.fail({ how: 503, path: `/v1/checkout/sessions/${session.providerId}/expire`, requests: 9 });
    await expect(end(session)).rejects.toMatchObject({ code: "INTERNAL_ERROR" });
    world.stripe.clearFailures();
    expect(await isPayable(url)).toBe(true);
    expect(await end(session)).toMatchObject({ status: "expired" });
  });

  test("stays open while its account is gone, until it expires", async () => {
    const { session } = await opened();
    world.stripe.setAccess("acct_1", false);
    expect(await end(session)).toMatchObject({ status: "open" });
    world.clock.now = session.expiresAt;
    expect(await end(session)).toMatchObject({ status: "expired" });
  });
});
