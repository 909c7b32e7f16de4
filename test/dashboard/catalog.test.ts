import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readProducts } from "../../server/catalog-import/read-products.ts";
import { cartWith, dataOf, paymentPage } from "../helpers/shopping.ts";
import { type Merchant, sampleProducts, startWorld, type World } from "../helpers/world.ts";
import { hiddenFields, signedIn, type Visitor } from "./dashboard-visitor.ts";

const poster = sampleProducts[0] as (typeof sampleProducts)[number];

let world: World;
let merchant: Merchant;
let staff: Visitor;
let colleague: Visitor;
let reader: Visitor;
let products: string;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
  products = `/dashboard/stores/${merchant.store.slug}/products`;
  const storeId = merchant.store.id;
  staff = await signedIn(world, { storeId, role: "staff" });
  colleague = await signedIn(world, { storeId, role: "staff", email: "colleague@example.com" });
  reader = await signedIn(world, { storeId, role: "read_only" });
});
afterAll(() => world.close());

const pageOf = (reference: string) => `${products}/${merchant.products[reference]}`;

async function read(reference: string) {
  const address = { storeId: merchant.store.id, product: reference };
  const found = await world.services.database.managedProducts.find(address);
  if (!found) throw new Error(`There is no ${reference}.`);
  return found;
}

/** The fields that the form on a product's page would send unchanged. */
async function fieldsOf(visitor: Visitor, reference: string): Promise<Record<string, string>> {
  const { text } = await visitor.get(pageOf(reference));
  const { name, priceInCents, description, category, slug } = await read(reference);
  return {
    ...hiddenFields(text, pageOf(reference)),
    name,
    price: (priceInCents / 100).toFixed(2),
    description: description ?? "",
    category: category ?? "",
    slug: slug ?? "",
  };
}

test("every member can export the products, which an import reads", async () => {
  const { status, text, headers } = await reader.get(`${products}/export`);
  expect([status, headers.get("Content-Type")]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(headers.get("Content-Disposition")).toContain(`products-${merchant.store.slug}.csv`);
  const { products: read, faults } = readProducts("products.csv", Buffer.from(text), "eur");
  expect(faults).toEqual([]);
  expect(read.map(({ reference }) => reference)).toEqual(sampleProducts.map(({ reference }) => reference));
  expect((await reader.get(products)).text).toContain(`href="${products}/export"`);
});

describe("a product's stock", () => {
  test("is set, shown with what open checkouts hold, and no longer counted if the field is empty", async () => {
    const page = pageOf("poster");
    expect((await staff.submit(page, page, { stock: "4" })).status).toBe(303);
    expect((await staff.get(page)).text).toContain("<dt>In stock</dt><dd>4</dd>");
    await paymentPage(merchant, await cartWith(merchant, { poster: 3 }));
    expect((await reader.get(page)).text).toContain("<dt>In open checkouts</dt><dd>3</dd>");
    const { text } = await reader.get(`${products}?show=low`);
    expect([text.includes(">Tide Poster</a>"), text.includes(">Notebook</a>")]).toEqual([true, false]);
    expect((await staff.get(page)).text).toContain("3 of them are in open checkouts.");
    expect((await staff.submit(page, page, { stock: "" })).status).toBe(303);
    expect((await staff.get(page)).text).toContain("not counted");
  });

  test.each(["1.5", "many", "1000000001"])("400 for %s, which changes nothing", async (stock) => {
    const page = pageOf("poster");
    expect((await staff.submit(page, page, { stock })).status).toBe(400);
    expect((await staff.get(page)).text).toContain("not counted");
  });
});

describe("the products", () => {
  test("are listed including those off sale, searched, and filtered", async () => {
    const { text } = await reader.get(products);
    for (const { name } of sampleProducts) expect(text).toContain(`>${name}</a>`);
    const found = await reader.get(`${products}?q=old`);
    expect([found.text.includes(">Old Poster</a>"), found.text.includes(">Notebook</a>")]).toEqual([
      true,
      false,
    ]);
    const active = await reader.get(`${products}?show=active`);
    expect(active.text).not.toContain(">Old Poster</a>");
    expect((await reader.get(`${products}?q=zzz`)).text).toContain("No products match.");
    expect((await reader.get(`${products}?show=secret`)).status).toBe(404);
  });

  test("have pages", async () => {
    const many = await world.merchant(
      {},
      Array.from({ length: 26 }, (_, n) => ({ ...poster, ...numbered(n) })),
    );
    const visitor = await signedIn(world, {
      storeId: many.store.id,
      role: "staff",
      email: "many@example.com",
    });
    const first = await visitor.get(`/dashboard/stores/${many.store.slug}/products`);
    expect([first.text.includes(">No. 24</a>"), first.text.includes(">No. 25</a>")]).toEqual([true, false]);
    const next = /href="([^"]+)">Next page/.exec(first.text)?.[1] ?? "";
    expect((await visitor.get(next.replaceAll("&amp;", "&"))).text).toContain(">No. 25</a>");
  });
});

