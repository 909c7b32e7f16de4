import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cli, openCli } from "../cli-harness.ts";

let cli: Cli;
beforeAll(async () => {
  cli = await openCli();
  await cli.ask("stores", "create", "--slug", "shop", "--name", "S", "--currency", "eur");
  await cli.ask("stores", "create", "--slug", "yen", "--name", "Y", "--currency", "jpy");
});
afterAll(() => cli.close());

const inShop = ["--store", "shop"];
const poster = ["--name", "Tide poster", "--price", "12.50"];
const add = (...options: string[]) => cli.ask("products", "add", ...inShop, ...options);
const show = (product: string) => cli.ask("products", "show", product, ...inShop);
const refused = (...args: string[]) => cli.refusal("products", ...args, ...inShop);

const allFields = [
  ...["--name", "Tide poster", "--type", "physical", "--price", "12.50", "--compare-at-price", "15"],
  ...["--description", "By the sea.", "--category", "Prints", "--sku", "TIDE-27", "--weight", "420"],
  ...["--image-url", "https://a.example/tide.jpg", "--detail", "Signed", "--detail", "30 × 40 cm"],
  ...["--group", "tides=Tides", "--option", "Size=A4", "--tax-code", "txcd_35010000"],
  ...["--stock", "8"],
];
const everyField = {
  ...{ name: "Tide poster", type: "physical", billingInterval: null, priceInCents: 1250, currency: "eur" },
  ...{ compareAtPriceInCents: 1500, description: "By the sea.", category: "Prints", sku: "TIDE-27" },
  ...{ weightInGrams: 420, imageUrl: "https://a.example/tide.jpg", details: ["Signed", "30 × 40 cm"] },
  ...{ images: [{ url: "https://a.example/tide.jpg", alt: null }], group: { slug: "tides", name: "Tides" } },
  ...{ options: [{ name: "Size", value: "A4" }], stock: 8, taxCode: "txcd_35010000" },
};

test("products add creates a product with every field, at the end of the list", async () => {
  const first = await add(...poster);
  expect(first).toMatchObject({ type: "physical", isActive: true, stock: null, reference: first._id });
  const second = await add(...allFields, "--slug", "tide-a4", "--no-active");
  expect(second).toMatchObject({ ...everyField, slug: "tide-a4", isActive: false });
  expect(await show(second._id)).toEqual(second);
  const list = await cli.ask("products", "list", ...inShop);
  expect(list.map(({ _id }: { _id: string }) => _id)).toEqual([first._id, second._id]);
  const { stdout } = await cli.run("products", "add", ...inShop, ...poster, "--compare-at-price", "15");
  expect(stdout).toMatch(/^prod_\w+ was added\.$/m);
  expect(stdout).toMatch(/^compare-at price +15\.00 eur$/m);
});

test("products add sells subscriptions, and takes the amounts of the store's currency", async () => {
  const club = ["--name", "Club", "--price", "500", "--type", "subscription", "--billing-interval", "month"];
  const added = await cli.ask("products", "add", "--store", "yen", ...club);
  expect(added).toMatchObject({ currency: "jpy", priceInCents: 500, billingInterval: "month" });
});

test.each([
  [
    ["--name", "Club", "--price", "5", "--type", "subscription"],
    1,
    "--billing-interval must be month or year",
  ],
  [[...poster, "--billing-interval", "year"], 1, "--billing-interval must be null for a physical product"],
  [["--name", "x".repeat(513), "--price", "5"], 1, "--name is longer than 512 characters."],
  [[...poster, "--weight", "9999999999"], 1, "--weight is more than 1000000000."],
  [[...poster, "--stock", "-1"], 1, "--stock is less than 0."],
  [["--name", "Pen", "--price", "1000000"], 1, "--price is more than 99999999."],
  [[...poster, "--compare-at-price", "1000000"], 1, "--compare-at-price is more than 99999999."],
  [[...poster, "--slug", "s".repeat(1025)], 1, "--slug is longer than 1024 characters."],
  [["--name", "Pen", "--price", "much"], 2, "--price takes an amount in eur"],
  [[...poster, "--compare-at-price", "1.234"], 2, "--compare-at-price takes an amount in eur"],
  [[...poster, "--weight", "1.5"], 2, "--weight takes whole grams"],
  [[...poster, "--type", "gift"], 2, "--type"],
  [[...poster, "--image-url", "tide.jpg"], 2, "--image-url"],
  [[...poster, "--option", "A4"], 2, "--option"],
  [["--price", "5"], 2, "--name"],
  [["--name", "Pen"], 2, "--price"],
])("products add %j is refused, and adds nothing", async (options, exitCode, message) => {
  const before = await cli.ask("products", "list", ...inShop);
  const refusal = await refused("add", ...options);
  expect(refusal).toMatchObject({
    exitCode,
    code: exitCode === 2 ? "INVALID_REQUEST" : "VALIDATION_ERROR",
    error: expect.stringContaining(message),
  });
  expect(await cli.ask("products", "list", ...inShop)).toEqual(before);
});

test("products add refuses a slug that another product has", async () => {
  await add(...poster, "--slug", "taken");
  expect(await refused("add", ...poster, "--slug", "taken")).toMatchObject({ exitCode: 1, code: "CONFLICT" });
});

