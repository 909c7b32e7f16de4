import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readProducts } from "../../server/catalog-import/read-products.ts";
import { cpuGrowth } from "../helpers/cpu-growth.ts";

type Cells = Record<string, string>;

/** A file with these rows, its header the columns of all of them. */
function csv(
  rows: Cells[],
  { lineBreak = "\n", columns = ["Handle", "Title", "Variant Price"] } = {},
): string {
  const header = [...new Set([...columns, ...rows.flatMap((row) => Object.keys(row))])];
  const lines = [header, ...rows.map((row) => header.map((column) => row[column] ?? ""))];
  return lines.map((line) => line.map(quoted).join(",") + lineBreak).join("");
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function read(rows: Cells[] | string, currency = "eur") {
  return readProducts("products.csv", Buffer.from(typeof rows === "string" ? rows : csv(rows)), currency);
}

/** The one product of a file. */
function only(...rows: Cells[]) {
  const { products, faults } = read(rows);
  expect(faults).toEqual([]);
  expect(products).toHaveLength(1);
  return products[0];
}

const card = { Handle: "card", Title: "Card", "Variant Price": "9.50" };

describe("a variant", () => {
  test("becomes a product with a name, details and a reference of its options", () => {
    const size = { "Option1 Name": "Size", "Option2 Name": "Colour" };
    const { products } = read([
      {
        ...card,
        ...size,
        "Option1 Value": "Small",
        "Option2 Value": "Red",
        "Body (HTML)": "<p>Soft.</p>",
        Type: "Cards",
      },
      { Handle: "card", "Variant Price": "12", "Option1 Value": "Large", "Option2 Value": "Red" },
    ]);
    const shared = {
      description: "Soft.",
      currency: "eur",
      type: "physical",
      billingInterval: null,
      imageUrl: null,
      isActive: true,
      category: "Cards",
      group: { slug: "card", name: "Card" },
      images: [],
    };
    expect(products).toEqual([
      {
        ...shared,
        reference: "card/Small/Red",
        name: "Card – Small / Red",
        priceInCents: 950,
        details: ["Size: Small", "Colour: Red"],
        slug: "card--small-red",
        options: [
          { name: "Size", value: "Small" },
          { name: "Colour", value: "Red" },
        ],
      },
      {
        ...shared,
        reference: "card/Large/Red",
        name: "Card – Large / Red",
        priceInCents: 1200,
        details: ["Size: Large", "Colour: Red"],
        slug: "card--large-red",
        options: [
          { name: "Size", value: "Large" },
          { name: "Colour", value: "Red" },
        ],
      },
    ]);
  });

  test("called Default Title adds nothing", () => {
    const product = only({ ...card, "Option1 Name": "Title", "Option1 Value": "Default Title" });
    expect(product).toMatchObject({ reference: "card", name: "Card", details: null });
    expect(product).toMatchObject({ slug: "card", group: null, options: [] });
  });

  test("has its own slug when its options differ only in characters that URLs leave out", () => {
    const { products } = read([
      { ...card, "Option1 Value": "A/4" },
      { Handle: "card", "Variant Price": "17", "Option1 Value": "A 4" },
      { Handle: "card-a", Title: "Other", "Variant Price": "17", "Option1 Value": "4" },
    ]);
    expect(products.map(({ slug }) => slug)).toEqual(["card--a-4", "card--a-4--2", "card-a--4"]);
    expect(products.map(({ options }) => options[0]?.name)).toEqual(["Option 1", "Option 1", "Option 1"]);
  });

  test("is identified by its options, even if its SKU and the order change", () => {
    const six = { ...card, "Option1 Name": "Set", "Option1 Value": "Six" };
    const twelve = { Handle: "card", "Variant Price": "17", "Option1 Value": "Twelve" };
    const references = (rows: Cells[]) => read(rows).products.map(({ reference }) => reference);
    const before = references([
      { ...six, "Variant SKU": "A" },
      { ...twelve, "Variant SKU": "A" },
    ]);
    expect(before).toEqual(["card/Six", "card/Twelve"]);
    expect(references([six, { ...twelve, "Variant SKU": "B" }])).toEqual(before);
    expect(references([twelve, six]).toSorted()).toEqual(before);
  });

  test("has a distinct reference when an option contains a slash", () => {
    const { products, faults } = read([
      { ...card, "Option1 Value": "1/2", "Option2 Value": "3" },
      { Handle: "card", "Variant Price": "1", "Option1 Value": "1", "Option2 Value": "2/3" },
    ]);
    expect(faults).toEqual([]);
    expect(products.map(({ reference }) => reference)).toEqual(["card/1%2F2/3", "card/1/2%2F3"]);
  });

  test("is refused when another row has its handle and options", () => {
    expect(read([card, { ...card, Title: "" }]).faults).toEqual([
      { line: 3, message: "The row repeats the handle and options of line 2." },
    ]);
  });

  test("may be separated from the other rows of its handle", () => {
    const other = { Handle: "pen", Title: "Pen", "Variant Price": "3" };
    const { products } = read([
      { ...card, "Option1 Value": "Six" },
      other,
      { Handle: "Card", "Option1 Value": "Twelve", "Variant Price": "17" },
    ]);
    expect(products.map(({ name }) => name)).toEqual(["Card – Six", "Card – Twelve", "Pen"]);
  });
});

describe("the type", () => {
  test("is physical unless nothing is shipped or it is a gift card", () => {
    const shipping = (cells: Cells) => only({ ...card, ...cells })?.type;
    expect(shipping({})).toBe("physical");
    expect(shipping({ "Variant Requires Shipping": "true" })).toBe("physical");
    expect(shipping({ "Variant Requires Shipping": "" })).toBe("physical");
    expect(shipping({ "Variant Requires Shipping": "FALSE" })).toBe("digital");
    expect(shipping({ "Variant Requires Shipping": "true", "Gift Card": "true" })).toBe("digital");
  });
});

describe("isActive", () => {
  test("is true unless the product is hidden, a draft, archived or unlisted", () => {
    const isActive = (cells: Cells) => only({ ...card, ...cells })?.isActive;
    expect(isActive({})).toBe(true);
    expect(isActive({ Published: "true", Status: "active" })).toBe(true);
    expect(isActive({ Published: "", Status: "Active" })).toBe(true);
    expect(isActive({ Published: "false", Status: "active" })).toBe(false);
    for (const Status of ["draft", "archived", "Unlisted"])
      expect(isActive({ Published: "true", Status })).toBe(false);
  });

  test("of all variants comes from the row with the title", () => {
    const { products } = read([
      { ...card, "Option1 Value": "Six", Published: "false" },
      { Handle: "card", "Option1 Value": "Twelve", "Variant Price": "17" },
    ]);
    expect(products.map(({ isActive }) => isActive)).toEqual([false, false]);
  });
});

describe("the stock", () => {
  const inventory = (tracker: string, quantity: string, policy: string) => ({
    "Variant Inventory Tracker": tracker,
    "Variant Inventory Qty": quantity,
    "Variant Inventory Policy": policy,
  });

  test.for([
    ["shopify", "4", "deny", 4],
    ["shopify", "0", "Deny", 0],
    ["shopify", "-3", "deny", 0],
    ["amazon_marketplace_web", "7", "deny", 7],
    ["shopify", "4", "continue", null],
    ["", "4", "deny", null],
    ["shopify", "", "deny", undefined],
  ] as const)(
    "with the tracker %j, %j left and the policy %s is %j",
    ([tracker, quantity, policy, stock]) => {
      const { products, offSale } = read([{ ...card, ...inventory(tracker, quantity, policy) }]);
      expect(products[0]?.stock).toBe(stock);
      expect(products[0]?.isActive).toBe(true);
      expect(offSale).toEqual([]);
    },
  );

  test("is unknown in a file without these columns", () => {
    expect(read([card]).products[0]).not.toHaveProperty("stock");
  });

  test("is that of each variant, including with current headers", () => {
    const rows = [
      { "URL handle": "card", Title: "Card", "Option1 value": "Six", Price: "9", "Inventory quantity": "0" },
      { "URL handle": "card", "Option1 value": "Twelve", Price: "17", "Inventory quantity": "4" },
    ].map((row) => ({
      ...row,
      "Inventory tracker": "shopify",
      "Continue selling when out of stock": "DENY",
    }));
    const { products } = read(csv(rows, { columns: [] }));
    expect(products.map(({ stock }) => stock)).toEqual([0, 4]);
  });

  test("is refused if it isn't a whole number", () => {
    expect(read([{ ...card, ...inventory("shopify", "many", "deny") }]).faults).toEqual([
      { line: 2, message: 'Variant Inventory Qty is "many", not a whole number.' },
    ]);
  });
});

describe("what Shopify wouldn't sell", () => {
  test("includes gift cards", () => {
    const { products, offSale } = read([{ ...card, "Gift Card": "TRUE" }]);
    expect(products).toMatchObject([{ isActive: false, type: "digital" }]);
    expect(offSale).toEqual([{ line: 2, reference: "card", name: "Card", reason: "gift_card" }]);
  });

  test("isn't reported for a draft, which is off sale anyway", () => {
    expect(read([{ ...card, Status: "draft", "Gift Card": "TRUE" }]).offSale).toEqual([]);
  });
});

describe("SKU, weight and compare-at price", () => {
  test("are read from older and current headers", () => {
    const codes = { sku: "C-1", weightInGrams: 227, compareAtPriceInCents: 1200 };
    const older = { "Variant SKU": "C-1", "Variant Grams": "226.796", "Variant Compare At Price": "12" };
    const current = { SKU: "C-1", "Weight value (grams)": "226.796", "Compare-at price": "12.00" };
    expect(only({ ...card, ...older })).toMatchObject(codes);
    expect(only({ ...card, ...current })).toMatchObject(codes);
  });

  test("are null in empty cells and for a weight or price of 0, and absent without their columns", () => {
    const empty = { sku: null, weightInGrams: null, compareAtPriceInCents: null };
    const none = { "Variant SKU": "", "Variant Grams": "", "Variant Compare At Price": "" };
    expect(only({ ...card, ...none })).toMatchObject(empty);
    expect(
      only({ ...card, ...none, "Variant Grams": "0.0", "Variant Compare At Price": "0.00" }),
    ).toMatchObject(empty);
    for (const name of Object.keys(empty)) expect(only(card)).not.toHaveProperty(name);
  });

  test("are faults if they can't be read", () => {
    const { faults } = read([
      {
        ...card,
        "Variant SKU": "C".repeat(256),
        "Variant Grams": "120 g",
        "Variant Compare At Price": "12 €",
      },
    ]);
    expect(faults.map(({ message }) => message)).toEqual([
      'Variant Grams is "120 g", not a number.',
      'Variant Compare At Price is "12 €", not a plain amount such as 1250 or 19.99.',
      "Variant SKU is longer than 255 characters.",
    ]);
  });
});

describe("what is left out", () => {
  test("is reported by topic, with the columns and the number of rows", () => {
    const own = {
      "Variant SKU": "C-1",
      "Variant Barcode": "4006381333931",
      "Variant Grams": "120",
      "Variant Weight": "0.12",
      "Variant Weight Unit": "kg",
      "Variant Compare At Price": "12",
      "Variant Taxable": "true",
      "Variant Tax Code": "PC040100",
      "Variant Inventory Tracker": "shopify",
      "Variant Inventory Qty": "7",
      "Variant Inventory Policy": "deny",
      Vendor: "Quay",
    };
    const { leftOut } = read([
      { ...card, "Option1 Value": "Six", ...own },
      { Handle: "card", "Option1 Value": "Twelve", "Variant Price": "17", "Variant SKU": "C-2" },
      { Handle: "voucher", Title: "Voucher", "Variant Price": "20", "Gift Card": "true" },
    ]);
    expect(leftOut).toEqual([
      { topic: "barcode", columns: ["Variant Barcode"], rows: 1 },
      { topic: "weight", columns: ["Variant Weight"], rows: 1 },
      { topic: "tax", columns: ["Variant Taxable", "Variant Tax Code"], rows: 1 },
      { topic: "gift cards", columns: ["Gift Card"], rows: 1 },
      { topic: "other columns", columns: ["Vendor"], rows: 1 },
    ]);
  });

  test("is nothing if the cells are empty, 0 or FALSE, or all of them are imported", () => {
    const empty = {
      "Variant Grams": "0.0",
      "Variant Taxable": "FALSE",
      "Variant Inventory Qty": "0",
      Vendor: "",
    };
    const unit = { "Variant Weight Unit": "kg", "Gift Card": "false" };
    expect(read([{ ...card, ...empty, ...unit, "Image Alt Text": "A card", Type: "Cards" }]).leftOut).toEqual(
      [],
    );
  });

  test("is recognised by current headers too", () => {
    const row = {
      "URL handle": "card",
      Title: "Card",
      Price: "1",
      SKU: "C",
      Barcode: "4",
      "Charge tax": "TRUE",
    };
    const weighed = {
      ...row,
      "Weight value (grams)": "5",
      "Compare-at price": "2",
      "Inventory tracker": "shopify",
    };
    const { leftOut } = read(csv([weighed], { columns: [] }));
    expect(leftOut.map(({ topic }) => topic)).toEqual(["barcode", "tax"]);
  });

  test("lists twenty of many other columns", () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`Metafield ${n}`, "x"]));
    const [others] = read([{ ...card, ...many }]).leftOut;
    expect(others).toMatchObject({ topic: "other columns", rows: 1 });
    expect(others?.columns).toHaveLength(20);
  });
});

