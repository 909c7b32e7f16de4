import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importProducts } from "../../server/catalog-import/import-products.ts";
import { readProducts } from "../../server/catalog-import/read-products.ts";
import type { Database } from "../../server/database/database.ts";
import type { ProductInput } from "../../server/database/queries/products/products.ts";
import type { Store } from "../../server/database/queries/stores.ts";
import { exportedProducts, productRows, productsCsv } from "../../server/merchants/products/products-csv.ts";
import type { ExportedProduct } from "../../server/merchants/products/shopify-rows.ts";
import { cartWith, paymentPage } from "../helpers/shopping.ts";
import { blankProduct, sampleProducts, startWorld, type World } from "../helpers/world.ts";

/** Real exports, which aren't ours to copy into the project. */
const catalogs = process.env.CATALOGS ?? fileURLToPath(new URL("../../../shared/catalogs", import.meta.url));

let world: World;
let database: Database;
beforeAll(async () => {
  world = await startWorld();
  ({ database } = world.services);
});
afterAll(() => world.close());

let stores = 0;
async function emptyStore(currency = "eur"): Promise<Store> {
  const store = await database.stores.create({ slug: `empty-${++stores}`, name: "Empty", currency });
  if (!store) throw new Error("The slug is taken.");
  return store;
}

async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const part of parts) text += part;
  return text;
}

const exportOf = (store: Store) =>
  textOf(productsCsv(productRows(exportedProducts(database, store.id), store)));

/** What the merchant says about the products, in their order. */
async function contentOf({ id }: Store): Promise<object[]> {
  return (await database.products.listAll(id)).map(({ _id, storeId, ...product }) => product);
}

/** The rows of the export of a store, of which an import into an empty store gives the same products. */
async function exportedAndImported(store: Store): Promise<Record<string, string>[]> {
  const csv = await exportOf(store);
  const other = await emptyStore(store.currency);
  const result = await importProducts(database, other, { name: "products.csv", bytes: Buffer.from(csv) });
  expect(result).toMatchObject({ leftOut: [], offSale: [] });
  expect(await contentOf(other)).toEqual(await contentOf(store));
  return parse(csv, { columns: true });
}

async function storeWith(inputs: ProductInput[], currency = "eur"): Promise<Store> {
  const store = await emptyStore(currency);
  await database.products.import(store.id, inputs);
  return store;
}

const card: ProductInput = {
  ...blankProduct,
  reference: "card",
  name: "Card",
  priceInCents: 950,
  type: "physical",
  slug: "card",
};

const variant = (size: string, change: Partial<ProductInput> = {}): ProductInput => ({
  ...card,
  reference: `print/${size}`,
  name: `Print – ${size}`,
  slug: `print--${size.toLowerCase()}`,
  group: { slug: "print", name: "Print" },
  options: [{ name: "Size", value: size }],
  details: [`Size: ${size}`],
  ...change,
});