const numbered = (n: number) => ({ reference: `number-${n}`, name: `No. ${n}` });

describe("a product", () => {
  test("shows nothing below the category field while the store has no categories", async () => {
    const { text } = await staff.get(pageOf("poster"));
    expect(/id="category"[^>]*>([^<]*)</.exec(text)?.[1]?.trim()).toBe("");
  });

  test("is edited, and buyers see it", async () => {
    const fields = await fieldsOf(staff, "poster");
    const saved = await staff.post(pageOf("poster"), {
      ...fields,
      name: "Tide <Print>",
      price: "26.50",
      category: "Prints",
      options: "Size: A4\r\nPaper: Warm white",
      details: "30 × 40 cm\r\n\r\nSigned",
      groupName: "Tides",
      groupSlug: "tides",
    });
    expect([saved.status, saved.location]).toEqual([303, pageOf("poster")]);
    const { text } = await staff.get(pageOf("poster"));
    expect(text).toContain("Product saved.");
    expect(text).toContain("<h1>Tide &lt;Print&gt;</h1>");
    const path = { productId: merchant.products.poster ?? "" };
    expect(dataOf(await merchant.client.GET("/v1/products/{productId}", { params: { path } }))).toMatchObject(
      {
        name: "Tide <Print>",
        priceInCents: 2650,
        category: "Prints",
        group: { slug: "tides", name: "Tides" },
        options: [
          { name: "Size", value: "A4" },
          { name: "Paper", value: "Warm white" },
        ],
        details: ["30 × 40 cm", "Signed"],
      },
    );
  });

  test.each([
    ["price", "much", "Enter an amount"],
    ["price", "1.234", "Write 1234 without"],
    ["options", "A4", "a name and a value"],
    ["groupName", "Tides", "both a name"],
    ["name", "", "is empty"],
  ])("400 with what was typed, when the %s is %j", async (field, value, told) => {
    const before = await read("notebook");
    const page = await staff.post(pageOf("notebook"), {
      ...(await fieldsOf(staff, "notebook")),
      [field]: value,
    });
    expect(page.status).toBe(400);
    expect(page.text).toContain(told);
    expect(page.text).toContain('aria-invalid="true"');
    expect(await read("notebook")).toEqual(before);
  });

  test("409 after a concurrent change, and neither change is lost", async () => {
    const [mine, theirs] = [await fieldsOf(staff, "font"), await fieldsOf(colleague, "font")];
    await colleague.post(pageOf("font"), { ...theirs, price: "51.00" });
    const page = await staff.post(pageOf("font"), { ...mine, name: "Typeface Pro" });
    expect(page.status).toBe(409);
    expect(page.text).toContain("colleague@example.com changed this product");
    expect(page.text).toMatch(/<input id="name"[^>]* value="Typeface Pro"/);
    expect(page.text).toMatch(/<input id="price"[^>]* value="51\.00"/);
    expect(page.text).toContain("Current value: Typeface");
    expect(page.text).toContain("<b>Price</b>: <del>€49.00</del> → <ins>€51.00</ins>");
    expect(await read("font")).toMatchObject({ name: "Typeface", priceInCents: 5100 });
    const again = { ...hiddenFields(page.text, pageOf("font")), name: "Typeface Pro", price: "51.00" };
    expect((await staff.post(pageOf("font"), again)).status).toBe(303);
    expect(await read("font")).toMatchObject({ name: "Typeface Pro", priceInCents: 5100 });
  });

  test("409 without its version, or when another product has the slug", async () => {
    const { version: _, ...fields } = await fieldsOf(staff, "monthly");
    expect((await staff.post(pageOf("monthly"), fields)).status).toBe(409);
    await staff.post(pageOf("yearly"), { ...(await fieldsOf(staff, "yearly")), slug: "club" });
    const page = await staff.post(pageOf("monthly"), { ...(await fieldsOf(staff, "monthly")), slug: "club" });
    expect([page.status, page.text.includes("already has the slug club")]).toEqual([409, true]);
  });

  test("goes off sale and on again", async () => {
    const action = `${pageOf("dollars")}/active`;
    for (const isActive of [false, true]) {
      expect((await staff.submit(pageOf("dollars"), action)).status).toBe(303);
      expect((await read("dollars")).isActive).toBe(isActive);
    }
    const stale = hiddenFields((await staff.get(pageOf("dollars"))).text, action);
    await colleague.submit(pageOf("dollars"), action);
    expect((await staff.post(action, stale)).status).toBe(409);
  });

  test("400 for a new price that can't be charged; an old one may stay while the product is off sale", async () => {
    const unchargeable = { ...poster, reference: "krona", currency: "kwd", priceInCents: 1251 };
    await world.services.database.products.import(merchant.store.id, [unchargeable]);
    const { _id } = await read("krona");
    const page = `${products}/${_id}`;
    const typed = async (price: string) => {
      const { text } = await staff.get(page);
      return staff.post(page, { ...hiddenFields(text, page), name: "Krona", price });
    };
    const refused = await typed("1.252");
    expect([refused.status, refused.text.includes("It is 1.252 kwd, but only multiples of 0.010")]).toEqual([
      400,
      true,
    ]);
    expect((await typed("1.251")).status).toBe(303);
    expect((await staff.submit(page, `${page}/active`)).status).toBe(303);
    const activated = await staff.submit(page, `${page}/active`);
    expect(activated.status).toBe(400);
    expect(activated.text).toContain("It is 1.251 kwd, but only multiples of 0.010");
    expect((await read("krona")).isActive).toBe(false);
    expect((await typed("1.260")).status).toBe(303);
    expect((await staff.submit(page, `${page}/active`)).status).toBe(303);
    expect(await read("krona")).toMatchObject({ isActive: true, priceInCents: 1260 });
  });

  test("is shown without a form to readers", async () => {
    const { text } = await reader.get(pageOf("notebook"));
    expect(text).toContain("12.50");
    expect(text).not.toContain("Save</button>");
  });

  test("404 for another store's product", async () => {
    const other = await world.merchant();
    for (const path of ["", "/active"]) {
      const page = `${products}/${other.products.poster}`;
      const fields = hiddenFields((await staff.get(pageOf("font"))).text, pageOf("font"));
      expect((await staff.post(`${page}${path}`, { ...fields, name: "Stolen", price: "1" })).status).toBe(
        404,
      );
    }
    expect((await staff.get(`${products}/${other.products.poster}`)).status).toBe(404);
  });
});

