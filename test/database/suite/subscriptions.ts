import { describe, expect, test } from "vitest";
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
