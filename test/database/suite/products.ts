import { describe, expect, test } from "vitest";
import type { ProductInput } from "../../../server/database/queries/products/products.ts";
import { readCatalog } from "../../helpers/data/read-catalog.ts";
import { sampleProducts } from "../../helpers/world.ts";
import type { TwoProcesses } from "./two-processes.ts";

export function products({ here, elsewhere, eventually, newShop }: TwoProcesses): void {
  describe("products", () => {
    test("are imported, found and listed as the merchant gave them", async () => {
      const { id: storeId } = await newShop();
      const inputs = sampleProducts.map((product) => ({ ...product, details: ["30 × 40 cm", "Größe"] }));
      const all = { created: inputs.length, updated: 0, unchanged: 0 };
      expect(await here.products.import(storeId, inputs)).toEqual(all);
      const listed = await elsewhere.products.listAll(storeId);
      const codes = {
        sku: null,
        weightInGrams: null,
        compareAtPriceInCents: null,
        trialDays: null,
        taxCode: null,
      };
      expect(
        listed.map(({ _id, storeId: _, stock: __, quantity: ___, reserved: ____, ...input }) => input),
      ).toEqual(
        inputs.map((input) => ({
          ...input,
          ...codes,
          requiresShipping: input.type === "subscription" ? false : null,
        })),
      );
      const active = (await readCatalog(elsewhere, storeId))?.products;
      expect(active?.map(({ name }) => name)).toEqual(
        inputs.filter(({ isActive }) => isActive).map(({ name }) => name),
      );
      const ids = listed.map(({ _id }) => _id);
      const found = await here.products.findMany({ storeId, productIds: [...ids, "prod_unknown"] });
      expect([...found.keys()]).toEqual(ids);
      const productId = ids[0] ?? "";
      expect(await here.products.find({ storeId, productId })).toEqual(found.get(productId));
      expect(await here.products.find({ storeId: "store_other", productId })).toBeUndefined();
    });

    test("keep their groups, options and images, and a slug that no other product of the store has", async () => {
      const { id: storeId } = await newShop();
      const [poster, notebook] = sampleProducts as [ProductInput, ProductInput];
      const variant: ProductInput = {
        ...poster,
        slug: "poster--a4",
        group: { slug: "poster", name: "Poster" },
        options: [{ name: "Größe", value: "A4" }],
        imageUrl: "https://a.example/1.jpg",
        images: [{ url: "https://a.example/1.jpg", alt: "“Ægir” 🛥" }],
      };
      await here.products.import(storeId, [variant]);
      const [stored] = await elsewhere.products.listAll(storeId);
      expect(stored).toMatchObject(variant);
      const counts = await here.products.import(storeId, [variant]);
      expect(counts).toEqual({ created: 0, updated: 0, unchanged: 1 });
      await expect(here.products.import(storeId, [{ ...notebook, slug: "poster--a4" }])).rejects.toThrow(
        "The products poster and notebook would both have the slug poster--a4.",
      );
      expect(await here.products.listAll(storeId)).toHaveLength(1);
      const other = await newShop();
      await here.products.import(other.id, [variant]);
    });

    test("change on every process within a second, in the catalog too", async () => {
      const { id: storeId } = await newShop();
      await here.products.import(storeId, sampleProducts.slice(0, 2));
      expect(await readCatalog(elsewhere, storeId)).toMatchObject({
        products: [{ priceInCents: 2400 }, {}],
      });
      const dearer = sampleProducts.slice(0, 1).map((product) => ({ ...product, priceInCents: 2 ** 40 }));
      expect(await here.products.import(storeId, dearer)).toEqual({ created: 0, updated: 1, unchanged: 0 });
      await eventually(async () =>
        expect(await readCatalog(elsewhere, storeId)).toMatchObject({
          products: [{ priceInCents: 2 ** 40 }, {}],
        }),
      );
    });

    test("are created once by two concurrent imports", async () => {
      const { id: storeId } = await newShop();
      const many = Array.from({ length: 250 }, (_, n) => ({
        ...(sampleProducts[0] as (typeof sampleProducts)[number]),
        reference: `poster-${n}`,
      }));
      const counts = await Promise.all([
        here.products.import(storeId, many),
        elsewhere.products.import(storeId, many),
      ]);
      expect(counts.map(({ created }) => created).sort()).toEqual([0, 250]);
      const listed = await here.products.listAll(storeId);
      expect(listed.map(({ reference }) => reference)).toEqual(many.map(({ reference }) => reference));
    });

    test("are imported all or not at all", async () => {
      const { id: storeId } = await newShop();
      const inputs = sampleProducts.map((product, n) =>
        // The database refuses the last one.
        n === sampleProducts.length - 1 ? { ...product, name: null as unknown as string } : product,
      );
      await expect(here.products.import(storeId, inputs)).rejects.toThrow();
      expect(await here.products.listAll(storeId)).toEqual([]);
    });
  });
}
