import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";
import { hiddenFields, type Page, signedIn, type Visitor } from "./dashboard-visitor.ts";

let world: World;
let merchant: Merchant;
let staff: Visitor;
let colleague: Visitor;
let reader: Visitor;
let products: string;
let foreign: string;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
  foreign = (await world.merchant()).products.poster ?? "";
  products = `/dashboard/stores/${merchant.store.slug}/products`;
  const storeId = merchant.store.id;
  staff = await signedIn(world, { storeId, role: "staff" });
  colleague = await signedIn(world, { storeId, role: "staff", email: "colleague@example.com" });
  reader = await signedIn(world, { storeId, role: "read_only" });
});
afterAll(() => world.close());

const form = () => `${products}/new`;
const idIn = ({ location }: Page) => location.split("/").at(-1) ?? "";
const pageOf = (id: string) => `${products}/${id}`;

function find(product: string) {
  return world.services.database.managedProducts.find({ storeId: merchant.store.id, product });
}

async function listed() {
  const list = { storeId: merchant.store.id, limit: 100 };
  return (await world.services.database.managedProducts.list(list))?.products ?? [];
}

const typed = {
  ...{ name: "Wave print", kind: "physical", description: "By the sea.\r\nTwice.", category: "Prints" },
  ...{ price: "24.5", compareAtPrice: "30", imageUrl: "https://img.example/wave.jpg", sku: "WAVE-1" },
  ...{ taxCode: "txcd_35010000" },
  ...{ weight: "420", groupName: "Waves", groupSlug: "waves", options: "Size: A4", slug: "wave-a4" },
  ...{ details: "Signed\r\n30 × 40 cm", stock: "8", isActive: "yes" },
};
const everyField = {
  ...{ name: "Wave print", type: "physical", billingInterval: null, description: "By the sea.\nTwice." },
  ...{ category: "Prints", priceInCents: 2450, compareAtPriceInCents: 3000, currency: "eur" },
  ...{ imageUrl: "https://img.example/wave.jpg", sku: "WAVE-1", weightInGrams: 420, slug: "wave-a4" },
  ...{ images: [{ url: "https://img.example/wave.jpg", alt: null }], stock: 8, isActive: true },
  ...{ group: { slug: "waves", name: "Waves" }, options: [{ name: "Size", value: "A4" }] },
  details: ["Signed", "30 × 40 cm"],
  taxCode: "txcd_35010000",
};

/** What the form on a page would send unchanged, as a browser would. */
async function fieldsOn(page: string, action: string, visitor = staff): Promise<Record<string, string>> {
  return fieldsIn((await visitor.get(page)).text, action);
}

function fieldsIn(text: string, action: string): Record<string, string> {
  const start = text.indexOf(`action="${action}"`);
  const html = text.slice(start, text.indexOf("</form>", start));
  const plain = (value = "") =>
    value
      .replaceAll("&quot;", '"')
      .replaceAll("&#39;", "'")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&amp;", "&");
  const fields: Record<string, string> = {};
  for (const [tag] of html.matchAll(/<input [^>]*>/g)) {
    const [, name = ""] = /name="([^"]*)"/.exec(tag) ?? [];
    if (tag.includes('type="checkbox"') && !tag.includes(" checked")) continue;
    fields[name] = plain(/ value="([^"]*)"/.exec(tag)?.[1]);
  }
  for (const [, name = "", value] of html.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>\n?([^<]*)</g)) {
    fields[name] = plain(value);
  }
  for (const [, name = "", options = ""] of html.matchAll(
    /<select [^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g,
  )) {
    fields[name] = plain(/value="([^"]*)" selected/.exec(options)?.[1]);
  }
  return fields;
}

const add = async (fields: Record<string, string> = {}, page = form()) =>
  staff.post(products, { ...(await fieldsOn(page, products)), ...fields });

async function added(fields: Record<string, string> = {}): Promise<string> {
  const page = await add({ name: "Pen", price: "3", ...fields });
  expect(page.status, page.text).toBe(303);
  return idIn(page);
}

