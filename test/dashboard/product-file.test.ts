import { afterAll, beforeAll, expect, test } from "vitest";
import { buy, productId } from "../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";
import { hiddenFields, signedIn, type Visitor } from "./dashboard-visitor.ts";

let world: World;
let merchant: Merchant;
let staff: Visitor;
let home: string;
let page: string;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
  staff = await signedIn(world, { storeId: merchant.store.id, role: "staff" });
  home = `/dashboard/stores/${merchant.store.slug}`;
  page = `${home}/products/${productId(merchant, "font")}`;
});
afterAll(() => world.close());

async function send(action: string, file?: File, from = `${page}/file`) {
  const form = new FormData();
  const hidden = hiddenFields((await staff.get(from)).text, action);
  for (const [name, value] of Object.entries(hidden)) form.set(name, value);
  if (file) form.set("file", file);
  return staff.send(action, { method: "POST", body: form, headers: { origin: "http://counterpart.test" } });
}

test("staff add, replace and remove the file of a digital product", async () => {
  expect((await staff.get(page)).text).toContain("Buyers have nothing to download.");
  const added = await send(`${page}/file`, new File(["glyphs"], "harbour.otf"));
  expect([added.status, added.headers.get("location")]).toEqual([303, page]);
  expect((await staff.get(page)).text).toContain("harbour.otf");
  await send(`${page}/file`, new File(["newer"], "<b>quay</b>.otf"));
  const { text } = await staff.get(`${page}/file`);
  expect(text).not.toContain("<b>quay");
  expect(text).toContain("b.otf");
  await send(`${page}/file/remove`);
  expect((await staff.get(page)).text).toContain("Buyers have nothing to download.");
});

test("400 beside the field without a file, and for an empty one", async () => {
  for (const [file, fault] of [
    [undefined, "Choose a file."],
    [new File([], "a.otf"), "The file is empty."],
    [new File(["x".repeat(1024 ** 2 + 1)], "a.otf"), "together"],
  ] as const) {
    const answer = await send(`${page}/file`, file);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(fault);
  }
});

test("a physical product has no file", async () => {
  const poster = `${home}/products/${productId(merchant, "poster")}`;
  expect((await staff.get(poster)).text).not.toContain("nothing to download");
  expect((await staff.get(`${poster}/file`)).text).toContain("Only digital products have a file.");
});

test("the order's page shows how often each line was downloaded", async () => {
  const { id } = await buy(merchant, { font: 1 });
  const order = `${home}/orders/${id}`;
  expect((await staff.get(order)).text).not.toContain("<caption>Downloads</caption>");
  const line = { storeId: merchant.store.id, orderId: id, productId: productId(merchant, "font") };
  await world.services.database.downloads.count(line);
  await world.services.database.downloads.count(line);
  const { text } = await staff.get(order);
  expect(text).toMatch(/<caption>Downloads<\/caption>[\s\S]*Typeface<\/th><td class="number">2<\/td>/);
});