describe("the category", () => {
  test("is the merchant's type, else the last part of Shopify's taxonomy, else null", () => {
    const category = (cells: Cells) => only({ ...card, ...cells })?.category;
    expect(category({ Type: "Cards", "Product Category": "Office > Stationery" })).toBe("Cards");
    expect(category({ Type: "", "Product Category": "Office > Stationery > Notebooks" })).toBe("Notebooks");
    expect(category({ "Product Category": "Uncategorized" })).toBeNull();
    expect(category({})).toBeNull();
  });
});

describe("the image", () => {
  const image = (url: string, position = "") => ({ "Image Src": url, "Image Position": position });

  test("is the variant's, else the product's first", () => {
    const { products, skipped } = read([
      { ...card, "Option1 Value": "Six", ...image("https://a.example/2.jpg", "2") },
      {
        Handle: "card",
        "Option1 Value": "Twelve",
        "Variant Price": "17",
        "Variant Image": "https://a.example/own.jpg",
        ...image("https://a.example/1.jpg", "1"),
      },
      { Handle: "card", ...image("https://a.example/3.jpg", "3") },
    ]);
    expect(products.map(({ imageUrl }) => imageUrl)).toEqual([
      "https://a.example/1.jpg",
      "https://a.example/own.jpg",
    ]);
    expect(skipped).toBe(1);
  });

  test("is the first of the variant's images: its own, then the product's in their order", () => {
    const { products } = read([
      { ...card, "Option1 Value": "Six", ...image("https://a.example/2.jpg", "2"), "Image Alt Text": "Two" },
      {
        Handle: "card",
        "Option1 Value": "Twelve",
        "Variant Price": "17",
        "Variant Image": "https://a.example/2.jpg",
        ...image("https://a.example/1.jpg", "1"),
      },
      {
        Handle: "card",
        "Option1 Value": "One",
        "Variant Price": "2",
        "Variant Image": "https://a.example/own.jpg",
      },
    ]);
    const [one, two] = [
      { url: "https://a.example/1.jpg", alt: null },
      { url: "https://a.example/2.jpg", alt: "Two" },
    ];
    expect(products.map(({ images }) => images)).toEqual([
      [one, two],
      [two, one],
      [{ url: "https://a.example/own.jpg", alt: null }, one, two],
    ]);
  });

  test("is one of at most 20", () => {
    const more = Array.from({ length: 25 }, (_, n) => ({
      Handle: "card",
      ...image(`https://a.example/${n}.jpg`),
    }));
    const product = only({ ...card, "Variant Image": "https://a.example/24.jpg" }, ...more);
    expect(product?.images.map(({ url }) => url)).toEqual(
      [24, ...Array.from({ length: 19 }, (_, n) => n)].map((n) => `https://a.example/${n}.jpg`),
    );
  });

  test("is escaped as a URL requires", () => {
    expect(only({ ...card, ...image("https://a.example/blå pot.jpg") })?.imageUrl).toBe(
      "https://a.example/bl%C3%A5%20pot.jpg",
    );
  });

  test("is refused, once and at its own row, when it isn't on the web", () => {
    for (const url of ["photo.jpg", "//cdn.example.com/a.jpg", "ftp://a.example/a.jpg"]) {
      const { faults } = read([
        { ...card, "Option1 Value": "Six" },
        { Handle: "card", "Option1 Value": "Twelve", "Variant Price": "17", "Variant Image": url },
        { Handle: "card", ...image(url) },
      ]);
      expect(faults).toEqual([
        { line: 3, message: `Variant Image is "${url}", not a full URL.` },
        { line: 4, message: `Image Src is "${url}", not a full URL.` },
      ]);
    }
  });
});

