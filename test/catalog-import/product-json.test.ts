import { expect, test } from "vitest";
import { readProducts } from "../../server/catalog-import/read-products.ts";

const card = { reference: "card", name: "Card", type: "physical", priceInCents: 950 };

function read(value: unknown, currency = "eur") {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return readProducts("products.json", Buffer.from(text), currency);
}

test("omitted fields default to null, the store's currency, and for sale", () => {
  expect(read([card], "jpy")).toEqual({
    products: [
      {
        ...card,
        currency: "jpy",
        description: null,
        billingInterval: null,
        imageUrl: null,
        isActive: true,
        category: null,
        details: null,
        slug: null,
        group: null,
        options: [],
        images: [],
      },
    ],
    skipped: 0,
    faults: [],
    faultCount: 0,
    leftOut: [],
    offSale: [],
  });
});

test("given values are used unchanged, the currency in lower case", () => {
  const full = {
    reference: "club",
    name: "Club",
    description: "A print a month.",
    priceInCents: 1500,
    currency: "usd",
    type: "subscription",
    billingInterval: "month",
    imageUrl: "https://a.example/club.jpg",
    isActive: false,
    category: "Club",
    details: ["Numbered", "Signed"],
    slug: "club-a4",
    group: { slug: "club", name: "Club" },
    options: [{ name: "Size", value: "A4" }],
    images: [
      { url: "https://a.example/club.jpg", alt: "Prints" },
      { url: "https://a.example/drying.jpg", alt: null },
    ],
  };
  expect(read([{ ...full, currency: "USD" }]).products).toEqual([full]);
});

test("the main image is the first one, whichever of the two fields a file has", () => {
  const url = "https://a.example/card.jpg";
  const images = [{ url, alt: null }];
  for (const given of [
    { imageUrl: url },
    { images },
    { imageUrl: null, images },
    { imageUrl: url, images },
  ]) {
    expect(read([{ ...card, ...given }]).products).toEqual([
      expect.objectContaining({ imageUrl: url, images }),
    ]);
  }
});

test.for([
  ["an unknown field", { price: 9.5 }, "price is an unknown field."],
  ["a missing name", { name: undefined }, "name is missing."],
  ["an empty reference", { reference: "" }, "reference is empty."],
  ["a price with a fraction", { priceInCents: 9.5 }, "priceInCents must be of type integer."],
  ["a price as text", { priceInCents: "950" }, "priceInCents must be of type integer."],
  ["a negative price", { priceInCents: -1 }, "priceInCents is less than 0."],
  ["a price beyond the contract", { priceInCents: 100_000_000 }, "priceInCents is more than 99999999."],
  ["an unknown type", { type: "service" }, "type must be one of digital, subscription, physical."],
  [
    "an interval without a subscription",
    { billingInterval: "month" },
    "billingInterval must be null for a physical product.",
  ],
  [
    "a subscription without an interval",
    { type: "subscription" },
    "billingInterval must be month or year for a subscription.",
  ],
  ["a currency that isn't in use", { currency: "abc" }, '"abc" isn\'t a current currency code'],
  [
    "an image that isn't on the web",
    { imageUrl: "data:image/png;base64,AA" },
    "imageUrl must begin with http:// or https://.",
  ],
  [
    "a main image that isn't the first",
    { imageUrl: "https://a.example/a.jpg", images: [{ url: "https://a.example/b.jpg", alt: null }] },
    "imageUrl must be the URL of the first image.",
  ],
  [
    "a further image that isn't on the web",
    { images: ["https://a.example/a.jpg", "ftp://a.example/b.jpg"].map((url) => ({ url, alt: null })) },
    "images/1/url must begin with http:// or https://.",
  ],
  [
    "too many images",
    { images: Array(21).fill({ url: "https://a.example/a.jpg", alt: null }) },
    "images has more than 20",
  ],
  [
    "a price that can't be charged",
    { currency: "ISK", priceInCents: 50_050 },
    "priceInCents is 500.50 isk, but only multiples of 1.00 can be charged.",
  ],
  [
    "a price that can't be charged, off sale",
    { currency: "kwd", priceInCents: 1251, isActive: false },
    "priceInCents is 1.251 kwd, but only multiples of 0.010 can be charged.",
  ],
  ["an option without a value", { options: [{ name: "Size" }] }, "options/0/value is missing."],
  [
    "a NUL in an option",
    { options: [{ name: "Size", value: "A\0" }] },
    "options has a character that can't be stored",
  ],
  ["details that aren't texts", { details: [1] }, "details/0 must be of type string."],
  ["too many details", { details: Array(101).fill("d") }, "details has more than 100 entries."],
  ["a NUL", { name: "Ca\0rd" }, "name has a character that can't be stored"],
  ["half a surrogate pair", { details: ["\ud83d"] }, "details has a character that can't be stored"],
] as const)("%s is a fault", ([, change, message]) => {
  const { products, faults } = read([{ ...card, ...change }]);
  expect(products).toEqual([]);
  expect(faults).toEqual([{ line: 1, message: expect.stringContaining(message) }]);
});

test("faults are reported at the line where their product begins", () => {
  const text = `
[
  ${JSON.stringify({ ...card, name: 'a "quoted", [odd] {name}\n' })},

  { "reference": "x",
    "name": "X" }, 7,
  ${JSON.stringify(card)}
]`;
  expect(read(text).faults).toEqual([
    { line: 5, message: "priceInCents is missing." },
    { line: 5, message: "type is missing." },
    { line: 6, message: "This must be of type object." },
    { line: 7, message: 'The reference "card" is already used in line 3.' },
  ]);
});

test.for([
  ["[{]", /^This isn't JSON: .*line 1/],
  ['{"products": []}', "The JSON must be an array of products."],
  ["[]", "The file contains no products."],
  ["null", "The JSON must be an array of products."],
] as const)("%s is refused", ([text, message]) => {
  expect(() => read(text)).toThrow(message);
});

test("slugs become parts of a URL, and one without letters and digits is a fault", () => {
  const group = { slug: "Tides & more", name: "Tides" };
  const { products } = read([{ ...card, slug: "a b/C", group }]);
  expect(products).toMatchObject([{ slug: "a-b-c", group: { slug: "tides-more" } }]);
  expect(read([{ ...card, slug: ".." }]).faults).toMatchObject([
    { message: expect.stringContaining("part of a URL") },
  ]);
});
