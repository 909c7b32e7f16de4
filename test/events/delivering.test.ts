import { noopTelemetry } from "@counterpart/server";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { verifyWebhook } from "../../generated/verify-webhook.ts";
import { openDatabase } from "../../server/database/database.ts";
import type { EventType } from "../../server/domain/events/event-types.ts";
import { createDispatcher } from "../../server/events/dispatcher.ts";
import { post } from "../../server/events/post.ts";
import { createSigner } from "../../server/events/sign-event.ts";
import { migratedDatabase } from "../helpers/data/test-database.ts";
import { type EventReceiver, startEventReceiver } from "../helpers/event-receiver.ts";
import { buy } from "../helpers/shopping.ts";
import { type Merchant, silent, startWorld, type World } from "../helpers/world.ts";

const hourMs = 60 * 60 * 1000;
const secret = "whsec_bm90IHVzZWQgYW55d2hlcmUgZWxzZSE=";

let world: World;
let merchant: Merchant;
let receiver: EventReceiver;
let databaseUrl: string;
let drop: () => Promise<void>;
beforeEach(async () => {
  ({ url: databaseUrl, drop } = await migratedDatabase());
  world = await startWorld({ databaseUrl });
  merchant = await world.merchant();
  receiver = await startEventReceiver();
});
afterEach(async () => {
  vi.useRealTimers();
  await receiver.close();
  await world.close();
  await drop();
});

const database = () => world.services.database;
const listen = async (types: EventType[] | null = ["order.paid"], url = receiver.url) =>
  (await database().eventEndpoints.add({ storeId: merchant.store.id, url, secret, types })).id;
const endpoint = async (id: string) =>
  (await database().eventEndpoints.list(merchant.store.id)).find((one) => one.id === id);
const deliveries = async () =>
  (await database().events.list(merchant.store.id, 100)).flatMap((event) => event.deliveries);

test("the secret of an endpoint is changed by a second endpoint with the same address", async () => {
  const storeId = merchant.store.id;
  const second = "whsec_dGhlIG5ldyBzZWNyZXQgb2YgdGhlIHNob3A=";
  const oldId = await listen(["order.paid"]);
  await database().eventEndpoints.add({ storeId, url: receiver.url, secret: second, types: ["order.paid"] });
  await buy(merchant, { font: 1 });
  await world.dispatch();
  vi.useFakeTimers({ toFake: ["Date"], now: world.clock.now });
  const isSignedBy = (one: string, { text, headers }: (typeof receiver.received)[number]): boolean => {
    try {
      verifyWebhook({ body: text, headers }, one);
      return true;
    } catch {
      return false;
    }
  };
  const signers = () =>
    receiver.received.map((message) => [secret, second].filter((one) => isSignedBy(one, message)));
  expect(signers()).toHaveLength(2);
  expect(signers()).toEqual(expect.arrayContaining([[secret], [second]]));
  expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);

  await database().eventEndpoints.remove({ storeId, endpointId: oldId });
  vi.useRealTimers();
  receiver.received.length = 0;
  await buy(merchant, { font: 1 });
  await world.dispatch();
  vi.useFakeTimers({ toFake: ["Date"], now: world.clock.now });
  expect(signers()).toEqual([[second]]);
});