describe("the price", () => {
  test("is exact in the currency of the store", () => {
    const price = (text: string, currency: string) =>
      read([{ ...card, "Variant Price": text }], currency).products[0]?.priceInCents;
    expect(price("19.99", "eur")).toBe(1999);
    expect(price("500", "jpy")).toBe(500);
    expect(price("500.00", "jpy")).toBe(500);
    expect(price("1.230", "kwd")).toBe(1230);
    expect(price("500", "isk")).toBe(50_000);
    expect(price("0", "eur")).toBe(0);
  });

  test.for([
    ["1.999", "eur", 'is "1.999", but eur has 2 decimals'],
    ["9.99", "jpy", 'is "9.99", but jpy has 0 decimals'],
    ["1,50", "eur", 'is "1,50", not a plain amount such as 1250 or 19.99'],
    ["-1", "eur", 'is "-1", not a plain amount such as 1250 or 19.99'],
    ["€5", "eur", 'is "€5", not a plain amount such as 1250 or 19.99'],
    ["1e3", "eur", 'is "1e3", not a plain amount such as 1250 or 19.99'],
    ["1.234", "kwd", "is 1.234 kwd, but only multiples of 0.010 can be charged"],
    ["500.5", "isk", "is 500.50 isk, but only multiples of 1.00 can be charged"],
    ["1000000", "eur", "is more than 99999999"],
    ["9999999999999999", "eur", 'is "9999999999999999", too large'],
  ] as const)("%s in %s is refused", ([text, currency, what]) => {
    const { faults } = read([{ ...card, "Variant Price": text }], currency);
    expect(faults).toEqual([{ line: 2, message: `Variant Price ${what}.` }]);
  });
});

