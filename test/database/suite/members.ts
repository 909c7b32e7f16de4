import { describe, expect, test } from "vitest";
import { newId, type TwoProcesses } from "./two-processes.ts";

export function members({ here, elsewhere, clock, either, newShop }: TwoProcesses): void {
  describe("member sessions", () => {
    test("identify their member, in their store, until they expire or are registered again", async () => {
      const [{ id: storeId }, { id: otherStore }] = [await newShop(), await newShop()];
      const memberSessionId = newId("msess");
      const register = (memberId: string, expiresInSeconds: number) =>
        here.memberSessions.register({ storeId, memberSessionId, memberId, expiresInSeconds });
      const member = (id: string) => elsewhere.memberSessions.member({ storeId: id, memberSessionId });
      await register("member_1", 60);
      expect([await member(storeId), await member(otherStore)]).toEqual(["member_1", undefined]);
      await register("member_2", 120);
      clock.now += 60_000;
      expect(await member(storeId)).toBe("member_2");
      clock.now += 60_000;
      expect(await member(storeId)).toBeUndefined();
    });
  });

  describe("portal configurations", () => {
    test("are stored once per account, the first one", async () => {
      const account = newId("acct");
      expect(await here.portalConfigurations.find(account)).toBeUndefined();
      await Promise.all(["bpc_1", "bpc_1"].map((id, n) => either(n).portalConfigurations.save(account, id)));
      await here.portalConfigurations.save(account, "bpc_2");
      expect(await elsewhere.portalConfigurations.find(account)).toBe("bpc_1");
      const replaced = { dead: "bpc_1", configurationId: "bpc_3" };
      expect(await here.portalConfigurations.replace(account, replaced)).toBe("bpc_3");
      const late = { dead: "bpc_1", configurationId: "bpc_4" };
      expect(await elsewhere.portalConfigurations.replace(account, late)).toBe("bpc_3");
      await here.portalConfigurations.save(null, "bpc_platform");
      expect(await elsewhere.portalConfigurations.find(null)).toBe("bpc_platform");
    });
  });
}
