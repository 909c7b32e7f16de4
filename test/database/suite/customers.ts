import { describe, expect, test } from "vitest";
import { newId, type TwoProcesses } from "./two-processes.ts";

export function customers({ here, elsewhere, either }: TwoProcesses): void {
  describe("customers", () => {
    test("are stored once per member, store and account: the first one, until it is replaced", async () => {
      const owner = { storeId: newId("store"), memberId: newId("member"), account: null };
      expect(await here.customers.find(owner)).toBeUndefined();
      const kept = await Promise.all(
        ["cus_1", "cus_2", "cus_3"].map((id, n) => either(n).customers.save(owner, id)),
      );
      expect(new Set(kept).size).toBe(1);
      const [dead = ""] = kept;
      expect(await elsewhere.customers.find(owner)).toBe(dead);
      for (const other of [{ storeId: "s" }, { memberId: "m" }, { account: "acct_1" }]) {
        expect(await here.customers.find({ ...owner, ...other })).toBeUndefined();
      }
      const replaced = await Promise.all(
        ["cus_4", "cus_5"].map((customerId, n) => either(n).customers.replace(owner, { dead, customerId })),
      );
      expect(new Set(replaced).size).toBe(1);
      expect(["cus_4", "cus_5"]).toContain(await elsewhere.customers.find(owner));
    });

    test("are taken from the member's live subscription on the account", async () => {
      const owner = { storeId: newId("store"), memberId: newId("member"), account: "acct_1" };
      const save = (customerId: string, fetchedAt: number, change: object = {}) =>
        here.subscriptions.save({
          ...owner,
          id: newId("sub"),
          status: "active",
          customerId,
          fetchedAt,
          ...change,
        });
      expect(await elsewhere.subscriptions.customerOf(owner)).toBeUndefined();
      await save("cus_old", 1000);
      await save("cus_ended", 9000, { status: "canceled" });
      await save("cus_elsewhere", 9000, { account: null });
      await save("cus_stranger", 9000, { memberId: "stranger" });
      await save("cus_new", 2000, { status: "unpaid" });
      expect(await elsewhere.subscriptions.customerOf(owner)).toBe("cus_new");
      expect(await elsewhere.subscriptions.customerOf({ ...owner, account: null })).toBe("cus_elsewhere");
    });
  });
}