describe("the header", () => {
  test("may be that of the current export", () => {
    const rows = [
      {
        Title: "Card",
        "URL handle": "card",
        Description: "<p>Soft.</p>",
        "Product category": "Office > Cards",
        "Published on online store": "TRUE",
        Status: "Active",
        SKU: "C",
        "Option1 name": "Set",
        "Option1 value": "Six",
        Price: "9.50",
        "Requires shipping": "FALSE",
        "Product image URL": "https://a.example/1.jpg",
        "Image position": "1",
        "Variant image URL": "https://a.example/six.jpg",
        "Gift card": "FALSE",
      },
      { "URL handle": "card", "Product image URL": "https://a.example/2.jpg", "Image position": "2" },
    ];
    const { products, skipped, faults } = read(csv(rows, { columns: [] }));
    expect({ skipped, faults }).toEqual({ skipped: 1, faults: [] });
    expect(products).toEqual([
      {
        reference: "card/Six",
        sku: "C",
        name: "Card – Six",
        description: "Soft.",
        priceInCents: 950,
        currency: "eur",
        type: "digital",
        billingInterval: null,
        imageUrl: "https://a.example/six.jpg",
        isActive: true,
        category: "Cards",
        details: ["Set: Six"],
        slug: "card--six",
        group: { slug: "card", name: "Card" },
        options: [{ name: "Set", value: "Six" }],
        images: ["six", "1", "2"].map((name) => ({ url: `https://a.example/${name}.jpg`, alt: null })),
      },
    ]);
  });

  test("gives messages its column names", () => {
    const rows = [{ "URL handle": "card", Title: "Card", Price: "x", Status: "gone" }];
    const { faults } = read(csv(rows, { columns: [] }));
    expect(faults.map(({ message }) => message)).toEqual([
      'Status is "gone", not active, draft, archived or unlisted.',
      'Price is "x", not a plain amount such as 1250 or 19.99.',
    ]);
  });

  test.for([
    [
      "another kind",
      "id,name\n1,Card\n",
      'no "URL handle" or "Handle", no "Title", no "Price" or "Variant Price"',
    ],
    ["products without prices", "Handle,Title\ncard,Card\n", 'its header has no "Price" or "Variant Price"'],
  ] as const)("of a file with %s is refused", ([, text, what]) => {
    expect(() => read(text)).toThrow(what);
  });

  test.for([
    ["semicolons", "Handle;Title;Variant Price\ncard;Card;1\n"],
    ["semicolons", '"Handle";"Title";"Body (HTML)";"Variant Price"\n"card";"Card";"Soft, warm.";"1"\n'],
    ["semicolons", `Handle;Title;Body (HTML);Variant Price\n${"card;Card;a, b, c, d;1,50\n".repeat(1200)}`],
    ["semicolons", 'Handle;Title;"Google, Bing, Kagi";Variant Price\ncard;Card;;1\n'],
    ["semicolons", "\ufeffsep=;\r\nHandle;Title;Variant Price\r\ncard;Card;1\r\n"],
    ["tabs", "\n\nHandle\tTitle\tVariant Price\ncard\tCard\t1\n"],
    ["vertical bars", "Handle|Title|Variant Price\ncard|Card|1\n"],
  ] as const)("whose cells are separated by %s is refused as such: %j", ([separator, text]) => {
    const what = `The cells are separated by ${separator}. Save the file as CSV with commas.`;
    expect(() => read(text)).toThrow(what);
  });

  test("may have other separators in its names", () => {
    const text = 'Handle,Title,Variant Price,"Colour; Size; Set; Kind"\ncard,Card,1,\n';
    expect(read(text).products).toHaveLength(1);
  });

  test("with two columns for the same field is refused", () => {
    const rows = [{ Handle: "card", "URL handle": "card", Title: "Card", Price: "1" }];
    expect(() => read(csv(rows, { columns: [] }))).toThrow(
      expect.objectContaining({
        faults: [{ line: 1, message: 'It has both "URL handle" and "Handle". Keep one.' }],
      }),
    );
  });
});

