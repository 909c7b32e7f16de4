import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cli, openCli } from "../cli-harness.ts";

let cli: Cli;
beforeAll(async () => {
  cli = await openCli();
  await cli.ask("stores", "create", "--slug", "shop", "--name", "S", "--currency", "eur");
  await cli.ask("stores", "create", "--slug", "stock", "--name", "S", "--currency", "eur");
});
afterAll(() => cli.close());

const header = "Handle,Title,Variant Price,Option1 Name,Option1 Value,Image Src";

test("products import counts its changes, and products list shows them", async () => {
  const rows = [
    "card,Card,9.50,Set,Six,",
    "card,,17,,Twelve,",
    "card,,,,,https://a.example/2.jpg",
    "pen,Pen,3,,,",
  ];
  const file = await cli.file("products.csv", [header, ...rows].join("\n"));
  const first = await cli.ask("products", "import", file, "--store", "shop");
  expect(first).toEqual({ created: 3, updated: 0, unchanged: 0, skipped: 1, leftOut: [], offSale: [] });
  await cli.file("products.csv", [header, ...rows].join("\n").replace("17", "16"));
  const second = await cli.run("products", "import", file, "--store", "shop");
  expect(second).toEqual({
    exitCode: 0,
    stdout: "Products of shop: 0 created, 1 updated, 2 unchanged. 1 row has no product.\n",
    stderr: "",
  });
  const list = await cli.ask("products", "list", "--store", "shop");
  expect(
    list.map(({ reference, priceInCents }: Record<string, unknown>) => [reference, priceInCents]),
  ).toEqual([
    ["card/Six", 950],
    ["card/Twelve", 1600],
    ["pen", 300],
  ]);
  const { stdout } = await cli.run("products", "list", "--store", "shop");
  expect(stdout).toMatch(/^card\/Six +Card – Six +9\.50 eur +physical +yes$/m);
});

test("products import lists what is left out and what arrives off sale", async () => {
  const columns =
    "Handle,Title,Price,Barcode,Inventory tracker,Inventory quantity,Variant Inventory Policy,Gift Card";
  const rows = [
    "cap,Cap,9,C-1,shopify,0,deny,",
    "hat,Hat,9,C-2,shopify,3,deny,",
    "voucher,Voucher,20,,,,,TRUE",
  ];
  const file = await cli.file("stock.csv", [columns, ...rows].join("\n"));
  const { stdout } = await cli.run("products", "import", file, "--store", "stock");
  expect(stdout).toBe(`Products of stock: 3 created, 0 updated, 0 unchanged.

Not imported, because products here don't support it:
WHAT        ROWS  COLUMNS
barcode     2     Barcode
gift cards  1     Gift Card

1 product is not for sale:
LINE  REFERENCE  WHY
4     voucher    a gift card, which can't be redeemed here
`);
  const list = await cli.ask("products", "list", "--store", "stock", "--no-active");
  expect(list.map(({ reference }: { reference: string }) => reference)).toEqual(["voucher"]);
  expect(await cli.ask("products", "stock", "hat", "--store", "stock")).toMatchObject({
    stock: { quantity: 3 },
  });
  await cli.file("stock.csv", [columns, ...rows].join("\n").replace("shopify,3", "shopify,9"));
  await cli.ask("products", "import", file, "--store", "stock", "--stock");
  expect(await cli.ask("products", "stock", "hat", "--store", "stock")).toMatchObject({
    stock: { quantity: 9 },
  });
});

test("products import lists fifty of many products off sale, and all with --json", async () => {
  const rows = Array.from({ length: 80 }, (_, n) => `voucher-${n},Voucher,20,TRUE`);
  const file = await cli.file("vouchers.csv", ["Handle,Title,Price,Gift Card", ...rows].join("\n"));
  const { stdout } = await cli.run("products", "import", file, "--store", "stock");
  expect(stdout).toContain("\n80 products are not for sale:\n");
  expect(stdout).toContain("\nand 30 more; `--json` lists all of them\n");
  expect((await cli.ask("products", "import", file, "--store", "stock")).offSale).toHaveLength(80);
});