describe("exporting and importing into an empty store gives the same products:", () => {
  test("one of every kind, of which Shopify's columns can't say all", async () => {
    await exportedAndImported(await storeWith(sampleProducts));
  });

  test.each<[string, Partial<ProductInput>]>([
    ["commas, quotes and line breaks", { name: 'Card, "A5"', description: 'One,\ntwo "three".\n\nFour' }],
    ["control characters", { name: "A\t\u001b[31mB\u200f", sku: "\u2028", description: "a\u0085b" }],
    ["carriage returns", { name: "Card\r\nA5", description: "One\r\ntwo" }],
    ["HTML", { name: "<b>Card</b>", description: "<p>a &amp; b</p> & <script>1 < 2</script>" }],
    ["spaces that HTML doesn't keep", { description: "  a   b\u00a0c \n\n\n\n d\te " }],
    ["other scripts", { name: "カード 🐚 Ünï", description: "Γειά\nسلام", category: "Îles & Co" }],
    ["spaces around texts", { name: " Card ", sku: " C-1 ", category: " Cards " }],
    ["formulas", { name: "=1+1", sku: "-C", category: "@here", description: "- one\n- two\n;=3" }],
    ["apostrophes", { name: "'=1", sku: "'-C", category: "''", description: "'=a" }],
    ["a SKU, a weight and a former price", { sku: "C-1", weightInGrams: 420, compareAtPriceInCents: 1200 }],
    ["a weight and a former price of 0", { weightInGrams: 0, compareAtPriceInCents: 0, priceInCents: 0 }],
    ["no stock", { stock: 0 }],
    ["some stock", { stock: 12 }],
    ["uncounted stock", { stock: null }],
    ["off sale", { isActive: false }],
    ["a digital product", { type: "digital" }],
    ["a subscription", { type: "subscription", billingInterval: "year" }],
    [
      "a subscription with a trial that is shipped",
      { type: "subscription", billingInterval: "month", trialDays: 14, requiresShipping: true },
    ],
    ["a tax code", { taxCode: "txcd_00000000" }],
    ["details", { details: ["Cotton paper", "=A5"] }],
    ["options without a group", { options: [{ name: "Size", value: "A5" }] }],
    ["a group without options", { group: { slug: "cards", name: "Cards" } }],
    ["no slug", { slug: null }],
    ["another slug and reference", { slug: "Card_a.b", reference: "SKU 1/2%2F" }],
    ["a reference of the API", { reference: "prod_13kn67z0xzv9qk2nqg90wek8r3" }],
    ["Shopify's default title", { options: [{ name: "Title", value: "Default Title" }] }],
    ["a category with a taxonomy's separator", { category: "Home > Cards" }],
    [
      "images, texts and an address that a browser would write otherwise",
      {
        imageUrl: "https://cdn.example.com",
        images: [
          { url: "https://cdn.example.com", alt: "Front" },
          { url: "https://cdn.example.com/b.jpg?size=1%2C5", alt: null },
          { url: "https://cdn.example.com/c.jpg", alt: "=c" },
        ],
      },
    ],
    [
      "20 images",
      {
        imageUrl: "https://cdn.example.com/0.jpg",
        images: Array.from({ length: 20 }, (_, n) => ({
          url: `https://cdn.example.com/${n}.jpg`,
          alt: null,
        })),
      },
    ],
  ])("%s", async (_, change) => {
    await exportedAndImported(await storeWith([{ ...card, ...change }]));
  });

  test("slugs of earlier versions that can't be a part of a URL, as ones that can", async () => {
    const csv = await exportOf(await storeWith([{ ...card, slug: "Card/a b", reference: "SKU 1" }]));
    const other = await emptyStore();
    await importProducts(database, other, { name: "products.csv", bytes: Buffer.from(csv) });
    expect(await contentOf(other)).toMatchObject([{ slug: "card-a-b" }]);
  });

  test("variants with three options, in one product of Shopify's", async () => {
    const options = (size: string, colour: string, paper: string) => [
      { name: "Size", value: size },
      { name: "Colour", value: colour },
      { name: "Paper, g/m²", value: paper },
    ];
    const all = ["A4", "A3"].flatMap((size) =>
      ["Red/Blue", "Sea; grey"].flatMap((colour) =>
        ["120", "300%"].map((paper): ProductInput => {
          const values = [size, colour, paper];
          return {
            ...card,
            reference: `print/${values.map((value) => value.replaceAll("%", "%25").replaceAll("/", "%2F")).join("/")}`,
            name: `Print – ${values.join(" / ")}`,
            slug: `print--${size}-${colour}-${paper}`.toLowerCase().replaceAll(/[^a-z0-9-]+/g, "-"),
            group: { slug: "print", name: "Print" },
            options: options(size, colour, paper),
            stock: values.indexOf("A3") < 0 ? 1 : 0,
          };
        }),
      ),
    );
    const rows = await exportedAndImported(await storeWith(all));
    expect(rows.map((row) => row.Handle)).toEqual(all.map(() => "print"));
    expect(rows[0]).toMatchObject({ Title: "Print", "Option3 Name": "Paper, g/m²", "Option3 Value": "120" });
    expect(rows[1]?.Title).toBe("");
  });

  test("variants that differ in more than Shopify's variants can, and the same options twice", async () => {
    await exportedAndImported(
      await storeWith([
        variant("A4", { description: "Small.", stock: 3 }),
        variant("A3", { isActive: false, category: "Large", type: "digital" }),
        variant("A2", {
          options: [{ name: "Format", value: "A2" }],
          group: { slug: "print", name: "Prints" },
        }),
        variant("A1", { options: Array.from({ length: 5 }, (_, n) => ({ name: `${n}`, value: "A1" })) }),
        variant("A4", { reference: "again", slug: "again" }),
        { ...card, slug: "print", reference: "print" },
        variant("A0", { name: "Wall" }),
      ]),
    );
  });

  test("variants' images: the product's, each beginning with its own", async () => {
    const [a, b, c] = ["a", "b", "c"].map((name) => ({
      url: `https://cdn.example.com/${name}.jpg`,
      alt: name,
    }));
    if (!a || !b || !c) throw new Error("There are three images.");
    const withImages = (size: string, images: ProductInput["images"]) =>
      variant(size, { images, imageUrl: images[0]?.url ?? null });
    const rows = await exportedAndImported(
      await storeWith([
        withImages("A4", [b, a, c]),
        withImages("A3", [c, a, b]),
        withImages("A2", [a, b, c]),
      ]),
    );
    expect(rows.map((row) => [row["Image Src"], row["Variant Image"], row.Counterpart])).toEqual([
      [a.url, b.url, ""],
      [b.url, c.url, ""],
      [c.url, "", ""],
    ]);
    await exportedAndImported(
      await storeWith([withImages("A4", [a]), withImages("A3", [b]), withImages("A2", [])]),
    );
  });

  test("the order, also of variants that other products separate", async () => {
    await exportedAndImported(
      await storeWith([variant("A4"), card, variant("A3"), { ...card, reference: "pen", slug: "pen" }]),
    );
  });

  test("prices in a currency without decimals, and in another one than the store's", async () => {
    await exportedAndImported(await storeWith([{ ...card, currency: "jpy", priceInCents: 1500 }], "jpy"));
    await exportedAndImported(await storeWith([{ ...card, currency: "jpy", priceInCents: 1500 }], "eur"));
  });

  test("more than a page", async () => {
    const many = Array.from({ length: 1203 }, (_, n) =>
      variant(`S${n % 7}`, { reference: `r${n}`, slug: `s${n}` }),
    );
    await exportedAndImported(await storeWith(many));
  });

  const isThere = existsSync(catalogs);
  test.skipIf(!isThere)("real catalogs, from ../shared/catalogs", async () => {
    for (const name of (await readdir(catalogs)).filter((one) => one.endsWith(".csv"))) {
      const store = await emptyStore();
      await importProducts(database, store, { name, bytes: await readFile(path.join(catalogs, name)) });
      const rows = await exportedAndImported(store);
      expect(rows.map((row) => row.Counterpart).join("")).toBe("");
    }
  });

  test("any products", async () => {
    const text = fc.string({
      unit: fc.constantFrom(...("ab =-'\";,\n\t<&é🐚•/%".match(/./gsu) ?? [])),
      minLength: 1,
    });
    const image = fc.record({
      url: fc.constantFrom("a", "b", "c").map((name) => `https://cdn.example.com/${name}.jpg`),
      alt: fc.option(fc.constantFrom("x", "y")),
    });
    const anyProduct = fc.record({
      name: text,
      description: fc.option(text),
      isActive: fc.boolean(),
      type: fc.constantFrom("physical" as const, "digital" as const),
      category: fc.option(text),
      details: fc.option(fc.array(text, { maxLength: 3 })),
      slug: fc.constant(null),
      group: fc.option(fc.record({ slug: fc.constantFrom("a", "b", "A.b"), name: text })),
      options: fc.array(fc.record({ name: text, value: text }), { maxLength: 4 }),
      images: fc.uniqueArray(image, { maxLength: 3, selector: ({ url }) => url }),
      sku: fc.option(text),
      weightInGrams: fc.option(fc.nat({ max: 900 })),
      compareAtPriceInCents: fc.option(fc.nat({ max: 900 })),
      stock: fc.option(fc.nat({ max: 9 })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyProduct, { minLength: 1, maxLength: 6 }), async (given) => {
        const products = given.map(
          (one, n): ExportedProduct => ({
            ...card,
            ...one,
            imageUrl: one.images[0]?.url ?? null,
            reference: `r${n}`,
          }),
        );
        const pages = async function* () {
          yield products;
        };
        const csv = await textOf(productsCsv(productRows(pages(), { currency: "eur" })));
        const read = readProducts("products.csv", Buffer.from(csv), "eur");
        expect(read.faults).toEqual([]);
        expect(read.products).toEqual(products);
      }),
      { numRuns: 300 },
    );
  });
});