describe("faults", () => {
  test("are all reported together, in the file's order", () => {
    const { faults } = read([
      { ...card, Published: "perhaps", "Variant Price": "9.999" },
      { Handle: "", Title: "No handle", "Variant Price": "1" },
      { Handle: "untitled", "Variant Price": "1" },
      { Handle: "unpriced", Title: "Unpriced" },
      { Handle: "sku-only", Title: "Unpriced", "Variant SKU": "S" },
      { Handle: "long", Title: "T".repeat(513), "Variant Price": "1", "Variant Requires Shipping": "no" },
    ]);
    expect(faults).toEqual([
      { line: 2, message: 'Published is "perhaps", not TRUE or FALSE.' },
      { line: 2, message: 'Variant Price is "9.999", but eur has 2 decimals.' },
      { line: 3, message: "Handle is empty." },
      { line: 4, message: 'Title is empty in all rows of "untitled".' },
      { line: 5, message: 'Variant Price is empty in all rows of "unpriced".' },
      { line: 6, message: "Variant Price is empty." },
      { line: 7, message: 'Variant Requires Shipping is "no", not TRUE or FALSE.' },
      { line: 7, message: "Title is longer than 512 characters." },
    ]);
  });

  test("include a row with more or fewer cells than the header, as a cut-off file has", () => {
    const { faults } = read("Handle,Title,Variant Price\ncard,Card,9.50,\npen,Pen\n");
    expect(faults).toEqual([
      { line: 2, message: "The row has 4 cells, but the header has 3." },
      { line: 3, message: "The row has 2 cells, but the header has 3." },
    ]);
  });

  test("include a quotation mark that is never closed, at the row where it opens", () => {
    const rows = 'Handle,Title,Variant Price\na,"A\n\nb",1\nb,"B,1\nc,C,1\n';
    expect(() => read(rows)).toThrow(
      expect.objectContaining({ faults: [{ line: 5, message: expect.stringContaining("quotation mark") }] }),
    );
  });

  test("are reported at the line where their row begins, whatever the earlier cells contain", () => {
    const cell = fc.string({
      unit: fc.constantFrom("a", " ", ",", '"', "\n", "\r\n", "é", "🖨"),
      maxLength: 8,
    });
    const lineBreak = fc.constantFrom("\n", "\r\n");
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 8 }), lineBreak, fc.boolean(), (bodies, lineBreak, hasMark) => {
        const rows = bodies.map((body, index) => ({ ...card, Handle: `h${index}`, "Body (HTML)": body }));
        const before = csv(rows, { lineBreak, columns: [...Object.keys(card), "Body (HTML)"] });
        const text = `${hasMark ? "\ufeff" : ""}${before}${lineBreak},,,${lineBreak}bad,Bad,free,${lineBreak}`;
        const { products, skipped, faults } = read(text);
        const line = before.split("\n").length + 2;
        expect(faults).toEqual([{ line, message: expect.stringContaining('"free"') }]);
        expect({ products: products.length, skipped }).toEqual({ products: bodies.length, skipped: 1 });
      }),
    );
  });
});