test("products import reports every fault with its line and changes nothing", async () => {
  const before = await cli.ask("products", "list", "--store", "shop");
  const rows = ["pen,Pen,4,,,", 'ink,"Ink,\nblack",9.999,,,', "ink,,1,000,,,", "mug,Mug,twelve,,,"];
  const file = await cli.file("faulty.csv", [header, ...rows].join("\r\n"));
  const refusal = await cli.refusal("products", "import", file, "--store", "shop");
  expect(refusal).toEqual({
    exitCode: 1,
    stdout: "",
    error: "faulty.csv wasn't imported. Nothing was changed. It has 3 faults.",
    code: "VALIDATION_ERROR",
    faultCount: 3,
    faults: [
      { line: 3, message: 'Variant Price is "9.999", but eur has 2 decimals.' },
      { line: 5, message: "The row has 7 cells, but the header has 6." },
      { line: 6, message: 'Variant Price is "twelve", not a plain amount such as 1250 or 19.99.' },
    ],
  });
  const { stderr } = await cli.run("products", "import", file, "--store", "shop");
  expect(stderr).toContain('\n  line 6: Variant Price is "twelve"');
  expect(await cli.ask("products", "list", "--store", "shop")).toEqual(before);
});

test("products import reports fifty of many faults, and the total", async () => {
  const rows = Array.from({ length: 80 }, (_, index) => `p${index},P,free,,,`);
  const file = await cli.file("many.csv", [header, ...rows].join("\n"));
  const refusal = await cli.refusal("products", "import", file, "--store", "shop");
  expect(refusal.faultCount).toBe(80);
  expect(refusal.faults).toHaveLength(50);
  const { stderr } = await cli.run("products", "import", file, "--store", "shop");
  expect(stderr.trimEnd().split("\n")).toHaveLength(52);
  expect(stderr).toContain("\n  and 30 more\n");
});

test("products import refuses a missing file and an unknown store", async () => {
  const file = await cli.file("one.csv", `${header}\npen,Pen,3,,,`);
  const missing = await cli.refusal("products", "import", `${file}x`, "--store", "shop");
  expect(missing).toMatchObject({ exitCode: 1, code: "NOT_FOUND", error: `There is no file ${file}x.` });
  const elsewhere = await cli.refusal("products", "import", file, "--store", "nowhere");
  expect(elsewhere).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
  const folder = await cli.refusal("products", "import", "/", "--store", "shop");
  expect(folder).toMatchObject({ exitCode: 1, code: "VALIDATION_ERROR" });
});

test("products list keeps a merchant's control characters out of the terminal", async () => {
  const product = { reference: "esc", name: "A\u001b[2Jb\nc", type: "digital", priceInCents: 1 };
  const file = await cli.file("control.json", JSON.stringify([product]));
  await cli.ask("products", "import", file, "--store", "shop");
  const { stdout } = await cli.run("products", "list", "--store", "shop");
  expect(stdout).toContain("A [2Jb c");
});

test("products show prints the version, and products edit changes the given fields", async () => {
  const show = (...args: string[]) => cli.ask("products", "show", ...args, "--store", "shop");
  const edit = (...args: string[]) => cli.ask("products", "edit", "pen", "--store", "shop", ...args);
  const pen = await show("pen");
  expect(pen).toMatchObject({ reference: "pen", name: "Pen", priceInCents: 300 });
  expect(await show(pen._id)).toEqual(pen);
  const changed = await edit(
    ...["--name", "Fountain pen", "--price", "12.50", "--category", "Tools", "--slug", "fountain-pen"],
    ...["--group", "pens=Pens", "--option", "Nib=Fine", "--option", "Ink=Black"],
    ...["--image-url", "https://a.example/pen.jpg", "--description", "It writes."],
  );
  expect(changed).toMatchObject({
    name: "Fountain pen",
    priceInCents: 1250,
    category: "Tools",
    slug: "fountain-pen",
    group: { slug: "pens", name: "Pens" },
    options: [
      { name: "Nib", value: "Fine" },
      { name: "Ink", value: "Black" },
    ],
    imageUrl: "https://a.example/pen.jpg",
    description: "It writes.",
  });
  expect(await show("pen")).toEqual(changed);
  const { stdout } = await cli.run("products", "show", "pen", "--store", "shop");
  expect(stdout).toMatch(/^price +12\.50 eur$/m);
  const without = await edit(
    ...["--category", "", "--group", "", "--option", "", "--image-url", "", "--description", ""],
  );
  expect(without).toMatchObject({
    ...{ category: null, group: null, options: [], imageUrl: null, images: [], description: null },
    name: "Fountain pen",
  });
});

test("products edit --if-version refuses after a concurrent change, and says what was changed", async () => {
  const { version } = await cli.ask("products", "show", "pen", "--store", "shop");
  await cli.ask("products", "edit", "pen", "--store", "shop", "--price", "4");
  const stale = ["products", "edit", "pen", "--store", "shop", "--name", "Mine", "--if-version", version];
  const refusal = await cli.refusal(...stale);
  expect(refusal).toMatchObject({ exitCode: 1, code: "CONFLICT" });
  expect(refusal.error).toContain("priceInCents");
  expect((await cli.ask("products", "show", "pen", "--store", "shop")).name).not.toBe("Mine");
});

