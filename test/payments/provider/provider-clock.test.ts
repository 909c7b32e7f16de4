import { createHmac } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import { createProviderClock } from "../../../server/payments/provider/provider-clock.ts";
import { answerOf, cartWith, openCheckout } from "../../helpers/shopping.ts";
import { startWorld, type World, webhookSecret } from "../../helpers/world.ts";

const minuteMs = 60_000;

/** A shop that has just started, on a machine whose clock differs from the provider's. */
async function shopWithWrongClock(providerAheadMs: number) {
  const world = await startWorld();
  onTestFinished(() => world.close());
  world.providerClock.aheadMs = providerAheadMs;
  const merchant = await world.merchant();
  const creations = () =>
    world.stripe
      .requests()
      .filter(({ method, path }) => method === "POST" && path === "/v1/checkout/sessions")
      .map(({ status, form }) => ({
        status,
        minutes: (Number(form.expires_at) * 1000 - world.clock.now - providerAheadMs) / minuteMs,
      }));
  return { world, merchant, creations };
}

describe("200 a checkout when our clock is", () => {
  test("five minutes slow: the first error shows the time, and no other follows", async () => {
    const { merchant, creations } = await shopWithWrongClock(5 * minuteMs);
    for (let n = 0; n < 2; n++) {
      expect(answerOf(await openCheckout(merchant, await cartWith(merchant, { poster: 1 })))).toBe("200");
    }
    expect(creations().map(({ status }) => status)).toEqual([400, 200, 200]);
    for (const { minutes } of creations().slice(1)) expect(minutes).toBeCloseTo(31, 1);
  });

  test("five minutes fast: from the second one on, its lifetime is right", async () => {
    const { merchant, creations } = await shopWithWrongClock(-5 * minuteMs);
    for (let n = 0; n < 2; n++) {
      expect(answerOf(await openCheckout(merchant, await cartWith(merchant, { poster: 1 })))).toBe("200");
    }
    expect(creations().map(({ status }) => status)).toEqual([200, 200]);
    expect(creations().at(-1)?.minutes).toBeCloseTo(31, 1);
  });
});

describe("an event counts when our clock is five minutes fast", () => {
  const payload = JSON.stringify({
    id: "evt_first",
    object: "event",
    type: "radar.early_fraud_warning.created",
    livemode: false,
    data: { object: { id: "issfr_1", object: "radar.early_fraud_warning" } },
  });

  /** Sends an event that was signed this long ago by our clock. */
  async function post({ world, ageMs }: { world: World; ageMs: number }): Promise<number> {
    const timestamp = Math.floor((world.clock.now - ageMs) / 1000);
    const signature = createHmac("sha256", webhookSecret).update(`${timestamp}.${payload}`).digest("hex");
    const { status } = await fetch(`${world.url}/webhooks/stripe`, {
      method: "POST",
      headers: { "Stripe-Signature": `t=${timestamp},v1=${signature}` },
      body: payload,
    });
    return status;
  }

  test("before the provider has shown its time", async () => {
    const { world } = await shopWithWrongClock(-5 * minuteMs);
    expect(await post({ world, ageMs: 5 * minuteMs + 30_000 })).toBe(200);
    expect(await post({ world, ageMs: 10 * minuteMs + 1000 })).toBe(400);
  });

  test("and once it has, but a stale one doesn't", async () => {
    const { world, merchant } = await shopWithWrongClock(-5 * minuteMs);
    await openCheckout(merchant, await cartWith(merchant, { poster: 1 }));
    expect(await post({ world, ageMs: 5 * minuteMs + 30_000 })).toBe(200);
    expect(await post({ world, ageMs: 10 * minuteMs + 1000 })).toBe(400);
    world.providerClock.aheadMs = 0;
    await openCheckout(merchant, await cartWith(merchant, { poster: 1 }));
    expect(await post({ world, ageMs: 5 * minuteMs + 30_000 })).toBe(400);
  });
});

describe("the provider's clock", () => {
  const start = Date.parse("2026-01-15T10:00:00Z");
  const dateAt = (instant: number) => new Date(instant).toUTCString();

  test("is ours until a response shows another", () => {
    const clock = createProviderClock(() => start);
    expect(clock.isKnown()).toBe(false);
    clock.learn(undefined);
    clock.learn("yesterday");
    expect([clock.isKnown(), clock.at(start)]).toEqual([false, start]);
    clock.learn(dateAt(start + 300_000));
    expect([clock.isKnown(), clock.at(start)]).toEqual([true, start + 300_500]);
  });

  test("isn't corrected by a few seconds, so that a retried request stays the same", () => {
    const clock = createProviderClock(() => start);
    clock.learn(dateAt(start + 9000));
    expect([clock.isKnown(), clock.at(start)]).toEqual([true, start]);
    clock.learn(dateAt(start + 60_000));
    clock.learn(dateAt(start + 66_000));
    expect(clock.at(start)).toBe(start + 60_500);
  });

  test("is ours again once ours is right", () => {
    let now = start;
    const clock = createProviderClock(() => now);
    clock.learn(dateAt(start + 300_000));
    now += 300_000;
    clock.learn(dateAt(now));
    expect(Math.abs(clock.at(now) - now)).toBeLessThan(1000);
  });
});
