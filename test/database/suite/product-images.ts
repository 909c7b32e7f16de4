import { describe, expect, test } from "vitest";
import type { ProductInput } from "../../../server/database/queries/products/products.ts";
import { retentionMs } from "../../../server/domain/retention.ts";
import { sampleProducts } from "../../helpers/world.ts";
import { newId, type TwoProcesses } from "./two-processes.ts";

export function productImages({ here, elsewhere, either, clock, newShop }: TwoProcesses): void {
  describe("images of products", () => {
    const newImage = (storeId: string, changes = {}) => ({
      ...{ storeId, size: 1000, maxBytes: 2500 },
      hash: Buffer.from(newId("hash")).toString("hex").padEnd(64, "0"),
      ...changes,
    });

    test("have one name per content and store, whichever process records them", async () => {
      const [{ id }, { id: otherId }] = [await newShop(), await newShop()];
      const image = newImage(id);
      const names = await Promise.all([0, 1, 2, 3].map((n) => either(n).productImages.reserve(image)));
      expect(new Set(names).size).toBe(1);
      expect(names[0]).toMatch(new RegExp(`^${image.hash.slice(0, 24)}[0-9a-z]{8}$`));
      const ofOther = await elsewhere.productImages.reserve({ ...image, storeId: otherId });
      expect(ofOther).not.toBe(names[0]);
      expect(await here.productImages.storeIds()).toEqual(expect.arrayContaining([id, otherId]));
    });

    test("never take up more than their store may, although processes record them at the same time", async () => {
      const { id } = await newShop();
      const images = Array.from({ length: 6 }, () => newImage(id));
      const names = await Promise.all(images.map((image, n) => either(n).productImages.reserve(image)));
      expect(names.filter((name) => name !== undefined)).toHaveLength(2);
      expect(await here.productImages.reserve(newImage(id, { size: 501 }))).toBeUndefined();
      expect(await here.productImages.reserve(newImage(id, { size: 500 }))).toBeDefined();
    });

    test("are unused once no product has had them for a week", async () => {
      const { id, slug } = await newShop();
      const reserve = async () => (await here.productImages.reserve(newImage(id))) ?? "";
      const [used, unused] = [await reserve(), await reserve()];
      const url = `https://shop.example/images/${id}/${used}-1280.webp`;
      const elsewhereUrl = `https://shop.example/images/store_0/${unused}-1280.webp`;
      const product = (reference: string, images: ProductInput["images"]): ProductInput => ({
        ...(sampleProducts[0] as ProductInput),
        ...{ reference, imageUrl: images[0]?.url ?? null, images },
      });
      const fillers = Array.from({ length: 501 }, (_, n) => product(`filler-${n}`, []));
      await here.products.import(id, [...fillers, product("last", [{ url, alt: null }])]);
      await here.stores.update(slug, { logoUrl: elsewhereUrl });
      expect(await here.productImages.findUnused(id)).toEqual([]);
      clock.now += retentionMs.unusedImages - 1;
      expect(await elsewhere.productImages.findUnused(id)).toEqual([]);
      clock.now += 1;
      expect(await elsewhere.productImages.findUnused(id)).toEqual([unused]);
      await elsewhere.productImages.forget({ storeId: id, name: unused });
      expect(await here.productImages.findUnused(id)).toEqual([]);
    });

    test("that are about to be removed aren't reused", async () => {
      const { id } = await newShop();
      const image = newImage(id);
      const name = await here.productImages.reserve(image);
      await here.productImages.findUnused(id);
      clock.now += retentionMs.unusedImages / 2 - 1;
      expect(await here.productImages.reserve(image)).toBe(name);
      await here.productImages.findUnused(id);
      clock.now += retentionMs.unusedImages / 2;
      expect(await here.productImages.reserve(image)).not.toBe(name);
    });
  });
}