describe("a new product", () => {
  test("is added with every field, shown, and in the audit trail", async () => {
    const saved = await add(typed);
    expect(saved.status).toBe(303);
    const id = idIn(saved);
    expect(await find(id)).toMatchObject(everyField);
    const { text } = await staff.get(saved.location);
    expect(text).toContain("Wave print was added.");
    const { text: audit } = await staff.get(`/dashboard/stores/${merchant.store.slug}/audit?about=${id}`);
    expect(audit).toMatch(/staff@example\.com[\s\S]*Product: created/);
  });

  test("needs only a name, a kind and a price, and has the store's currency", async () => {
    const id = await added();
    expect(await find(id)).toMatchObject({ currency: "eur", isActive: true, stock: null, group: null });
    const { isActive: _, ...draft } = await fieldsOn(form(), products);
    const page = await staff.post(products, { ...draft, name: "Draft", price: "1", kind: "year" });
    expect(await find(idIn(page))).toMatchObject({
      ...{ isActive: false, type: "subscription", billingInterval: "year" },
    });
  });

  test.each([
    ["name", "", "It is empty."],
    ["name", "x".repeat(513), "It is longer than 512 characters."],
    ["price", "much", "Enter an amount in EUR"],
    ["price", "1000000", "It is more than 99999999."],
    ["compareAtPrice", "1.234", "Enter an amount in EUR"],
    ["taxCode", "books", "It must look like txcd_35010000."],
    ["kind", "constructor", "Choose one of the kinds."],
    ["weight", "1.5", "Enter whole grams"],
    ["weight", "9999999999", "It is more than 1000000000."],
    ["stock", "many", "Enter a whole number"],
    ["stock", "-1", "It is less than 0."],
    ["sku", "s".repeat(256), "It is longer than 255 characters."],
    ["imageUrl", "javascript:alert(1)", "must begin with http"],
    ["options", "A4", "Each line needs a name and a value"],
    ["groupName", "", "A group needs both a name and a slug."],
    ["slug", "s".repeat(1025), "It is longer than 1024 characters."],
    ["slug", "../..", "Enter letters or digits"],
  ])("400 beside the field with what was typed, when the %s is %j", async (field, value, fault) => {
    const before = await listed();
    const fields = { ...typed, slug: "", ...(field === "name" && { groupName: "", groupSlug: "" }) };
    const page = await add({ ...fields, [field]: value });
    expect(page.status).toBe(400);
    const beside = new RegExp(`id="${field}-fault">([^<]*)<`).exec(page.text)?.[1];
    expect(beside).toContain(fault);
    expect(page.text).toMatch(new RegExp(`id="${field}"[^>]*aria-invalid="true"`));
    const again = fieldsIn(page.text, products);
    const shown = field === "kind" ? {} : { [field]: value };
    expect(again).toMatchObject({
      description: "By the sea.\nTwice.",
      details: "Signed\n30 × 40 cm",
      ...shown,
    });
    expect(await listed()).toEqual(before);
  });

  test("gets a slug that can be a part of a URL", async () => {
    const id = await added({ slug: "Tide calendar / 2027" });
    expect(await find(id)).toMatchObject({ slug: "tide-calendar-2027" });
  });

  test("409 beside the slug that another product has", async () => {
    await added({ slug: "taken" });
    const page = await add({ name: "Other", price: "3", slug: "taken" });
    expect(page.status).toBe(409);
    expect(page.text).toMatch(/id="slug-fault">The product prod_\w+ already has the slug taken\./);
    expect(page.text).toMatch(/id="name"[^>]* value="Other"/);
  });

  test("is staff's: readers see no buttons and get 403", async () => {
    expect((await reader.get(products)).text).not.toContain("Add product");
    expect((await reader.get(form())).status).toBe(403);
    const id = await added();
    const { text } = await reader.get(pageOf(id));
    for (const word of ["Duplicate", "Delete", "Add variants"]) expect(text).not.toContain(word);
    const { form_token = "" } = hiddenFields(text, "/dashboard/sign-out");
    expect((await reader.post(products, { form_token, name: "Mine", price: "1" })).status).toBe(403);
    expect((await reader.post(`${pageOf(id)}/delete`, { form_token })).status).toBe(403);
    expect(await find(id)).toBeDefined();
  });
});