test("100,000 rows are read, three quarters of which only add an image", () => {
  const rows = Array.from({ length: 100_000 }, (_, index) => {
    const image = `https://a.example/${index}.jpg`;
    return index % 4 === 0
      ? `p${index >> 2},Product ${index},${index}.99,${image}`
      : `p${index >> 2},,,${image}`;
  });
  const { products, skipped, faults } = read(
    ["Handle,Title,Variant Price,Image Src", ...rows].join("\r\n"),
    "jod",
  );
  expect({ products: products.length, skipped, faults }).toEqual({
    products: 25_000,
    skipped: 75_000,
    faults: [],
  });
  expect(products.at(-1)).toMatchObject({ reference: "p24999", priceInCents: 99_996_990 });
});

describe("a hostile file", () => {
  test("with endlessly nested HTML is a fault at its line", () => {
    const deep = { ...card, Handle: "deep", "Body (HTML)": "<div>".repeat(100_000) };
    expect(read([card, deep]).faults).toEqual([
      { line: 3, message: "Body (HTML) nests elements more than 100 deep." },
    ]);
  });

  test("is quoted with at most 80 characters of a cell", () => {
    const { faults } = read([
      { ...card, "Variant Price": "x".repeat(100_000), Published: "y".repeat(100_000) },
    ]);
    expect(faults).toHaveLength(2);
    for (const { message } of faults) expect(message.length).toBeLessThan(200);
  });

  test("whose rows don't match its header isn't read to the end", () => {
    expect(() => read(csv([card]) + "a,b\n".repeat(100_000))).toThrow("This isn't a table.");
  });

  test("with blank lines before a row reports the row's own line", () => {
    const faulty = csv([{ ...card, "Variant Price": "free" }]).split("\n")[1] ?? "";
    expect(read(`${csv([card])}\n\r\n\n${faulty}\n`).faults).toMatchObject([{ line: 6 }]);
  });

  test.for([
    ["zeros in a price", (n: number) => csv([{ ...card, "Variant Price": `1.${"0".repeat(n)}1` }])],
    ["blank lines", (n: number) => csv([card]) + "\n".repeat(n)],
    ["spaces in an option", (n: number) => csv([{ ...card, "Option1 Value": `a${" ".repeat(n)}b` }])],
    ["spaces in a title", (n: number) => csv([{ ...card, Title: `a${" ".repeat(n)}b` }])],
    ["spaces in the header", (n: number) => csv([{ ...card, [`a${" ".repeat(n)}b`]: "" }])],
    ["percent signs in an option", (n: number) => csv([{ ...card, "Option1 Value": "%".repeat(n) }])],
    [
      "points in an address",
      (n: number) => csv([{ ...card, "Image Src": `https://a.example/${"../".repeat(n)}` }]),
    ],
    ["one variant many times", (n: number) => csv(Array.from({ length: n / 200 }, () => card))],
  ] as const)("takes time in proportion to its length: %s", ([, make]) => {
    expect(cpuGrowth((text: string) => read(text), make(10_000), make(80_000))).toBeLessThan(32);
  });
});
