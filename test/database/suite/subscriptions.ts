import { describe, expect, test } from "vitest";
import { openState } from "../../helpers/data/sessions.ts";
import { newId, type TwoProcesses } from "./two-processes.ts";

export function subscriptions({ here, elsewhere, either, newShop }: TwoProcesses): void {
  describe("subscriptions", () => {
    const subscription = (change: object = {}) => ({
      id: newId("sub"),
      storeId: "store_1",
      account: null,
      customerId: "cus_1",
      memberId: null as string | null,
      status: "active",
      fetchedAt: 1000,
      ...change,
    });

    test("keep the state that was requested last, in whatever order the responses arrive", async () => {
      const first = subscription({ memberId: "member_1" });
      await here.subscriptions.save(first);
      await elsewhere.subscriptions.save({ ...first, status: "canceled", memberId: null, fetchedAt: 3000 });
      await here.subscriptions.save({ ...first, status: "past_due", fetchedAt: 2000 });
      expect(await here.subscriptions.find(first.id)).toEqual({
        ...first,
        status: "canceled",
        memberId: "member_1",
        fetchedAt: 3000,
        checkoutSessionId: null,
        createdAt: null,
        ...{ lines: [], currency: null, billingInterval: null },
        ...{ currentPeriodEnd: null, cancelAt: null, endedAt: null, trialEnd: null },
      });
      const second = subscription();
      await Promise.all(
        [4, 1, 7, 2, 9, 3, 8].map((fetchedAt, n) =>
          either(n).subscriptions.save({ ...second, fetchedAt, status: `as of ${fetchedAt}` }),
        ),
      );
      expect(await here.subscriptions.find(second.id)).toMatchObject({ status: "as of 9", fetchedAt: 9 });
      expect(await here.subscriptions.find("sub_unknown")).toBeUndefined();
    });

    test("keep what a later report leaves out, and the names of what was bought", async () => {
      const [{ id: storeId }, sessionId] = [await newShop(), newId("chk")];
      const options = [{ name: "Format", value: "A2" }];
      const line = { productId: "prod_1", name: "Print Club", options, quantity: 2, unitPriceInCents: 900 };
      await here.checkoutSessions.begin({
        ...{ ...openState, id: sessionId, storeId, cartId: newId("cart"), memberId: null },
        ...{ lines: [{ ...line, sku: "CLUB" }], mode: "subscription", total: 1800, currency: "eur" },
        ...{ providerId: newId("cs"), createdAt: 1000, expiresAt: 2000, account: null },
      });
      const first = subscription({ storeId, checkoutSessionId: sessionId });
      await here.subscriptions.save(first);
      expect(await elsewhere.subscriptions.find(first.id)).toMatchObject({ lines: [line], cancelAt: null });
      const terms = { currency: "eur", billingInterval: "month" as const };
      const times = { currentPeriodEnd: 9000, cancelAt: 9000, endedAt: null, trialEnd: 7000 };
      const reportedLines = [
        { productId: "prod_1", name: "Print Club (A2)", quantity: 3, unitPriceInCents: 950 },
        { productId: null, name: "Frame", quantity: 1, unitPriceInCents: null },
      ];
      await here.subscriptions.save({ ...first, ...terms, ...times, reportedLines, fetchedAt: 2000 });
      await here.subscriptions.save({ ...first, status: "past_due", fetchedAt: 3000 });
      expect(await elsewhere.subscriptions.find(first.id)).toMatchObject({
        ...{ ...terms, ...times, status: "past_due" },
        lines: [
          { ...line, quantity: 3, unitPriceInCents: 950 },
          { productId: null, name: "Frame", options: [], quantity: 1, unitPriceInCents: null },
        ],
      });
      await here.subscriptions.save({ ...first, ...times, cancelAt: null, fetchedAt: 4000 });
      expect(await elsewhere.subscriptions.find(first.id)).toMatchObject({ cancelAt: null, trialEnd: 7000 });
    });

    test("of a member are listed while they are live", async () => {
      const memberId = newId("member");
      const statuses = ["active", "trialing", "past_due", "unpaid", "paused", "canceled", "incomplete"];
      const all = statuses.map((status) => subscription({ memberId, status }));
      for (const one of all) await here.subscriptions.save(one);
      const listed = await elsewhere.subscriptions.listLive({ storeId: "store_1", memberId });
      expect(listed.map(({ status }) => status).sort()).toEqual([
        "active",
        "past_due",
        "paused",
        "trialing",
        "unpaid",
      ]);
      expect(await elsewhere.subscriptions.listLive({ storeId: "store_2", memberId })).toEqual([]);
    });
  });

  describe("a guest's subscription", () => {
    const guests = { account: "acct_1", memberId: null, status: "active", fetchedAt: 1000 };

    test("is given to one member, with its customer if the member has none, and to no other", async () => {
      const [{ id: storeId }, memberId] = [await newShop(), newId("member")];
      const attach = (id: string, member = memberId, store = storeId) =>
        elsewhere.subscriptions.attach({ id, storeId: store, memberId: member });
      const [first, second] = [newId("sub"), newId("sub")];
      await here.subscriptions.save({ ...guests, id: first, storeId, customerId: "cus_1" });
      await here.subscriptions.save({ ...guests, id: second, storeId, customerId: "cus_2" });
      expect(await attach("sub_unknown")).toBeUndefined();
      expect(await attach(first, memberId, "store_2")).toBeUndefined();
      expect(await attach(first)).toMatchObject({ id: first, memberId, memberCustomerId: "cus_1" });
      expect(await attach(first)).toMatchObject({ id: first, memberId, memberCustomerId: "cus_1" });
      expect(await attach(second)).toMatchObject({ customerId: "cus_2", memberCustomerId: "cus_1" });
      await expect(attach(first, "another")).rejects.toMatchObject({ code: "CONFLICT" });
      expect((await here.subscriptions.list(storeId)).map((one) => one.memberId)).toEqual([
        memberId,
        memberId,
      ]);
      expect(await here.customers.find({ storeId, memberId, account: "acct_1" })).toBe("cus_1");
    });
  });
}
