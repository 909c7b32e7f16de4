import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProductInput } from "../../server/database/queries/products/products.ts";
import { createEarlierFeed } from "../../server/merchants/feeds/feed-changes.ts";
import { feedFile } from "../../server/merchants/feeds/feed-file.ts";
import {
  createFindSold,
  type FeedProduct,
  feedProducts,
} from "../../server/merchants/feeds/feed-products.ts";
import { blankProduct, type Merchant, manyProducts, startWorld, type World } from "../helpers/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const partsOf = ({ store }: Merchant) => ({
  database: world.services.database,
  store: { ...store, publicUrl: "https://counterpart.test" },
});
const feedOf = async (merchant: Merchant): Promise<FeedProduct[]> =>
  (await Readable.from(feedProducts(partsOf(merchant))).toArray()).flat();

const poster = (reference: string, changes: Partial<ProductInput> = {}): ProductInput => ({
  ...{ ...blankProduct, reference, name: "Tide Poster", priceInCents: 2400, type: "physical" },
  ...changes,
});
const size = (value: string, changes: Partial<ProductInput> = {}) =>
  poster(`poster-${value}`, {
    ...{ group: { slug: "tide-poster", name: "Tide Poster" }, options: [{ name: "Size", value }] },
    ...changes,
  });

describe("a feed", () => {
  test("has each variant that agents can buy, as a session would name and price it", async () => {
    const merchant = await world.merchant(
      { slug: "quay", name: "Quay", returnPolicyUrl: "https://quay.example/returns" },
      [
        size("A3", {
          ...{
            description: "Blue & green.",
            category: "Prints",
            compareAtPriceInCents: 3000,
            slug: "tide-a3",
          },
          images: [{ url: "https://img.example/a3.jpg", alt: "The tide" }],
        }),
        size("A4", { priceInCents: 1600, quantity: 0 }),
      ],
    );
    expect(await feedOf(merchant)).toEqual([
      {
        ...{ id: "tide-poster", title: "Tide Poster", description: { plain: "Blue & green." } },
        media: [{ type: "image", url: "https://img.example/a3.jpg", alt_text: "The tide" }],
        variants: [
          {
            ...{ id: merchant.products["poster-A3"], title: "Tide Poster – A3" },
            description: { plain: "Blue & green." },
            url: "https://counterpart.test/buy/quay/tide-a3",
            price: { amount: 2400, currency: "EUR" },
            list_price: { amount: 3000, currency: "EUR" },
            availability: { available: true, status: "in_stock" },
            categories: [{ value: "Prints", taxonomy: "merchant" }],
            variant_options: [{ name: "Size", value: "A3" }],
            media: [{ type: "image", url: "https://img.example/a3.jpg", alt_text: "The tide" }],
            seller: { name: "Quay", links: [{ type: "refund_policy", url: "https://quay.example/returns" }] },
          },
          expect.objectContaining({
            id: merchant.products["poster-A4"],
            availability: { available: false, status: "out_of_stock" },
          }),
        ],
      },
    ]);
  });

  test("has no subscriptions, nothing that is free, off sale or in another currency, and no links without pages", async () => {
    const merchant = await world.merchant({ hasProductPages: false }, [
      poster("poster", { slug: "poster", quantity: 3 }),
      poster("free", { priceInCents: 0, type: "digital" }),
      poster("off", { isActive: false }),
      poster("dollars", { currency: "usd" }),
      poster("club", { type: "subscription", billingInterval: "month" }),
    ]);
    const feed = await feedOf(merchant);
    expect(feed.map(({ id }) => id)).toEqual([merchant.products.poster]);
    expect(JSON.stringify(feed)).not.toContain("/buy/");
    expect(feed[0]?.variants[0]?.availability).toEqual({ available: true, status: "limited_stock" });
  });

  test("is complete beyond a page, with each group once and whole, wherever its variants are", async () => {
    const prints = manyProducts(230);
    const inputs = [
      ...prints.slice(0, 50),
      size("A3"),
      ...prints.slice(50, 150),
      size("A4"),
      size("A2", { isActive: false }),
      ...prints.slice(150),
      size("A5"),
    ];
    const merchant = await world.merchant({}, inputs);
    const other = await world.merchant({}, [size("A6")]);
    const feed = await feedOf(merchant);
    const variants = feed.flatMap((product) => product.variants.map(({ id }) => id));
    const sold = inputs
      .filter(({ isActive }) => isActive)
      .map(({ reference }) => merchant.products[reference]);
    expect(variants.toSorted()).toEqual(sold.toSorted());
    expect(feed[50]).toMatchObject({ id: "tide-poster", variants: [{}, {}, {}] });
    expect(feed).toHaveLength(231);
    expect(await feedOf(other)).toMatchObject([{ id: "tide-poster", variants: [{}] }]);
  });
});

test("a product that a run missed because it moved between parts isn't discontinued, nor forgotten", async () => {
  const merchant = await world.merchant({}, [...manyProducts(2), size("A3"), size("A4")]);
  const ids = merchant.products;
  const run = async (before: string, missed: (variant: string) => boolean) => {
    const earlier = createEarlierFeed();
    for (const line of before.split("\n").filter(Boolean)) earlier.add(line);
    const pushed: FeedProduct[] = [];
    const pushing = {
      ...{ earlier, record: async () => {}, push: async (some: FeedProduct[]) => void pushed.push(...some) },
      findSold: createFindSold(partsOf(merchant)),
    };
    async function* pages() {
      for await (const page of feedProducts(partsOf(merchant)))
        yield page.flatMap((product) => {
          const variants = product.variants.filter(({ id }) => !missed(id));
          return variants.length > 0 ? { ...product, variants } : [];
        });
    }
    const text = await Readable.from(feedFile(pages(), { products: 0, pushed: 0 }, pushing)).toArray();
    const none = pushed.flatMap(({ variants }) =>
      variants.filter(({ availability }) => availability?.status === "discontinued"),
    );
    return { text: text.join(""), gone: none.map(({ id }) => id) };
  };
  const withdraw = (reference: string) => {
    const input = [...manyProducts(2), size("A3"), size("A4")].find((one) => one.reference === reference);
    return world.services.database.products.import(merchant.store.id, [
      { ...input, isActive: false } as never,
    ]);
  };
  const first = await run("", () => false);
  await withdraw("print-0");
  const second = await run(first.text, (id) => id === ids["print-1"] || id === ids["poster-A4"]);
  expect(second.gone).toEqual([ids["print-0"]]);
  await withdraw("print-1");
  await withdraw("poster-A4");
  const third = await run(second.text, () => false);
  expect(third.gone.toSorted()).toEqual([ids["print-1"], ids["poster-A4"]].toSorted());
});
