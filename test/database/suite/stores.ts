import { describe, expect, test } from "vitest";
import type { ProductInput } from "../../../server/database/queries/products/products.ts";
import { sampleProducts } from "../../helpers/world.ts";
import { newId, type TwoProcesses } from "./two-processes.ts";

export function stores({ here, elsewhere, eventually, newShop }: TwoProcesses): void {
  describe("stores", () => {
    test("are stored with all their fields, and changed in part", async () => {
      const slug = "quay";
      const store = await here.stores.create({
        slug,
        name: "Zoë's “Quay” 🛶",
        currency: "jpy",
        theme: { primary: "#102030" },
        templateTexts: { hero: { heading: "Grüße" } },
        isPublished: true,
      });
      expect(await elsewhere.stores.findBySlug(slug)).toEqual(store);
      expect(await elsewhere.stores.find(store?.id ?? "")).toEqual(store);
      const updated = await here.stores.update(slug, { theme: { radius: "4px" }, plan: "pro" });
      expect(updated).toEqual({ ...store, plan: "pro", theme: { ...store?.theme, radius: "4px" } });
      expect(await here.stores.findBySlug(slug)).toEqual(updated);
      expect(await here.stores.list()).toContainEqual(updated);
      expect(await here.stores.update("nowhere", { plan: "pro" })).toBeUndefined();
    });

    test("have unique slugs", async () => {
      const [one, other] = [await newShop(), await newShop()];
      expect(await here.stores.create({ slug: one.slug, name: "Again", currency: "eur" })).toBeUndefined();
      await expect(here.stores.update(other.slug, { slug: one.slug })).rejects.toMatchObject({
        code: "CONFLICT",
      });
    });

    test.each([
      ["isk", 50_050],
      ["kwd", 1251],
    ])("don't change to %s while a price in it can't be charged", async (currency, priceInCents) => {
      const { id, slug } = await newShop();
      const product = { ...sampleProducts[0], reference: "odd", name: "Odd", currency } as ProductInput;
      await here.products.import(id, [{ ...product, priceInCents }]);
      await expect(here.stores.update(slug, { currency })).rejects.toMatchObject({
        code: "CONFLICT",
        message: expect.stringContaining('"Odd" costs'),
      });
      await here.products.import(id, [{ ...product, priceInCents: 100_000 }]);
      expect(await here.stores.update(slug, { currency })).toMatchObject({ currency });
    });

    test("lose nothing when two processes change different things at once", async () => {
      const { slug } = await newShop();
      await Promise.all([
        here.stores.update(slug, { name: "Quay Press" }),
        elsewhere.stores.update(slug, { contactEmail: "ines@quay.example" }),
        here.stores.update(slug, { isPublished: true }),
        elsewhere.stores.update(slug, { theme: { primary: "#fff" } }),
      ]);
      expect(await here.stores.findBySlug(slug)).toMatchObject({
        name: "Quay Press",
        contactEmail: "ines@quay.example",
        isPublished: true,
        theme: { primary: "#fff" },
      });
    });

    test("learn from their account whether they can take payments", async () => {
      const { slug, id } = await newShop();
      const account = newId("acct");
      expect(await here.stores.usesAccount(account)).toBe(false);
      await here.stores.update(slug, { stripeAccount: account });
      expect(await here.stores.usesAccount(account)).toBe(true);
      await elsewhere.stores.setChargeable(account, true);
      await eventually(async () =>
        expect(await here.stores.find(id)).toMatchObject({ paymentsConfigured: true }),
      );
    });

    test("take no payments after a person stopped them, until an account is connected", async () => {
      const { slug, id } = await newShop();
      const account = newId("acct");
      await here.stores.update(slug, { stripeAccount: account, paymentsConfigured: true });
      await here.stores.update(slug, { paymentsConfigured: false });
      expect(await here.stores.setChargeable(account, true)).toBe(false);
      expect(await here.stores.find(id)).toMatchObject({ paymentsConfigured: false });
      // Connected, and not allowed to take charges yet.
      await here.stores.update(slug, { stripeAccount: account, paymentsConfigured: false });
      expect(await here.stores.setChargeable(account, true)).toBe(true);
      expect(await here.stores.find(id)).toMatchObject({ paymentsConfigured: true });
    });
  });
}