test("pages are read one by one, as their rows are written", async () => {
  let read = 0;
  const pages = async function* () {
    for (; read < 100; read++) yield [{ ...card, reference: `r${read}`, slug: `s${read}`, stock: null }];
  };
  let written = 0;
  for await (const text of productsCsv(productRows(pages(), { currency: "eur" }))) {
    written += text.split("\r\n").length - 1;
    // The header, and the last product, which the next page may continue.
    expect(read - written).toBeLessThanOrEqual(1);
  }
  expect([read, written]).toEqual([100, 101]);
});

test("importing an export again changes nothing", async () => {
  const store = await storeWith([...sampleProducts, variant("A4", { stock: 2 }), variant("A3")]);
  const csv = Buffer.from(await exportOf(store));
  const again = await importProducts(database, store, { name: "p.csv", bytes: csv }, { changesStock: true });
  expect(again).toMatchObject({ created: 0, updated: 0 });
});

test("the stock includes what open checkouts hold, as an import sets it", async () => {
  const merchant = await world.merchant({}, [{ ...card, stock: 5 }]);
  await paymentPage(merchant, await cartWith(merchant, { card: 2 }));
  const [row] = parse(await exportOf(merchant.store), { columns: true }) as Record<string, string>[];
  expect(row?.["Variant Inventory Qty"]).toBe("5");
});

