import type { RawDocument } from "@counterpart/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../server/domain/ids.ts";
import { retentionMs } from "../../../server/domain/retention.ts";
import { deleteOld } from "../../helpers/data/delete-old.ts";
import { buy, cartWith, pay, paymentPage } from "../../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../../helpers/world.ts";

const dayMs = 24 * 60 * 60 * 1000;

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

const idIn = (url: string) => new URL(url).pathname.split("/").at(-1) ?? "";
const isKept = async (sessionId: string) =>
  (await world.services.database.checkoutSessions.find({ storeId: merchant.store.id, sessionId })) !==
  undefined;

/** Settles ended sessions, and cleans up, this many milliseconds after `since`. */
async function sweepAt(since: number, lateMs: number): Promise<void> {
  world.clock.now = since + lateMs;
  await world.sweep();
  await world.cleaner.clean();
}

test("the document says how long a session can be read", () => {
  const { description } = (world.document.source as RawDocument).paths["/v1/checkout/sessions/{sessionId}"]
    .get;
  const days = (ms: number) => `${ms / dayMs} days if`;
  const text = description.replaceAll(/\s+/g, " ");
  expect(text).toContain(`${days(retentionMs.expiredCheckoutSessions)} it expired unpaid`);
  expect(text).toContain(`${days(retentionMs.completeCheckoutSessions)} it was completed`);
});

describe("a clean-up deletes", () => {
  test("an event of the provider 30 days after it arrived", async () => {
    const { providerEvents } = world.services.database;
    const id = "evt_old";
    await providerEvents.accept({ id, type: "account.updated" }, async () => {});
    const since = world.clock.now;
    await sweepAt(since, 30 * dayMs - 1);
    expect(await providerEvents.isKnown(id)).toBe(true);
    await sweepAt(since, 30 * dayMs);
    expect(await providerEvents.isKnown(id)).toBe(false);
  });

  test("an event that couldn't be handled 90 days after it happened", async () => {
    const { unhandledEvents } = world.services.database;
    const since = world.clock.now;
    await unhandledEvents.add({ id: "evt_failing", createdAt: since }, since + 400 * dayMs);
    await sweepAt(since, 90 * dayMs - 1);
    expect(await unhandledEvents.summary()).toEqual({ count: 1, oldest: since });
    await sweepAt(since, 90 * dayMs);
    expect(await unhandledEvents.summary()).toEqual({ count: 0, oldest: undefined });
  });

  test("a dashboard's session, an invitation and an unfinished sign-in when they expire", async () => {
    const { database } = world.services;
    const { id } = await database.people.add({
      id: newId("person"),
      email: "ada@example.com",
      storeId: merchant.store.id,
      role: "owner",
    });
    const since = world.clock.now;
    await database.dashboardSessions.start("old session", id);
    await database.invitations.create({ token: "old", email: "b@example.com", expiresAt: since + 7 * dayMs });
    await database.pendingFlows.begin("old flow", {});
    const deletedAt = (ms: number) => deleteOld(database, { now: since + ms, limit: 10 });
    expect(await deletedAt(10 * 60_000 - 1)).toMatchObject({ pendingFlows: 0 });
    expect(await deletedAt(10 * 60_000)).toMatchObject({ pendingFlows: 1 });
    expect(await deletedAt(7 * dayMs - 1)).toMatchObject({ dashboardSessions: 0, invitations: 0 });
    expect(await deletedAt(7 * dayMs)).toMatchObject({ dashboardSessions: 1, invitations: 1 });
  });

  test("a request for a refund 90 days after it was made, unless its outcome is unknown", async () => {
    const { database } = world.services;
    const order = await buy(merchant, { poster: 1 });
    const address = { storeId: merchant.store.id, orderId: order.id };
    const by = { kind: "person", id: "ada" } as const;
    const refused = await database.orders.requestRefund(address, { amount: 100 }, by);
    await database.orders.refuseRefundRequest(refused?.id ?? "");
    await database.orders.requestRefund(address, { amount: 200 }, by);
    const deletedAt = (now: number) => deleteOld(database, { now, limit: 10 });
    const since = world.clock.now;
    expect(await deletedAt(since + 90 * dayMs - 1)).toMatchObject({ refundRequests: 0 });
    expect(await deletedAt(since + 90 * dayMs)).toMatchObject({ refundRequests: 1 });
    expect(await database.orders.unconfirmedRefunds(address)).toMatchObject([{ amount: 200 }]);
  });

  test("a session 90 days after it expired unpaid, but no open or paid one", async () => {
    const opened = await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
    const paid = await pay(await paymentPage(merchant, await cartWith(merchant, { poster: 1 })));
    const expiresAt = world.clock.now + 31 * 60_000;
    await sweepAt(expiresAt, 2 * 60_000);
    await sweepAt(expiresAt, 90 * dayMs - 1);
    expect(await isKept(idIn(opened))).toBe(true);
    await sweepAt(expiresAt, 90 * dayMs);
    expect(await isKept(idIn(opened))).toBe(false);
    expect(await isKept(paid)).toBe(true);
    await sweepAt(expiresAt, 400 * dayMs - 1);
    expect(await isKept(paid)).toBe(true);
    await sweepAt(expiresAt, 400 * dayMs);
    expect(await isKept(paid)).toBe(false);
    expect((await world.services.database.orders.listAll(merchant.store.id)).length).toBeGreaterThan(0);
  });

  test("a member session a day after it expired", async () => {
    const { memberSessions, retention } = world.services.database;
    const session = { storeId: merchant.store.id, memberSessionId: newId("msess") };
    await memberSessions.register({ ...session, memberId: "member_1", expiresInSeconds: 60 });
    const expiresAt = world.clock.now + 60_000;
    const deletedAt = (now: number) => retention.deleteOld("memberSessions", { now, limit: 10 });
    expect(await deletedAt(expiresAt + dayMs - 1)).toBe(0);
    expect(await deletedAt(expiresAt + dayMs)).toBe(1);
  });

  test("a limited number of rows at a time", async () => {
    const { providerEvents, retention } = world.services.database;
    for (let n = 0; n < 5; n++) {
      await providerEvents.accept({ id: `evt_old${n}`, type: "account.updated" }, async () => {});
    }
    const deleted: number[] = [];
    for (let n = 0; n < 3; n++) {
      const now = world.clock.now + 31 * dayMs;
      deleted.push(await retention.deleteOld("providerEvents", { now, limit: 2 }));
    }
    expect(deleted).toEqual([2, 2, 1]);
  });
});