describe("an import", () => {
  async function upload(name: string, content: string, visitor = staff) {
    const action = `${products}/import`;
    const { text } = await visitor.get(action);
    const body = new FormData();
    for (const [field, value] of Object.entries(hiddenFields(text, action))) body.set(field, value);
    body.set("file", new File([content], name));
    return visitor.send(action, { method: "POST", body, headers: { origin: "http://counterpart.test" } });
  }

  test("creates and updates products, and says how many", async () => {
    const file = JSON.stringify(
      sampleProducts.map((product) => ({ ...product, reference: `${product.reference}-2` })),
    );
    const page = await upload("products.json", file);
    expect(page.status).toBe(200);
    expect(page.text).toContain("Import complete");
    expect(page.text).toContain(`<dt>Created</dt><dd>${sampleProducts.length}</dd>`);
    expect(page.text.trimEnd()).toMatch(/<\/main>\s*<\/div>\s*<\/body>\s*<\/html>$/);
    expect(await read("poster-2")).toMatchObject({ name: "Tide Poster" });
  });

  test("lists what is left out and what arrives off sale, with the reason in the product's audit trail", async () => {
    const rows = ["cap,<b>Cap</b>,9,C-1,TRUE,shopify,3,deny", "hat,Hat,9,C-2,FALSE,shopify,3,deny"];
    const header =
      "Handle,Title,Price,Barcode,Gift Card,Inventory tracker,Inventory quantity,Variant Inventory Policy";
    const { text } = await upload("products.csv", [header, ...rows].join("\n"));
    expect(text).toContain("<caption>Not for sale (1)</caption>");
    expect(text).toContain("&lt;b&gt;Cap&lt;/b&gt;<br><code>cap</code></td><td>a gift card");
    expect(text).toMatch(/<td>barcode<\/td><td class="number">2<\/td><td>Barcode</);
    const cap = await read("cap");
    expect(cap.isActive).toBe(false);
    const { text: audit } = await staff.get(
      `/dashboard/stores/${merchant.store.slug}/audit?about=${cap._id}`,
    );
    expect(audit).toContain("Product: imported off sale");
    expect(audit).toContain("a gift card, which can");
  });

  test("shows its progress while it runs", async () => {
    const file = JSON.stringify(
      Array.from({ length: 1500 }, (_, n) => ({
        ...poster,
        ...numbered(n),
        reference: `long-${n}`,
      })),
    );
    const page = await upload("long.json", file);
    expect(page.text).toMatch(/Reading long\.json …[\s\S]*of 1500 products …[\s\S]*Import complete/);
  });

  test("with faults changes nothing, and lists them with their lines", async () => {
    const file = "Handle,Title,Variant Price\npen,Pen <b>,3\nink,Ink,much\n";
    const page = await upload("<faulty>.csv", file);
    expect(page.text).toContain("&lt;faulty&gt;.csv wasn’t imported. Nothing was changed");
    expect(page.text).toMatch(/<td class="number">3<\/td><td>Variant Price is &quot;much&quot;/);
    const address = { storeId: merchant.store.id, product: "pen" };
    expect(await world.services.database.managedProducts.find(address)).toBeUndefined();
  });

  test("of a file without products says so", async () => {
    expect((await upload("a.csv", "PK\u0003\u0004")).text).toContain("The ZIP file is damaged");
    expect((await upload("a.csv", "")).status).toBe(400);
  });

  test("413 for a file that is too large", async () => {
    expect((await upload("large.json", " ".repeat(8 * 1024 * 1024 + 1))).status).toBe(413);
  });
});