describe("an edit", () => {
  test("changes every field", async () => {
    const id = await added({ name: "Before", stock: "8" });
    const fields = { ...(await fieldsOn(pageOf(id), pageOf(id))), ...typed, slug: "edited" };
    const club = { ...fields, kind: "month-shipped", trialDays: "14" };
    expect((await staff.post(pageOf(id), club)).status).toBe(303);
    const subscription = {
      ...{ type: "subscription", billingInterval: "month", slug: "edited" },
      ...{ trialDays: 14, requiresShipping: true },
    };
    expect(await find(id)).toMatchObject({ ...everyField, ...subscription });
    const emptied: Record<string, string> = { ...fields, ...(await fieldsOn(pageOf(id), pageOf(id))) };
    for (const name of Object.keys(typed)) if (!["name", "kind", "price"].includes(name)) emptied[name] = "";
    expect((await staff.post(pageOf(id), emptied)).status).toBe(303);
    expect(await find(id)).toMatchObject({
      ...{ description: null, category: null, compareAtPriceInCents: null, imageUrl: null, images: [] },
      ...{ sku: null, weightInGrams: null, group: null, options: [], slug: null, details: null },
      ...{ stock: 8, isActive: true, taxCode: null },
    });
  });

  test("leaves fields that an earlier version's form doesn't have", async () => {
    const id = await added({ ...typed, slug: "" });
    const {
      sku: _,
      weight: __,
      compareAtPrice: ___,
      kind: ____,
      ...earlier
    } = await fieldsOn(pageOf(id), pageOf(id));
    expect((await staff.post(pageOf(id), { ...earlier, name: "Later" })).status).toBe(303);
    expect(await find(id)).toMatchObject({ ...everyField, name: "Later", slug: null });
  });

  test("400 for a stock that isn't a number, beside it and with what was typed", async () => {
    const id = await added({ stock: "8" });
    const page = await staff.submit(pageOf(id), `${pageOf(id)}/stock`, { quantity: "a dozen" });
    expect(page.status).toBe(400);
    expect(page.text).toMatch(
      /id="quantity-fault">Enter a whole number[\s\S]*id="quantity"[^>]* value="a dozen"/,
    );
    expect((await find(id))?.stock).toBe(8);
  });
});

describe("a duplicate", () => {
  test("opens a form with all but what identifies one product", async () => {
    const images = ["a", "b", "c"].map((letter) => ({
      url: `https://img.example/${letter}.jpg`,
      alt: letter,
    }));
    const id = await added({ ...typed, slug: "" });
    await world.services.database.managedProducts.edit(
      { storeId: merchant.store.id, product: id },
      (current) => {
        const { _id, storeId, version, stock, ...input } = current;
        return { ...input, images, imageUrl: images[0]?.url ?? null, slug: "original" };
      },
    );
    const page = `${form()}?copy=${id}`;
    expect((await staff.get(pageOf(id))).text).toContain(`href="${page}"`);
    const fields = await fieldsOn(page, products);
    expect(fields).toMatchObject({ name: "Copy of Wave print", slug: "", sku: "", stock: "0" });
    const copy = await find(idIn(await staff.post(products, fields)));
    expect(copy).toMatchObject({
      ...everyField,
      ...{ name: "Copy of Wave print", slug: null, sku: null, stock: 0, isActive: false },
      ...{ images, imageUrl: images[0]?.url },
    });
    const other = { ...fields, imageUrl: "https://img.example/d.jpg" };
    expect((await find(idIn(await staff.post(products, other))))?.images).toEqual([
      { url: "https://img.example/d.jpg", alt: null },
      ...images.slice(1),
    ]);
  });

  test("keeps what was typed if the original is deleted meanwhile", async () => {
    const id = await added();
    const fields = await fieldsOn(`${form()}?copy=${id}`, products);
    await staff.submit(`${pageOf(id)}/delete`, `${pageOf(id)}/delete`);
    expect(await find(idIn(await staff.post(products, { ...fields, name: "Kept" })))).toMatchObject({
      name: "Kept",
    });
  });

  test.each(["copy", "variant-of"])("404 for another store's product, and for none (%s)", async (field) => {
    for (const id of [foreign, "prod_unknown"]) {
      expect((await staff.get(`${form()}?${field}=${id}`)).status).toBe(404);
    }
    const fields = { ...(await fieldsOn(form(), products)), name: "Mine", price: "1", [field]: foreign };
    const created = await find(idIn(await staff.post(products, fields)));
    expect(created).toMatchObject({ name: "Mine", images: [], group: null });
  });
});