test("products import and edit refuse prices that can't be charged, and name the row", async () => {
  await cli.ask("stores", "create", "--slug", "iceland", "--name", "I", "--currency", "isk");
  const file = (price: string) =>
    cli.file("krona.csv", [header, "pen,Pen,400,,,", `ink,Ink,${price},,,`].join("\n"));
  const refusal = await cli.refusal("products", "import", await file("500.50"), "--store", "iceland");
  expect(refusal.faults).toEqual([
    { line: 3, message: "Variant Price is 500.50 isk, but only multiples of 1.00 can be charged." },
  ]);
  await cli.ask("products", "import", await file("500"), "--store", "iceland");
  const edit = ["products", "edit", "ink", "--store", "iceland", "--price"];
  expect(await cli.refusal(...edit, "500.50")).toMatchObject({
    exitCode: 1,
    code: "VALIDATION_ERROR",
    error: "--price is 500.50 isk, but only multiples of 1.00 can be charged.",
  });
  expect(await cli.ask(...edit, "501")).toMatchObject({ priceInCents: 50_100 });
});

test("products activate and deactivate say whether it is for sale, and products list finds both", async () => {
  const act = (name: string) => cli.ask("products", name, "pen", "--store", "shop");
  const listed = async (...options: string[]) =>
    (await cli.ask("products", "list", "--store", "shop", ...options)).map(
      ({ reference }: { reference: string }) => reference,
    );
  expect(await act("deactivate")).toMatchObject({ isActive: false });
  expect(await listed("--no-active")).toEqual(["pen"]);
  expect(await listed("--active")).not.toContain("pen");
  expect(await act("activate")).toMatchObject({ isActive: true });
  expect(await listed("--no-active")).toEqual([]);
  expect(await listed("--search", "card")).toEqual(["card/Six", "card/Twelve"]);
  expect((await cli.run("products", "list", "--store", "shop", "--search", "zzz")).stdout).toContain(
    "No products match.",
  );
});

test("products edit refuses invalid values, an unknown product, another store's, and no change at all", async () => {
  await cli.ask("stores", "create", "--slug", "elsewhere", "--name", "E", "--currency", "eur");
  const refused = (product: string, store: string, ...args: string[]) =>
    cli.refusal("products", "edit", product, "--store", store, ...args);
  expect(await refused("pen", "shop")).toMatchObject({ exitCode: 2 });
  expect(await refused("pen", "shop", "--price", "1.234")).toMatchObject({ exitCode: 2 });
  expect(await refused("pen", "shop", "--option", "Nib")).toMatchObject({ exitCode: 2 });
  expect(await refused("pen", "shop", "--slug", "s".repeat(1025))).toMatchObject({
    exitCode: 1,
    code: "VALIDATION_ERROR",
  });
  expect(await refused("nothing", "shop", "--name", "N")).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
  expect(await refused("pen", "elsewhere", "--name", "N")).toMatchObject({ exitCode: 1, code: "NOT_FOUND" });
});

test("products stock counts a product, changes and shows its numbers, and stops counting it", async () => {
  const file = await cli.file("counted.csv", ["Handle,Title,Price", "mug,Mug,9"].join("\n"));
  await cli.ask("products", "import", file, "--store", "stock");
  const stock = (...change: string[]) => cli.ask("products", "stock", "mug", "--store", "stock", ...change);
  expect(await stock()).toEqual({ reference: "mug", stock: null });
  expect(await stock("--set", "12")).toEqual({ reference: "mug", stock: { quantity: 12, reserved: 0 } });
  expect(await stock("--add", "-2")).toMatchObject({ stock: { quantity: 10 } });
  const { stdout } = await cli.run("products", "stock", "mug", "--store", "stock");
  expect(stdout).toBe("mug: 10 in stock\n");
  expect((await cli.run("products", "show", "mug", "--store", "stock")).stdout).toMatch(/^stock +10$/m);
  expect(await stock("--uncounted")).toEqual({ reference: "mug", stock: null });
});

test.each([
  [["--set", "1.5"], "whole number"],
  [["--set", "1", "--add", "2"], "Give one of --set, --add and --uncounted."],
])("products stock refuses %j", async (options, message) => {
  const refused = await cli.refusal("products", "stock", "mug", "--store", "stock", ...options);
  expect(JSON.stringify(refused)).toContain(message);
});
