import { describe, expect, test } from "vitest";
import type { Database } from "../../../server/database/database.ts";
import { cartLifetimeMs } from "../../../server/domain/cart.ts";
import type { TwoProcesses } from "./two-processes.ts";

export function carts({ here, elsewhere, clock, either }: TwoProcesses): void {
  describe("carts", () => {
    const more = (productId: string) => (lines: { productId: string; quantity: number }[]) => {
      const { quantity = 0 } = lines.find((line) => line.productId === productId) ?? {};
      return [...lines.filter((line) => line.productId !== productId), { productId, quantity: quantity + 1 }];
    };

    test("are found and changed only by their own store", async () => {
      const cart = await here.carts.create("store_1", "eur");
      const address = { storeId: "store_1", cartId: cart.id };
      expect(await elsewhere.carts.find(address)).toEqual(cart);
      const changed = await elsewhere.carts.change(address, more("prod_1"));
      expect(changed).toEqual({ ...cart, lines: [{ productId: "prod_1", quantity: 1 }] });
      expect(await here.carts.find(address)).toEqual(changed);
      for (const wrong of [
        { storeId: "store_2", cartId: cart.id },
        { storeId: "store_1", cartId: "cart_unknown" },
        { storeId: "store_1", cartId: "\0" },
      ]) {
        expect(await here.carts.find(wrong)).toBeUndefined();
        expect(await here.carts.change(wrong, more("prod_1"))).toBeUndefined();
      }
      expect(await here.carts.find(address)).toEqual(changed);
    });

    test("are returned up to date, frozen, and as the same object until they change", async () => {
      const { id: cartId } = await here.carts.create("store_1", "eur");
      const address = { storeId: "store_1", cartId };
      const empty = await here.carts.find(address);
      expect(Object.isFrozen(empty) && Object.isFrozen(empty?.lines)).toBe(true);
      expect(await here.carts.find(address)).toBe(empty);
      const changed = await elsewhere.carts.change(address, more("prod_1"));
      expect(await here.carts.find(address)).toEqual(changed);
      expect(await here.carts.find(address)).not.toBe(empty);
    });

    test("belong only to their store when many are read at once", async () => {
      const carts = await Promise.all(Array.from({ length: 3 }, () => here.carts.create("store_1", "eur")));
      const findAll = (storeId: string) =>
        carts.map(({ id: cartId }) => here.carts.find({ storeId, cartId }));
      const found = await Promise.all([...findAll("store_2"), ...findAll("store_1")]);
      expect(found).toEqual([undefined, undefined, undefined, ...carts]);
    });

    test("count each of 50 concurrent changes by two processes", async () => {
      const cart = await here.carts.create("store_1", "eur");
      const address = { storeId: "store_1", cartId: cart.id };
      await Promise.all(
        Array.from({ length: 50 }, (_, n) => either(n).carts.change(address, more(`prod_${n % 3}`))),
      );
      const lines = (await here.carts.find(address))?.lines ?? [];
      expect(lines.map(({ quantity }) => quantity).sort()).toEqual([16, 17, 17]);
    });

    test("count each concurrent change of many carts by two processes, in any order", async () => {
      const carts = await Promise.all(Array.from({ length: 20 }, () => here.carts.create("store_1", "eur")));
      const changeAll = (process: Database, order: typeof carts) =>
        order.map(({ storeId, id: cartId }) => process.carts.change({ storeId, cartId }, more("prod_1")));
      for (let round = 0; round < 3; round++) {
        await Promise.all([...changeAll(here, carts), ...changeAll(elsewhere, carts.toReversed())]);
      }
      const changed = await Promise.all(
        carts.map(({ storeId, id: cartId }) => here.carts.find({ storeId, cartId })),
      );
      for (const cart of changed) expect(cart?.lines).toEqual([{ productId: "prod_1", quantity: 6 }]);
    });

    test("aren't changed when a change is refused", async () => {
      const { id: cartId } = await here.carts.create("store_1", "eur");
      const address = { storeId: "store_1", cartId };
      const refuse = () => {
        throw new Error("Too many.");
      };
      await expect(here.carts.change(address, refuse)).rejects.toThrow("Too many.");
      expect((await here.carts.find(address))?.lines).toEqual([]);
    });

    test("expire 30 days after their last change, and are deleted", async () => {
      const start = clock.now;
      const [kept, left] = [
        await here.carts.create("store_1", "eur"),
        await here.carts.create("store_1", "eur"),
      ];
      clock.now = start + cartLifetimeMs / 2;
      await here.carts.change({ storeId: "store_1", cartId: kept.id }, more("prod_1"));
      expect(await here.carts.find({ storeId: "store_1", cartId: left.id })).toEqual(left);
      clock.now = start + cartLifetimeMs + 1;
      expect(await here.carts.find({ storeId: "store_1", cartId: left.id })).toBeUndefined();
      expect(
        await here.carts.change({ storeId: "store_1", cartId: left.id }, more("prod_1")),
      ).toBeUndefined();
      const clear = ({ retention }: Database, limit: number) =>
        retention.deleteOld("carts", { now: clock.now, limit });
      expect(await clear(here, 1)).toBe(1);
      const cleared = await Promise.all([clear(here, 1000), clear(elsewhere, 1000)]);
      expect(cleared[0] + cleared[1]).toBeGreaterThan(0);
      expect(await clear(here, 1000)).toBe(0);
      expect(await here.carts.find({ storeId: "store_1", cartId: kept.id })).toBeDefined();
    });
  });
}