describe("deleting a product", () => {
  test("is confirmed, and leaves orders and the audit trail", async () => {
    const id = await added({ name: "Old <pen>" });
    const confirmation = await staff.get(`${pageOf(id)}/delete`);
    expect(confirmation.text).toContain("<h1>Delete Old &lt;pen&gt;?</h1>");
    expect(await find(id)).toBeDefined();
    const page = await staff.submit(`${pageOf(id)}/delete`, `${pageOf(id)}/delete`);
    expect([page.status, page.location]).toEqual([303, products]);
    expect((await staff.get(products)).text).toContain("Old &lt;pen&gt; was deleted.");
    expect(await find(id)).toBeUndefined();
    expect((await staff.get(pageOf(id))).status).toBe(404);
    const { text } = await staff.get(`/dashboard/stores/${merchant.store.slug}/audit?about=${id}`);
    expect(text).toContain("Product: deleted");
  });

  test("409 after a concurrent change, and without a version", async () => {
    const id = await added();
    const action = `${pageOf(id)}/delete`;
    const fields = hiddenFields((await staff.get(action)).text, action);
    const theirs = await fieldsOn(pageOf(id), pageOf(id), colleague);
    await colleague.post(pageOf(id), { ...theirs, price: "4" });
    const page = await staff.post(action, fields);
    expect([page.status, page.text.includes("The product changed after you opened this page")]).toEqual([
      409,
      true,
    ]);
    const { version: _, ...without } = fields;
    expect((await staff.post(action, without)).status).toBe(409);
    expect(await find(id)).toMatchObject({ priceInCents: 400 });
    expect((await staff.post(action, hiddenFields(page.text, action))).status).toBe(303);
  });

  test("404 for another store's product", async () => {
    const id = await added();
    const fields = hiddenFields((await staff.get(`${pageOf(id)}/delete`)).text, `${pageOf(id)}/delete`);
    expect((await staff.get(`${pageOf(foreign)}/delete`)).status).toBe(404);
    expect((await staff.post(`${pageOf(foreign)}/delete`, fields)).status).toBe(404);
  });
});

