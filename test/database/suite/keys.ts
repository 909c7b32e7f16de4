import { describe, expect, test } from "vitest";
import { isLive } from "../../../server/database/queries/keys/key-holders.ts";
import { maxLiveKeys } from "../../../server/database/queries/keys/keys.ts";
import type { TwoProcesses } from "./two-processes.ts";

export function keys({ here, elsewhere, clock, either, eventually, newShop }: TwoProcesses): void {
  describe("keys", () => {
    test("give access to their store until they are revoked, on every process within a second", async () => {
      const store = await newShop();
      const { id, key } = await here.keys.create({ storeId: store.id, label: "till" });
      const holder = { keyId: id, storeId: store.id, plan: "pro", scopes: ["storefront"] };
      for (const database of [here, elsewhere]) expect(await database.keys.holder(key)).toEqual(holder);
      expect(await elsewhere.keys.list(store.id)).toEqual([
        {
          id,
          label: "till",
          scopes: ["storefront"],
          createdAt: clock.now,
          expiresAt: null,
          lastUsedAt: null,
          revokedAt: null,
        },
      ]);
      expect(await here.keys.revoke(id)).toBe(true);
      expect(await here.keys.holder(key)).toBeUndefined();
      await eventually(async () => expect(await elsewhere.keys.holder(key)).toBeUndefined());
      expect(await elsewhere.keys.list(store.id)).toMatchObject([{ revokedAt: clock.now }]);
      expect(await here.keys.revoke("key_unknown")).toBe(false);
    });

    test("expire on time on every process", async () => {
      const store = await newShop();
      const expiresAt = clock.now + 1000;
      const { id, key } = await here.keys.create({ storeId: store.id, label: null, expiresAt });
      for (const database of [here, elsewhere]) {
        expect(await database.keys.holder(key)).toMatchObject({ keyId: id });
      }
      clock.now += 999;
      expect(await here.keys.holder(key)).toMatchObject({ keyId: id });
      clock.now += 1;
      for (const database of [here, elsewhere]) expect(await database.keys.holder(key)).toBeUndefined();
      expect(await here.keys.list(store.id)).toMatchObject([{ id, expiresAt, revokedAt: null }]);
    });

    test("record when they were last used, to the minute, whichever process saw it", async () => {
      const store = await newShop();
      const { key } = await here.keys.create({ storeId: store.id, label: null });
      const lastUse = async () => (await here.keys.list(store.id))[0]?.lastUsedAt;
      const minute = () => Math.floor(clock.now / 60_000) * 60_000;
      await here.keys.holder(key);
      expect(await lastUse()).toBeNull();
      const early = minute();
      clock.now += 120_000;
      await elsewhere.keys.holder(key);
      await elsewhere.keys.saveUsage();
      expect(await lastUse()).toBe(minute());
      // An earlier use that this process saw doesn't overwrite it.
      await here.keys.saveUsage();
      expect([await lastUse(), early]).toEqual([minute(), minute() - 120_000]);
    });

    test("are limited to 20 working ones, however many are created and rotated at once on every process", async () => {
      const { id: storeId } = await newShop();
      const { keys } = here;
      for (let n = 0; n < maxLiveKeys - 3; n++) await keys.create({ storeId, label: null });
      const old = await keys.list(storeId);
      const attempts = await Promise.allSettled([
        ...Array.from({ length: 6 }, (_, n) => either(n).keys.create({ storeId, label: null })),
        ...old
          .slice(0, 6)
          .map(({ id }, n) => either(n).keys.rotate({ id, overlapMs: 1000, expiresAt: null })),
      ]);
      const refused = attempts.flatMap((one) => (one.status === "rejected" ? one.reason.code : []));
      expect(refused).toEqual(Array(9).fill("CONFLICT"));
      const live = async () => (await keys.list(storeId)).filter((key) => isLive(key, clock.now)).length;
      expect(await live()).toBe(maxLiveKeys);
      expect(await keys.rotate({ id: old[9]?.id ?? "", overlapMs: 0, expiresAt: null })).toBeDefined();
      expect(await live()).toBe(maxLiveKeys);
    });

    test("of a store with more than 20 keep working, and can be rotated without an overlap", async () => {
      const { id: storeId } = await newShop();
      const expiresAt = clock.now + 1000;
      const create = () => here.keys.create({ storeId, label: null, expiresAt });
      const first = await create();
      for (let n = 1; n < maxLiveKeys; n++) await create();
      clock.now += 1000;
      const more = await here.keys.create({ storeId, label: null });
      clock.now -= 1000;
      for (const { key, id } of [first, more]) {
        expect(await elsewhere.keys.holder(key)).toMatchObject({ keyId: id });
      }
      await expect(create()).rejects.toMatchObject({ code: "CONFLICT" });
      const rotation = { id: first.id, overlapMs: 0, expiresAt: null };
      const rotated = await here.keys.rotate(rotation);
      expect(await here.keys.holder(rotated?.key ?? "")).toBeDefined();
      await here.keys.revoke(more.id);
      await expect(create()).rejects.toMatchObject({ code: "CONFLICT" });
    });

    test("are found by the key, live or not", async () => {
      const store = await newShop();
      const { id, key } = await here.keys.create({ storeId: store.id, label: "till" });
      await here.keys.revoke(id);
      expect(await elsewhere.keys.identify(key)).toMatchObject({
        storeId: store.id,
        record: { id, label: "till", revokedAt: clock.now },
      });
      expect(await here.keys.identify("cp_unknown")).toBeUndefined();
    });
  });
}
