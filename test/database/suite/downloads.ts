import { describe, expect, test } from "vitest";
import { newId, type TwoProcesses } from "./two-processes.ts";

export function downloads({ here, elsewhere, either, newShop }: TwoProcesses): void {
  describe("files of products and their downloads", () => {
    test("files never take up more than their store may, although processes record them at the same time", async () => {
      const { id: storeId } = await newShop();
      const file = { storeId, productId: newId("prod"), name: "tides.pdf", bytes: 2 ** 33 };
      const reserve = (n: number) => either(n).productFiles.reserve({ ...file, maxBytes: 2 ** 34 });
      const files = await Promise.all([0, 1, 2, 3, 4].map(reserve));
      expect(files.filter((one) => one !== undefined)).toHaveLength(2);
      expect(await elsewhere.productFiles.find(file)).toBeUndefined();
    });

    test("every download is counted, in whichever process", async () => {
      const line = { storeId: newId("store"), orderId: newId("order"), productId: newId("prod") };
      await Promise.all(Array.from({ length: 12 }, (_, n) => either(n).downloads.count(line)));
      expect(await here.downloads.counts(line.orderId)).toMatchObject([
        { productId: line.productId, count: 12 },
      ]);
    });

    test("an address that one process made works in the other", async () => {
      const line = { storeId: newId("store"), orderId: newId("order"), productId: newId("prod") };
      const { token } = await here.downloads.createLink(line);
      expect(await elsewhere.downloads.findLink(token)).toEqual(line);
      expect(await elsewhere.downloads.findLink(`${token}0`)).toBeUndefined();
    });
  });
}