test("Shopify's columns say what it needs: a policy, units, the default title, one handle per product", async () => {
  const [first, second] = await exportedAndImported(
    await storeWith([
      {
        ...card,
        stock: 3,
        weightInGrams: 20,
        compareAtPriceInCents: 1200,
        sku: "C-1",
        description: "A & b\n\nc",
      },
      { ...card, reference: "other", slug: "other", isActive: false },
    ]),
  );
  expect(first).toMatchObject({
    Handle: "card",
    "Body (HTML)": "<p>A &amp; b</p><p>c</p>",
    Published: "true",
    Status: "active",
    "Option1 Name": "Title",
    "Option1 Value": "Default Title",
    "Variant SKU": "C-1",
    "Variant Grams": "20",
    "Variant Weight Unit": "g",
    "Variant Inventory Tracker": "shopify",
    "Variant Inventory Qty": "3",
    "Variant Inventory Policy": "deny",
    "Variant Price": "9.50",
    "Variant Compare At Price": "12.00",
    "Variant Requires Shipping": "true",
    Counterpart: "",
  });
  expect(second).toMatchObject({
    ...{ Handle: "other", Published: "false", Status: "draft", "Variant Inventory Policy": "continue" },
  });
});

test("a last column that isn't ours is a fault with its line, and nothing is imported", async () => {
  const store = await emptyStore();
  for (const [cell, fault] of [
    ["x", "Counterpart is"],
    ['"{""colour"":1}"', "colour is an unknown field"],
    ['"{""isActive"":1}"', "isActive must be of type boolean"],
  ]) {
    const bytes = Buffer.from(`Handle,Title,Variant Price,Counterpart\ncard,Card,1,${cell}`);
    const refused = importProducts(database, store, { name: "p.csv", bytes });
    await expect(refused).rejects.toMatchObject({
      faults: [{ line: 2, message: expect.stringContaining(fault ?? "") }],
    });
  }
  expect(await contentOf(store)).toEqual([]);
});

test("goes on behind the last product of a page that is deleted meanwhile", async () => {
  const inputs = Array.from({ length: 502 }, (_, n) => ({ ...card, slug: null, reference: `r${n}` }));
  const store = await storeWith(inputs);
  const references: string[] = [];
  for await (const page of exportedProducts(database, store.id)) {
    references.push(...page.map(({ reference }) => reference));
    const product = page.at(-1)?._id ?? "";
    if (references.length === 500)
      await database.managedProducts.delete({ storeId: store.id, product }, () => {});
  }
  expect(references).toEqual(inputs.map(({ reference }) => reference));
});