describe("an event", () => {
  test("is sent with a signature that the client verifies", async () => {
    await listen();
    const order = await buy(merchant, { font: 1 });
    await world.dispatch();
    const [message] = receiver.received;
    if (!message) throw new Error("Nothing has arrived.");
    // Signatures with an old timestamp are refused.
    vi.useFakeTimers({ toFake: ["Date"], now: world.clock.now });
    expect(verifyWebhook({ body: message.text, headers: message.headers }, secret)).toEqual({
      type: "order.paid",
      timestamp: new Date(world.clock.now).toISOString(),
      data: order,
    });
    expect(() => verifyWebhook({ body: `${message.text} `, headers: message.headers }, secret)).toThrow();
    expect(await deliveries()).toMatchObject([{ status: "delivered", attempts: 1, lastOutcome: "204" }]);
  });

  test("is sent once if it arrived", async () => {
    await listen();
    await buy(merchant, { font: 1 });
    await world.dispatch();
    world.clock.now += 24 * hourMs;
    await world.dispatch();
    expect(receiver.received).toHaveLength(1);
  });

  test("isn't recorded without a matching endpoint, or for another store", async () => {
    const other = await world.merchant();
    await listen(["order.refunded"]);
    await buy(merchant, { font: 1 });
    await buy(other, { font: 1 });
    await world.dispatch();
    expect(receiver.received).toEqual([]);
    for (const { store } of [merchant, other])
      expect(await database().events.list(store.id, 100)).toEqual([]);
  });

  test("is sent again after a failure, with the same id and a new timestamp, later each time", async () => {
    await listen();
    await buy(merchant, { font: 1 });
    receiver.control.answer = 500;
    await world.dispatch();
    await world.dispatch();
    expect(receiver.received).toHaveLength(1);
    world.clock.now += 5000;
    await world.dispatch();
    expect(receiver.received).toHaveLength(2);
    world.clock.now += 5000;
    await world.dispatch();
    expect(receiver.received).toHaveLength(2);
    receiver.control.answer = 200;
    world.clock.now += 15_000;
    await world.dispatch();
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(3);
    expect(await deliveries()).toMatchObject([{ status: "delivered", attempts: 3 }]);
  });

  test("is resent by command, even if it has arrived", async () => {
    const id = await listen();
    await buy(merchant, { font: 1 });
    await world.dispatch();
    const [event] = await database().events.list(merchant.store.id, 1);
    const address = { storeId: merchant.store.id, eventId: event?.id ?? "" };
    expect(await database().events.resend(address)).toBe(1);
    await world.dispatch();
    expect(await database().events.resend({ ...address, endpointId: id })).toBe(1);
    await world.dispatch();
    expect(receiver.received).toHaveLength(3);
    const other = await world.merchant();
    expect(await database().events.resend({ ...address, storeId: other.store.id })).toBeUndefined();
    expect(await database().events.resend({ ...address, endpointId: "ep_unknown" })).toBeUndefined();
  });

  test("that doesn't match the document isn't sent", async () => {
    await listen();
    await buy(merchant, { font: 1 });
    const { outgoing } = world.document;
    const paid = outgoing.find(({ name }) => name === "order.paid");
    const strict = { ...world.document, outgoing: outgoing.filter((one) => one !== paid) };
    await database().eventDeliveries.backlog(world.clock.now);
    const dispatcher = createDispatcher({ ...partsOf(), sign: createSigner(async () => strict) });
    await dispatcher.dispatch();
    await dispatcher.stop();
    expect(receiver.received).toEqual([]);
    expect(await deliveries()).toMatchObject([{ status: "pending", attempts: 1 }]);
  });
});

describe("an endpoint", () => {
  test("that accepts nothing for three days is disabled and reported, and gets waiting events once it is enabled", async () => {
    const id = await listen();
    await buy(merchant, { font: 1 });
    receiver.control.answer = 500;
    for (let hours = 0; hours < 80; hours += 6) {
      await world.dispatch();
      world.clock.now += 6 * hourMs;
    }
    expect(await endpoint(id)).toMatchObject({
      disabledReason: "All deliveries failed for three days. Last result: 500.",
      waiting: 0,
    });
    expect(world.logLines.filter((line) => line.includes("disabled an event endpoint"))).toHaveLength(1);
    expect(world.logLines.join("")).not.toContain(receiver.url);
    expect(await deliveries()).toMatchObject([{ status: "failed", lastOutcome: "500" }]);
    receiver.control.answer = 204;
    receiver.received.length = 0;
    await buy(merchant, { font: 1 });
    await world.dispatch();
    expect(receiver.received).toEqual([]);
    expect(await endpoint(id)).toMatchObject({ waiting: 1 });
    expect(await database().eventEndpoints.enable({ storeId: merchant.store.id, endpointId: id })).toBe(true);
    await world.dispatch();
    expect(receiver.types()).toEqual(["order.paid"]);
  });

  test("stays enabled when only one event was refused for three days", async () => {
    const id = await listen();
    await buy(merchant, { font: 1 });
    receiver.control.answer = 500;
    for (let hours = 0; hours < 66; hours += 6) {
      world.clock.now += 6 * hourMs;
      await world.dispatch();
    }
    await buy(merchant, { font: 1 });
    receiver.control.answer = 204;
    // Only the new one is due.
    await world.dispatch();
    receiver.control.answer = 500;
    world.clock.now += 12 * hourMs;
    await world.dispatch();
    expect(await endpoint(id)).toMatchObject({ disabledAt: null });
    expect((await deliveries()).map(({ status }) => status).sort()).toEqual(["delivered", "failed"]);
  });

  test("that answers 410 is disabled at once", async () => {
    const id = await listen();
    await buy(merchant, { font: 1 });
    receiver.control.answer = 410;
    await world.dispatch();
    expect(await endpoint(id)).toMatchObject({ disabledReason: "It responded with 410." });
    const { entries } = (await database().auditTrail.list({ storeId: merchant.store.id, limit: 1 })) ?? {};
    expect(entries).toMatchObject([{ action: "endpoint.disabled", objectId: id, by: { kind: "service" } }]);
  });

  test("that is disabled or removed gets nothing", async () => {
    const [off, gone] = [await listen(), await listen()];
    const address = (endpointId: string) => ({ storeId: merchant.store.id, endpointId });
    await buy(merchant, { font: 1 });
    expect(await database().eventEndpoints.disable(address(off), "by command")).toBe(true);
    expect(await database().eventEndpoints.remove(address(gone))).toBe(true);
    await world.dispatch();
    expect(receiver.received).toEqual([]);
    const { store } = await world.merchant();
    for (const change of ["enable", "remove"] as const) {
      expect(await database().eventEndpoints[change]({ storeId: store.id, endpointId: off })).toBe(false);
    }
  });

  test("that never answers delays no other", async () => {
    const silentOne = await startEventReceiver();
    silentOne.control.answer = "never";
    await listen(["order.paid"], silentOne.url);
    await listen();
    await buy(merchant, { font: 1 });
    const arrived = receiver.arrival();
    const waits = silentOne.arrival();
    const dispatcher = createDispatcher(partsOf());
    const dispatched = dispatcher.dispatch();
    await Promise.all([arrived, waits]);
    await vi.waitFor(async () =>
      expect((await deliveries()).map(({ status }) => status)).toContain("delivered"),
    );
    // The process stops: events in progress are released, and sent by the next process.
    await dispatcher.stop();
    await dispatched;
    expect(await deliveries()).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ status: "pending", attempts: 0 })]),
    );
    silentOne.control.answer = 204;
    await world.dispatch();
    expect(silentOne.received).toHaveLength(2);
    expect(receiver.received).toHaveLength(1);
    await silentOne.close();
  });
});

