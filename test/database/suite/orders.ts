import { describe, expect, test } from "vitest";
import { recordRefunds } from "../../../server/database/queries/orders/record-refunds.ts";
import type { RefundStatus } from "../../../server/domain/order-state.ts";
import { openState, paidOutcome } from "../../helpers/data/sessions.ts";
import { newId, type TwoProcesses } from "./two-processes.ts";

export function orders({ here, elsewhere, clock, either, newShop }: TwoProcesses): void {
  describe("orders", () => {
    async function newSession(storeId: string, n: number, quantity = 1): Promise<string> {
      const id = newId("cs");
      await here.checkoutSessions.begin({
        id,
        storeId,
        cartId: "cart_1",
        ...openState,
        providerId: null,
        mode: "payment",
        lines: [{ productId: "prod_1", name: "Poster", options: [], quantity, unitPriceInCents: 100 + n }],
        total: 100 + n,
        currency: "eur",
        memberId: null,
        createdAt: clock.now,
        expiresAt: clock.now,
        account: null,
      });
      return id;
    }

    test("are listed newest first, with refunds as last reported", async () => {
      const { id: storeId } = await newShop();
      const payments = ["pi", "pi", "pi"].map(newId);
      for (const [n, paymentId] of payments.entries()) {
        const id = await newSession(storeId, n);
        await here.checkoutSessions.settle(id, paidOutcome(paymentId, 100 + n, clock.now), clock.now + n);
      }
      const paymentId = payments[1] ?? "";
      const one = { id: newId("re"), paymentId, amount: 70, currency: "eur", createdAt: clock.now };
      const refund = (n: number, refunded: number, status: RefundStatus, fetchedAt: number) =>
        either(n).providerEvents.accept({ id: newId("evt"), type: "charge.refunded" }, (db) =>
          recordRefunds(db, { paymentId, refunded, refunds: [{ ...one, status }], fetchedAt }, fetchedAt),
        );
      await refund(0, 100, "pending", clock.now + 2);
      await refund(1, 70, "failed", clock.now + 3);
      await refund(2, 90, "succeeded", clock.now + 1);
      const listed = await elsewhere.orders.listAll(storeId);
      expect(listed.map(({ total, refunded }) => [total, refunded])).toEqual([
        [102, 0],
        [101, 70],
        [100, 0],
      ]);
      const whole = { resolvedAt: null, lines: [], shipping: 0 };
      expect(listed[1]?.refunds).toEqual([{ ...one, ...whole, status: "failed" }]);
      expect(listed[0]).toMatchObject({ paymentId: payments[2], createdAt: clock.now });
    });

    test("have the items of a refund, whether it is recorded from its response or from a report", async () => {
      const { id: storeId } = await newShop();
      const by = { kind: "person", id: "person_1" } as const;
      const lines = [{ productId: "prod_1", quantity: 1 }];
      for (const isReported of [true, false]) {
        const paymentId = newId("pi");
        const sessionId = await newSession(storeId, 0, 3);
        await here.checkoutSessions.settle(sessionId, paidOutcome(paymentId, 100, clock.now), clock.now);
        const [order] = (await here.orders.list({ storeId, sessionId }))?.orders ?? [];
        const address = { storeId, orderId: order?.id ?? "" };
        for (const [n, amount] of [33, 33, 34].entries()) {
          const request = { content: { lines, shipping: false }, token: newId("page") };
          const begun = await either(n).orders.requestRefund(address, request, by);
          const again = await either(n + 1).orders.requestRefund(address, request, by);
          expect([begun?.amount, again?.id]).toEqual([amount, begun?.id]);
          // Otherwise the next one repeats a refund that its person hasn't seen yet.
          await either(n).orders.answerRefundRequest(begun?.id ?? "", by);
          const made = { id: newId("re"), paymentId, amount, currency: "eur", status: "succeeded" as const };
          const refund = { ...made, createdAt: clock.now + n };
          const requestId = begun?.id ?? "";
          if (isReported) {
            const refunds = [{ ...refund, requestId }];
            const report = { paymentId, refunded: amount, refunds, fetchedAt: clock.now + n };
            await either(n).orders.recordRefunds(report);
          } else {
            await either(n).orders.recordMadeRefund({ ...address, requestId }, refund);
          }
        }
        const { refunds } = (await elsewhere.orders.find(address)) ?? {};
        expect(refunds?.map((refund) => [refund.lines, refund.shipping])).toEqual(
          [33, 33, 34].map((amount) => [[{ ...lines[0], amount }], 0]),
        );
        const request = { content: { lines, shipping: false }, token: newId("page") };
        await expect(here.orders.requestRefund(address, request, by)).rejects.toThrow("refunded in full");
      }
    });

    test("have a payment's difference, recorded once with the payment, until it is resolved", async () => {
      const [{ id: storeId }, { id: otherStoreId }] = [await newShop(), await newShop()];
      const [equal, differing] = [await newSession(storeId, 1), await newSession(storeId, 2)];
      await here.checkoutSessions.settle(equal, paidOutcome(newId("pi"), 101, clock.now), clock.now);
      const outcome = paidOutcome(newId("pi"), 90, clock.now);
      const reports = [0, 1, 2].map((n) => either(n).checkoutSessions.settle(differing, outcome, clock.now));
      const found = (await Promise.all(reports)).flatMap((settling) => settling?.difference ?? []);
      expect(found).toEqual([{ part: "subtotal", expected: 102, charged: 90 }]);
      const listed = await elsewhere.orders.list({ storeId, paymentDiffers: true });
      expect(listed?.orders.map((order) => order.checkoutSessionId)).toEqual([differing]);
      const waiting = async (id: string) => (await here.overview.needsAction(id)).paymentDifferences;
      expect([await waiting(storeId), await waiting(otherStoreId)]).toEqual([1, 0]);
      const orderId = listed?.orders[0]?.id ?? "";
      const resolve = (address: { storeId: string; orderId: string; id: string }) =>
        elsewhere.paymentDifferences.resolve(address, { kind: "person", id: "person_1" });
      for (const wrong of [{ storeId: otherStoreId }, { orderId: "order_1" }, { id: equal }]) {
        expect(await resolve({ storeId, orderId, id: differing, ...wrong })).toBe(false);
      }
      expect(await here.paymentDifferences.ofOrder({ storeId: otherStoreId, orderId })).toEqual([]);
      expect(await here.paymentDifferences.ofOrder({ storeId, orderId })).toHaveLength(1);
      expect(await resolve({ storeId, orderId, id: differing })).toBe(true);
      expect(await here.paymentDifferences.ofOrder({ storeId, orderId })).toEqual([]);
      expect(await waiting(storeId)).toBe(0);
    });

    test("are listed in the order of recording, whatever their dates and the processes' clocks; in a period, by placing", async () => {
      const { id: storeId } = await newShop();
      const recorded: string[] = [];
      for (const n of [0, 1, 2, 3]) {
        const id = await newSession(storeId, n);
        const outcome = {
          ...paidOutcome(newId("pi"), 100 + n, clock.now),
          completedAt: clock.now - n * 1000,
        };
        await either(n).checkoutSessions.settle(id, outcome, clock.now - n * 60_000);
        recorded.unshift(id);
      }
      const listed = await here.orders.listAll(storeId);
      expect(listed.map((order) => order.checkoutSessionId)).toEqual(recorded);
      expect(listed.map((order) => clock.now - order.createdAt)).toEqual([3000, 2000, 1000, 0]);
      const lately = await here.orders.list({ storeId, from: clock.now - 2000, to: clock.now });
      expect(lately?.orders.map((order) => order.checkoutSessionId)).toEqual(recorded.slice(1, 3).reverse());
      const after = lately?.orders[0]?.id;
      const rest = await here.orders.list({ storeId, from: clock.now - 2000, to: clock.now, after });
      expect(rest?.orders.map((order) => order.checkoutSessionId)).toEqual(recorded.slice(1, 2));
    });

    test("are sent in parcels, and processes that send at once never send an item twice", async () => {
      const { id: storeId } = await newShop();
      const sessionId = await newSession(storeId, 0, 3);
      await here.checkoutSessions.settle(sessionId, paidOutcome(newId("pi"), 300, clock.now), clock.now);
      const [order] = (await here.orders.list({ storeId, sessionId }))?.orders ?? [];
      const address = { storeId, orderId: order?.id ?? "" };
      const parcel = { lines: [{ productId: "prod_1", quantity: 1 }], tracking: null };
      const sent = await Promise.allSettled(
        Array.from({ length: 8 }, (_, n) => either(n).orders.ship(address, parcel)),
      );
      expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
      const found = await elsewhere.orders.find(address);
      expect(found?.parcels.map(({ lines }) => lines)).toEqual([parcel.lines, parcel.lines, parcel.lines]);
      expect(found?.fulfilledAt).toBe(found?.parcels.at(-1)?.sentAt);
    });

    test("come back once, whichever process receives the return", async () => {
      const { id: storeId } = await newShop();
      const sessionId = await newSession(storeId, 0, 3);
      await here.checkoutSessions.settle(sessionId, paidOutcome(newId("pi"), 300, clock.now), clock.now);
      const [order] = (await here.orders.list({ storeId, sessionId }))?.orders ?? [];
      const address = { storeId, orderId: order?.id ?? "" };
      const wanted = { lines: [{ productId: "prod_1", quantity: 2 }], reason: null };
      const recorded = await Promise.allSettled(
        Array.from({ length: 4 }, (_, n) => either(n).orderReturns.add(address, wanted)),
      );
      expect(recorded.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      const found = await elsewhere.orders.find(address);
      const returned = { ...address, returnId: found?.returns[0]?.id ?? "" };
      const received = { received: { restock: [] } };
      const by = { kind: "command_line", id: "ada" } as const;
      await Promise.all([0, 1, 2, 3].map((n) => either(n).orderReturns.change(returned, received, by)));
      const trail = await here.auditTrail.list({ storeId, objectId: address.orderId, limit: 10 });
      expect(trail?.entries.filter(({ action }) => action === "order.return_received")).toHaveLength(1);
      expect((await here.orders.find(address))?.returns).toMatchObject([{ receivedAt: clock.now }]);
    });

    test("that are recorded at once each have their own position, after existing ones", async () => {
      const { id: storeId } = await newShop();
      const settle = async (n: number) => {
        const id = await newSession(storeId, n);
        await either(n).checkoutSessions.settle(id, paidOutcome(newId("pi"), 1, clock.now), clock.now);
        return id;
      };
      const first = await settle(0);
      const others = await Promise.all(Array.from({ length: 8 }, (_, n) => settle(n)));
      const { orders = [], hasMore } = (await here.orders.list({ storeId, limit: 8 })) ?? {};
      expect(new Set(orders.map((order) => order.checkoutSessionId))).toEqual(new Set(others));
      expect(hasMore).toBe(true);
      const after = await here.orders.list({ storeId, after: orders.at(-1)?.id });
      expect(after?.orders.map((order) => order.checkoutSessionId)).toEqual([first]);
    });
  });
}
