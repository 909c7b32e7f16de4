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
    ["compareAtPrice", "1.234", "Write 1234 without a separator"],
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
    for (const word of ["Duplicate", "Delete", "Add variants", "Edit as table"])
      expect(text).not.toContain(word);
    const { form_token = "" } = hiddenFields(text, "/dashboard/sign-out");
    expect((await reader.post(products, { form_token, name: "Mine", price: "1" })).status).toBe(403);
    expect((await reader.post(`${pageOf(id)}/delete`, { form_token })).status).toBe(403);
    expect(await find(id)).toBeDefined();
  });
});

describe("an edit", () => {
  test("changes every field but images, which have their own page", async () => {
    const { imageUrl } = typed;
    const id = await added({ name: "Before", stock: "8", imageUrl });
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
      ...{ description: null, category: null, compareAtPriceInCents: null, imageUrl },
      ...{ sku: null, weightInGrams: null, group: null, options: [], slug: null, details: null },
      ...{ stock: null, isActive: true, taxCode: null },
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
    expect(await find(id)).toMatchObject({ ...everyField, name: "Later", slug: "wave-print" });
  });

  test("400 for a stock that isn't a number, beside it and with what was typed", async () => {
    const id = await added({ stock: "8" });
    const page = await staff.submit(pageOf(id), pageOf(id), { stock: "a dozen" });
    expect(page.status).toBe(400);
    expect(page.text).toMatch(/id="stock-fault">Enter a whole number[\s\S]*id="stock"[^>]* value="a dozen"/);
    expect((await find(id))?.stock).toBe(8);
  });

  test("sets the stock only if it was edited, because sales change it while the form is open", async () => {
    const id = await added({ stock: "8" });
    const opened = await fieldsOn(pageOf(id), pageOf(id));
    await world.services.database.stockLevels.change(
      { storeId: merchant.store.id, productId: id },
      { by: -3 },
    );
    await staff.post(pageOf(id), { ...opened, name: "Sold meanwhile" });
    expect(await find(id)).toMatchObject({ name: "Sold meanwhile", quantity: 5 });
    const refused = await staff.submit(pageOf(id), pageOf(id), { ...opened, price: "a lot" });
    expect(refused.text).toMatch(/name="shownStock" value="5"[\s\S]*id="stock"[^>]* value="5"/);
    await staff.submit(pageOf(id), pageOf(id), { stock: "12" });
    expect(await find(id)).toMatchObject({ name: "Sold meanwhile", quantity: 12 });
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
      ...{ name: "Copy of Wave print", slug: "copy-of-wave-print", sku: null, stock: 0, isActive: false },
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

  test("404 for another store's product, and for none", async () => {
    for (const id of [foreign, "prod_unknown"]) {
      expect((await staff.get(`${form()}?copy=${id}`)).status).toBe(404);
    }
    const fields = { ...(await fieldsOn(form(), products)), name: "Mine", price: "1", copy: foreign };
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
  const action = (id: string) => `${pageOf(id)}/variants`;
  const sizesOf = (values: string, more: Record<string, string> = {}) => ({
    "option-name-1": "Size",
    "option-values-1": values,
    ...more,
  });

  /** The table for these options, as the form of its page would send it. */
  async function tableFor(id: string, options: Record<string, string>): Promise<Record<string, string>> {
    const fields = await fieldsOn(action(id), action(id));
    const page = await staff.post(action(id), { ...fields, ...options, step: "table" });
    expect(page.status, page.text).toBe(200);
    return fieldsIn(page.text, action(id));
  }

  const saveTable = (id: string, fields: Record<string, string>) =>
    staff.post(action(id), { ...fields, step: "save" });

  async function variantsOf(group: string) {
    return (await listed()).filter((one) => one.group?.slug === group);
  }

  /** Three sizes of a print; the second isn't for sale. */
  async function sizes(slug: string) {
    const first = await added({ name: `Print ${slug}`, slug, price: "10", stock: "2", sku: "S" });
    const { "rows.1.isActive": _, ...fields } = await tableFor(first, sizesOf("A4, A3, A2"));
    const typed = { "rows.1.price": "20", "rows.1.stock": "3", "rows.2.price": "30", "rows.2.stock": "4" };
    const saved = await saveTable(first, { ...fields, ...typed });
    expect([saved.status, saved.location]).toEqual([303, pageOf(first)]);
    const [small = "", medium = "", large = ""] = (await variantsOf(slug)).map(({ _id }) => _id);
    expect(small).toBe(first);
    return { small, medium, large };
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

  test("are made from the options, each with its own name, slug, price and stock, and shown on the pages of all", async () => {
    const { small, medium, large } = await sizes("pages");
    expect(await find(small)).toMatchObject({
      name: "Print pages – A4",
      slug: "pages",
      sku: "S",
      quantity: 2,
    });
    expect(await find(medium)).toMatchObject({ priceInCents: 2000, isActive: false, quantity: 3 });
    expect(await find(large)).toMatchObject({
      ...{ name: "Print pages – A2", group: { slug: "pages", name: "Print pages" } },
      ...{ sku: null, slug: "print-pages-a2", priceInCents: 3000, quantity: 4, isActive: true },
    });
    const { text } = await reader.get(pageOf(small));
    expect(text).toContain("<caption>Variants of Print pages</caption>");
    expect(text).toContain(`<a href="${pageOf(medium)}">Size: A3</a>`);
    expect(text).not.toContain(`<a href="${pageOf(small)}">`);
    expect(text).not.toContain("Edit variants");
    expect((await staff.get(pageOf(small))).text).toContain(`href="${action(small)}"`);
  });

  test("get another option, keep what they had, and are removed in bulk", async () => {
    const { small, medium, large } = await sizes("grown");
    const more = { "option-name-2": "Paper", "option-values-2": "Matt, Gloss" };
    const fields = await tableFor(small, sizesOf("A4, A3", more));
    expect(Object.keys(fields).filter((name) => name.endsWith(".id"))).toHaveLength(5);
    expect([fields["rows.0.id"], fields["rows.1.id"], fields["rows.2.id"], fields["rows.4.id"]]).toEqual([
      ...[small, "", medium, large],
    ]);
    // The size that is no longer named goes.
    expect(fields).not.toHaveProperty("rows.4.kept");
    const { "rows.3.kept": _, ...chosen } = fields;
    expect((await saveTable(small, { ...chosen, "group-name": "Grown print" })).status).toBe(303);
    const saved = await variantsOf("grown");
    expect(saved.map(({ name, priceInCents }) => [name, priceInCents])).toEqual([
      ["Grown print – A4 / Matt", 1000],
      ["Grown print – A3 / Matt", 2000],
      ["Grown print – A4 / Gloss", 1000],
    ]);
    expect(await find(large)).toBeUndefined();
  });

  test("take one price and stock for all", async () => {
    const { small } = await sizes("filled");
    const fields = await fieldsOn(action(small), action(small));
    const page = await staff.post(action(small), {
      ...fields,
      "all-price": "12,50",
      "all-stock": "7",
      step: "fill",
    });
    const filled = fieldsIn(page.text, action(small));
    expect([0, 1, 2].map((at) => filled[`rows.${at}.price`])).toEqual(["12,50", "12,50", "12,50"]);
    await saveTable(small, filled);
    expect((await variantsOf("filled")).map((one) => [one.priceInCents, one.quantity])).toEqual([
      ...[
        [1250, 7],
        [1250, 7],
        [1250, 7],
      ],
    ]);
    const wrong = await staff.post(action(small), { ...fields, "all-price": "1.250", step: "fill" });
    expect([wrong.status, wrong.text.includes("could be 1250 or 1.25")]).toEqual([400, true]);
  });

  test("are saved all or not at all, with the fault beside its field", async () => {
    const { small, medium } = await sizes("faulty");
    const fields = await fieldsOn(action(small), action(small));
    for (const [field, value, fault] of [
      ["rows.1.price", "much", "Enter an amount"],
      ["rows.1.stock", "many", "Enter a whole number"],
      ["rows.1.sku", "s".repeat(256), "It is longer than 255 characters."],
      ["rows.1.price", "1000000", "It is more than 99999999."],
    ] as const) {
      const page = await saveTable(small, { ...fields, "rows.0.price": "99", [field]: value });
      expect([page.status >= 400, new RegExp(`id="${field}-fault">([^<]*)`).exec(page.text)?.[1]]).toEqual([
        true,
        expect.stringContaining(fault),
      ]);
    }
    await colleague.submit(pageOf(medium), `${pageOf(medium)}/active`, {});
    const late = await saveTable(small, { ...fields, "rows.0.price": "99" });
    expect([late.status, late.text.includes("has changed since you read it")]).toEqual([409, true]);
    expect((await find(small))?.priceInCents).toBe(1000);
  });

  test.each([
    [{ "option-name-1": "", "option-values-1": "" }, "Enter an option and its values"],
    [{ "option-name-1": "Size", "option-values-1": "" }, "at least one value"],
    [sizesOf("A4", { "option-name-2": "size", "option-values-2": "A3" }), "Two options have the same name."],
    [sizesOf(Array.from({ length: 101 }, (_, n) => n).join()), "a product has at most 100"],
  ])("400 beside the first option for %j", async (options, fault) => {
    const id = await added();
    const page = await staff.submit(action(id), action(id), { ...options, step: "table" });
    expect([page.status, page.text.includes(fault)]).toEqual([400, true]);
  });

  test("aren't saved for options that the table doesn't show yet", async () => {
    const { small } = await sizes("early");
    const fields = await fieldsOn(action(small), action(small));
    const page = await saveTable(small, { ...fields, ...sizesOf("A4, A3, A2, A1") });
    expect([page.status, page.text.includes("The options have changed.")]).toEqual([200, true]);
    expect(await variantsOf("early")).toHaveLength(3);
    expect((await saveTable(small, fieldsIn(page.text, action(small)))).status).toBe(303);
    expect(await variantsOf("early")).toHaveLength(4);
  });

  test("have their own group, and another store's product has none", async () => {
    await added({ name: "Own print" });
    const id = await added({ name: "Own print" });
    expect((await find(id))?.slug).toBe("own-print-2");
    await saveTable(id, await tableFor(id, sizesOf("A4")));
    expect((await find(id))?.group).toEqual({ slug: "own-print-2", name: "Own print" });
    expect((await staff.get(action(foreign))).status).toBe(404);
  });

  test("are edited as one product, or alone", async () => {
    const { small, medium, large } = await sizes("together");
    const page = pageOf(small);
    const fields = await fieldsOn(page, page);
    expect(fields["with-variants"]).toBe("yes");
    const shared = { groupName: "Sheets", description: "On paper.", kind: "digital", category: "Paper" };
    expect((await staff.post(page, { ...fields, ...shared, price: "11" })).status).toBe(303);
    const expected = {
      group: { slug: "together", name: "Sheets" },
      description: "On paper.",
      type: "digital",
    };
    for (const id of [small, medium, large]) expect(await find(id)).toMatchObject(expected);
    expect((await find(medium))?.priceInCents).toBe(2000);
    const { "with-variants": _, ...alone } = await fieldsOn(page, page);
    expect((await staff.post(page, { ...alone, description: "Only here." })).status).toBe(303);
    expect((await find(small))?.description).toBe("Only here.");
    expect((await find(large))?.description).toBe("On paper.");
  });

  test("keep a person's choice not to change them after a fault", async () => {
    const { small } = await sizes("choice");
    const { "with-variants": _, ...alone } = await fieldsOn(pageOf(small), pageOf(small));
    const page = await staff.post(pageOf(small), { ...alone, price: "much" });
    expect(fieldsIn(page.text, pageOf(small))).not.toHaveProperty("with-variants");
  });
});

describe("the table of products", () => {
  const table = () => `${products}/edit`;

  test("changes price, stock and state of several at once, and leaves a stock that wasn't edited to sales", async () => {
    const [one, two] = [
      await added({ name: "Bulk cup", stock: "5" }),
      await added({ name: "Bulk plate", stock: "6" }),
    ];
    const fields = await fieldsOn(`${table()}?q=bulk`, table());
    expect(Object.values(fields)).toEqual(expect.arrayContaining([one, two]));
    const at = (id: string) =>
      Object.keys(fields)
        .find((name) => fields[name] === id)
        ?.replace(".id", "") ?? "";
    const { database } = world.services;
    await database.stockLevels.change(
      { storeId: merchant.store.id, productId: two },
      { to: 1 },
      { kind: "person", id: "x" },
    );
    const { [`${at(two)}.isActive`]: _, ...rest } = fields;
    const saved = await staff.post(table(), {
      ...rest,
      [`${at(one)}.price`]: "4,20",
      [`${at(one)}.stock`]: "9",
    });
    expect([saved.status, saved.location]).toEqual([303, products]);
    expect(await find(one)).toMatchObject({ priceInCents: 420, quantity: 9, isActive: true });
    expect(await find(two)).toMatchObject({ priceInCents: 300, quantity: 1, isActive: false });
  });

  test("changes nothing if one row is refused", async () => {
    const [one, two] = [await added({ name: "Bulk bowl" }), await added({ name: "Bulk bowl lid" })];
    const fields = await fieldsOn(`${table()}?q=bowl`, table());
    const prices = Object.keys(fields).filter((name) => name.endsWith(".price"));
    const [good = "", bad = ""] = prices;
    for (const [value, fault] of [
      ["1.250", "could be"],
      ["1000000", "more than 99999999"],
    ] as const) {
      const page = await staff.post(table(), { ...fields, [good]: "8", [bad]: value });
      expect(page.status).toBe(400);
      expect(new RegExp(`id="${bad}-fault">([^<]*)`).exec(page.text)?.[1]).toContain(fault);
    }
    for (const id of [one, two]) expect((await find(id))?.priceInCents).toBe(300);
  });
});