describe("variants", () => {
  /** Three sizes of a print; the second isn't for sale. */
  async function sizes(slug: string) {
    const group = { groupName: `Print ${slug}`, groupSlug: slug };
    const small = await added({ ...group, name: "", options: "Size: A4", price: "10", stock: "2", sku: "S" });
    const { isActive: _, ...draft } = await fieldsOn(`${form()}?variant-of=${small}`, products);
    const medium = await staff.post(products, { ...draft, options: "Size: A3", price: "20", stock: "3" });
    const large = await add(
      { options: "Size: A2", price: "30", stock: "4" },
      `${form()}?variant-of=${small}`,
    );
    return { small, medium: idIn(medium), large: idIn(large) };
  }

  test("are one row of the list, with their options, status, stock and prices", async () => {
    await sizes("rows");
    const { text } = await reader.get(`${products}?q=rows`);
    expect(text.match(/<tr><th scope="row">/g)).toHaveLength(1);
    expect(text).toContain(">Print rows</a>");
    expect(text).toContain("3 variants · Size: A4, A3, A2");
    expect(text).toContain("2 of 3 for sale");
    expect(text).toMatch(/data-label="Stock">9</);
    expect(text).toContain("€10.00 – €30.00");
    const all = await reader.get(products);
    expect(all.text.match(/>Print rows<\/a>/g)).toHaveLength(1);
  });

  test("are shown on the pages of all, and a new one keeps the group", async () => {
    const { small, medium, large } = await sizes("pages");
    expect(await find(large)).toMatchObject({
      ...{ name: "Print pages – A2", group: { slug: "pages", name: "Print pages" }, sku: null, slug: null },
    });
    const { text } = await reader.get(pageOf(small));
    expect(text).toContain("<caption>Variants of Print pages</caption>");
    expect(text).toContain(`<a href="${pageOf(medium)}">Size: A3</a>`);
    expect(text).not.toContain(`<a href="${pageOf(small)}">`);
    expect(text).not.toContain("Add variant");
    expect((await staff.get(pageOf(small))).text).toContain(`href="${form()}?variant-of=${small}"`);
    const fields = await fieldsOn(`${form()}?variant-of=${small}`, products);
    expect(fields).toMatchObject({ name: "", options: "Size: ", groupSlug: "pages", price: "10.00" });
    expect((await staff.post(products, fields)).status).toBe(400);
  });

  test("are edited as one product, or alone", async () => {
    const { small, medium, large } = await sizes("edited");
    const page = pageOf(small);
    const fields = await fieldsOn(page, page);
    expect(fields["with-variants"]).toBe("yes");
    const shared = { groupName: "Sheets", description: "On paper.", kind: "digital", category: "Paper" };
    expect((await staff.post(page, { ...fields, ...shared, price: "11" })).status).toBe(303);
    const expected = { group: { slug: "edited", name: "Sheets" }, description: "On paper.", type: "digital" };
    for (const id of [small, medium, large]) expect(await find(id)).toMatchObject(expected);
    expect((await find(medium))?.priceInCents).toBe(2000);
    const { "with-variants": _, ...alone } = await fieldsOn(page, page);
    expect((await staff.post(page, { ...alone, description: "Only here." })).status).toBe(303);
    expect((await find(small))?.description).toBe("Only here.");
    expect((await find(large))?.description).toBe("On paper.");
  });

  test("keep a person's choice not to change them after a fault", async () => {
    const { small } = await sizes("faulty");
    const { "with-variants": _, ...alone } = await fieldsOn(pageOf(small), pageOf(small));
    const page = await staff.post(pageOf(small), { ...alone, price: "much" });
    expect(fieldsIn(page.text, pageOf(small))).not.toHaveProperty("with-variants");
  });

  test("begin with the product's first option, and its own group", async () => {
    await sizes("wave-print");
    const id = await added({ name: "Wave print" });
    const action = `${pageOf(id)}/variants`;
    const refused = await staff.submit(pageOf(id), action, { "option-name": "Size", "option-value": "" });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/id="option-name"[^>]* value="Size"/);
    const page = await staff.submit(pageOf(id), action, { "option-name": "Size", "option-value": "A4" });
    expect([page.status, page.location]).toEqual([303, `${form()}?variant-of=${id}`]);
    expect(await find(id)).toMatchObject({
      name: "Wave print – A4",
      group: { slug: "wave-print-2", name: "Wave print" },
      options: [{ name: "Size", value: "A4" }],
    });
    expect((await staff.get(page.location)).text).toContain("Add a variant of Wave print");
    const other = await added({ name: "Other print" });
    const stale = { ...hiddenFields((await staff.get(pageOf(other))).text, `${pageOf(other)}/variants`) };
    Object.assign(stale, { version: "stale", "option-name": "Size", "option-value": "A3" });
    expect((await staff.post(`${pageOf(other)}/variants`, stale)).status).toBe(409);
    expect((await find(other))?.group).toBeNull();
    expect((await staff.post(action, stale)).location).toBe(page.location);
    expect((await find(id))?.group?.slug).toBe("wave-print-2");
    expect((await staff.post(`${pageOf(foreign)}/variants`, stale)).status).toBe(404);
  });
});