test("products edit changes every field, and removes those with an empty value", async () => {
  const { _id: id } = await add(...poster, "--stock", "8");
  const edit = (...options: string[]) => cli.ask("products", "edit", id, ...inShop, ...options);
  expect(await edit(...allFields.slice(0, -2), "--slug", "edited", "--no-active")).toMatchObject({
    ...everyField,
    slug: "edited",
    isActive: false,
  });
  const empty = await edit(
    ...["--compare-at-price", "", "--description", "", "--category", "", "--sku", "", "--weight", ""],
    ...[
      "--image-url",
      "",
      "--detail",
      "",
      "--group",
      "",
      "--option",
      "",
      "--slug",
      "",
      "--active",
      "--tax-code",
      "",
    ],
  );
  expect(empty).toMatchObject({
    ...{ compareAtPriceInCents: null, description: null, category: null, sku: null, weightInGrams: null },
    ...{ imageUrl: null, images: [], details: null, group: null, options: [], slug: null, isActive: true },
    taxCode: null,
    stock: 8,
  });
  const yearly = await edit("--type", "subscription", "--billing-interval", "year");
  expect(yearly).toMatchObject({ type: "subscription", billingInterval: "year", requiresShipping: false });
  const club = await edit("--trial-days", "14", "--shipped");
  expect(club).toMatchObject({ trialDays: 14, requiresShipping: true });
  const plain = await edit("--trial-days", "", "--no-shipped");
  expect(plain).toMatchObject({ trialDays: null, requiresShipping: false });
  await edit("--trial-days", "14", "--shipped");
  expect(await refused("edit", id, "--trial-days", "0")).toMatchObject({
    exitCode: 1,
    error: "--trial-days is less than 1.",
  });
  expect(await edit("--type", "digital")).toMatchObject({
    ...{ type: "digital", billingInterval: null, trialDays: null, requiresShipping: null },
  });
  expect(await refused("edit", id, "--trial-days", "14")).toMatchObject({
    exitCode: 1,
    error: "--trial-days must be null for a digital product.",
  });
  expect(await refused("edit", id, "--tax-code", "books")).toMatchObject({
    exitCode: 1,
    error: "--tax-code must look like txcd_35010000.",
  });
  expect(await refused("edit", id, "--sku", "s".repeat(256))).toMatchObject({
    exitCode: 1,
    error: "--sku is longer than 255 characters.",
  });
});

test("products duplicate copies all but what identifies one product, and changes the given fields", async () => {
  const { _id: id } = await add(...allFields, "--slug", "original");
  const duplicate = (...options: string[]) => cli.ask("products", "duplicate", id, ...inShop, ...options);
  const copy = await duplicate();
  expect(copy).toMatchObject({
    ...everyField,
    ...{ name: "Copy of Tide poster", slug: null, sku: null, stock: 0, isActive: false },
  });
  expect(copy._id).not.toBe(id);
  const large = await duplicate(
    ...["--name", "Tide poster A3", "--option", "Size=A3", "--price", "20", "--sku", "TIDE-A3"],
    ...["--image-url", "https://a.example/a3.jpg", "--stock", "3", "--active"],
  );
  expect(large).toMatchObject({
    ...everyField,
    ...{ name: "Tide poster A3", options: [{ name: "Size", value: "A3" }], priceInCents: 2000 },
    ...{ sku: "TIDE-A3", stock: 3, isActive: true, imageUrl: "https://a.example/a3.jpg" },
    images: [{ url: "https://a.example/a3.jpg", alt: null }],
  });
  expect(await show(id)).toMatchObject({ ...everyField, slug: "original" });
  expect(await refused("duplicate", "nothing")).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
});

test("products delete deletes a product, unless it has changed", async () => {
  const { _id: id, reference, version } = await add(...poster);
  await cli.ask("products", "edit", id, ...inShop, "--price", "13");
  expect(await refused("delete", id, "--if-version", version)).toMatchObject({
    exitCode: 1,
    code: "CONFLICT",
  });
  const { version: current } = await show(id);
  expect(await cli.ask("products", "delete", id, ...inShop, "--if-version", current)).toEqual({
    id,
    reference,
    deleted: true,
  });
  expect(await refused("show", id)).toMatchObject({ code: "NOT_FOUND" });
  expect(await refused("delete", id)).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
});

test("products edit, duplicate and delete don't find another store's product", async () => {
  const { _id: id } = await add(...poster);
  for (const args of [
    ["edit", id, "--name", "Mine"],
    ["duplicate", id],
    ["delete", id],
  ]) {
    const refusal = await cli.refusal("products", ...args, "--store", "yen");
    expect(refusal).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
  }
  expect(await show(id)).toMatchObject({ name: "Tide poster" });
});

test("products edit --with-variants changes what the variants of a group share", async () => {
  const group = ["--group", "waves=Waves"];
  const { _id: small } = await add(...poster, ...group, "--option", "Size=A4");
  const { _id: large } = await add(...poster, ...group, "--option", "Size=A3", "--price", "20");
  const change = ["--category", "Sea", "--group", "waves=High waves", "--price", "13"];
  await cli.ask("products", "edit", small, ...inShop, ...change, "--with-variants");
  expect(await show(small)).toMatchObject({ category: "Sea", priceInCents: 1300 });
  expect(await show(large)).toMatchObject({
    ...{ category: "Sea", group: { slug: "waves", name: "High waves" }, priceInCents: 2000 },
    options: [{ name: "Size", value: "A3" }],
  });
});