describe("a store", () => {
  test("with sixteen endpoints that never answer takes four slots, and another store's events arrive", async () => {
    const hanging = await startEventReceiver();
    hanging.control.answer = "never";
    onTestFinished(() => hanging.close());
    for (let n = 0; n < 16; n++) await listen(["order.paid"], hanging.url);
    await buy(merchant, { font: 1 });
    world.clock.now += 1000;
    const other = await world.merchant();
    const types: EventType[] = ["order.paid"];
    await database().eventEndpoints.add({ storeId: other.store.id, url: receiver.url, secret, types });
    await buy(other, { font: 1 });
    const dispatcher = createDispatcher(partsOf());
    const dispatched = dispatcher.dispatch();
    await vi.waitFor(() => {
      expect(receiver.types()).toEqual(["order.paid"]);
      expect(hanging.received).toHaveLength(4);
    });
    await dispatcher.stop();
    await dispatched;
    expect(hanging.received).toHaveLength(4);
  });

  test("passes a slot to its next endpoint after seconds, although more events are due", async () => {
    await listen();
    for (let n = 0; n < 9; n++) await buy(merchant, { font: 1 });
    const dispatcher = createDispatcher({
      ...partsOf(),
      post: async (webhook, signal) => {
        world.clock.now += 400;
        return partsOf().post(webhook, signal);
      },
    });
    // Four at a time, each of which takes 400 ms of the turn.
    await dispatcher.dispatch();
    expect(receiver.received).toHaveLength(8);
    await dispatcher.dispatch();
    expect(receiver.received).toHaveLength(9);
    await dispatcher.stop();
  });

  test("with more endpoints than slots has all of them served", async () => {
    for (let n = 0; n < 16; n++) await listen();
    await buy(merchant, { font: 1 });
    await world.dispatch();
    expect(receiver.received).toHaveLength(16);
  });
});

describe("two processes", () => {
  test("send each event once, including a killed process's claims once its lease ends", async () => {
    const id = await listen();
    for (let n = 0; n < 12; n++) await buy(merchant, { font: 1 });
    const other = await openDatabase(databaseUrl, () => world.clock.now);
    const theirs = createDispatcher({ ...partsOf(), database: other });
    try {
      await Promise.all([world.dispatch(), theirs.dispatch()]);
      await world.dispatch();
      expect(receiver.received).toHaveLength(12);
      expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(12);
      await buy(merchant, { font: 1 });
      const claim = { endpointId: id, now: world.clock.now, limit: 4, leaseMs: 60_000 };
      expect(await other.eventDeliveries.claim(claim)).toHaveLength(1);
      await world.dispatch();
      expect(receiver.received).toHaveLength(12);
      world.clock.now += 60_000;
      await world.dispatch();
      expect(receiver.received).toHaveLength(13);
    } finally {
      await theirs.stop();
      await other.close();
    }
  });
});

function partsOf() {
  return {
    database: database(),
    sign: createSigner(async () => world.document),
    post: (webhook: Parameters<typeof post>[0], signal: AbortSignal) =>
      post(webhook, { allowsPrivate: true, timeoutMs: 10_000, signal }),
    clock: () => world.clock.now,
    log: silent,
    telemetry: noopTelemetry,
  };
}
