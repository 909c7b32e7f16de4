import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { send } from "@counterpart/testing";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { filePartBytes } from "../../server/domain/product-file.ts";
import { giveFile } from "../helpers/product-files.ts";
import { buy, productId } from "../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";

let world: World;
let merchant: Merchant;
let order: Awaited<ReturnType<typeof buy>>;
/** Less than the limit of a store's files, and more than a part. */
const large = Buffer.from(Array.from({ length: filePartBytes - 2000 }, (_, at) => at % 251));
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
  await giveFile(world, merchant, "font", { name: "Hafen “1”.pdf", content: large });
  order = await buy(merchant, { font: 1 });
});
afterAll(() => world.close());

const address = () => ({
  ...{ storeId: merchant.store.id, orderId: order.id },
  productId: productId(merchant, "font"),
});

async function newPath(): Promise<string> {
  return `/downloads/${(await world.services.database.downloads.createLink(address())).token}`;
}
const get = (to: string, init?: RequestInit) => fetch(world.url + to, init);
const count = async () => (await world.services.database.downloads.counts(order.id))[0]?.count ?? 0;

test("200 the file as an attachment, which is counted", async () => {
  const before = await count();
  const response = await get(await newPath());
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/pdf",
    "content-length": String(large.length),
    "content-disposition": `attachment; filename="Hafen ?1?.pdf"; filename*=UTF-8''Hafen%20%E2%80%9C1%E2%80%9D.pdf`,
    "cache-control": "private, no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "referrer-policy": "no-referrer",
  });
  expect(Buffer.from(await response.arrayBuffer()).equals(large)).toBe(true);
  expect(await world.services.database.downloads.counts(order.id)).toEqual([
    { productId: address().productId, count: before + 1, lastAt: world.clock.now },
  ]);
});

test("206 and 416 for ranges, of which the rest of a download isn't counted; neither is HEAD", async () => {
  const to = await newPath();
  const before = await count();
  const range = (value: string) => get(to, { headers: { range: value } });
  const tail = await range("bytes=1000-");
  expect([tail.status, tail.headers.get("content-range")]).toEqual([
    206,
    `bytes 1000-${large.length - 1}/${large.length}`,
  ]);
  expect(Buffer.from(await tail.arrayBuffer()).equals(large.subarray(1000))).toBe(true);
  const outside = await range(`bytes=${large.length}-`);
  expect([outside.status, outside.headers.get("content-range")]).toEqual([416, `bytes */${large.length}`]);
  const head = await get(to, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect(await count()).toBe(before + 1);
  expect(await (await range("bytes=0-3")).arrayBuffer()).toHaveProperty("byteLength", 4);
  expect(await count()).toBe(before + 1);
});

test.each([
  ["the whole file but its first byte, each time", 3, ["1-", "1-", "1-"]],
  ["the whole file but its last byte, each time", 2, [`0-${large.length - 2}`, `0-${large.length - 2}`]],
  ["a resumed download", 1, ["0-", "5000-", `${large.length - 10}-`]],
  ["parts in any order", 1, [`${large.length - 3000}-`, "0-9999", `10000-${large.length - 3001}`]],
  ["whole downloads", 2, ["0-", "0-"]],
] as const)("counts %s as %i", async (_, counted, ranges) => {
  const to = await newPath();
  const before = await count();
  for (const range of ranges) await (await get(to, { headers: { range: `bytes=${range}` } })).arrayBuffer();
  expect(await count()).toBe(before + counted);
});

test("counts a download in parallel parts once", async () => {
  const to = await newPath();
  const before = await count();
  const size = Math.ceil(large.length / 8);
  const part = async (_: unknown, n: number) =>
    (await get(to, { headers: { range: `bytes=${n * size}-${(n + 1) * size - 1}` } })).arrayBuffer();
  await Promise.all(Array.from({ length: 8 }, part));
  expect(await count()).toBe(before + 1);
});

test("a range of another version is answered with the whole file", async () => {
  const other = await world.merchant();
  await giveFile(world, other, "font", { name: "a.otf", content: "glyphs" });
  const { id } = await buy(other, { font: 1 });
  const line = { storeId: other.store.id, orderId: id, productId: productId(other, "font") };
  const { token } = await world.services.database.downloads.createLink(line);
  const to = `/downloads/${token}`;
  const tag = (await get(to, { method: "HEAD" })).headers.get("etag") ?? "";
  expect(tag).toMatch(/^"[^"]+"$/);
  const resumed = async (condition: string, range = "bytes=2-") => {
    const response = await get(to, { headers: { range, "if-range": condition } });
    return [response.status, await response.text()];
  };
  expect(await resumed(tag)).toEqual([206, "yphs"]);
  for (const condition of [`W/${tag}`, '"other"', "Thu, 15 Jan 2026 10:00:00 GMT", ""]) {
    expect(await resumed(condition), condition).toEqual([200, "glyphs"]);
  }
  await giveFile(world, other, "font", { name: "a.otf", content: "newer" });
  expect(await resumed(tag)).toEqual([200, "newer"]);
  expect(await resumed(tag, "bytes=900-")).toEqual([200, "newer"]);
  const current = (await get(to)).headers.get("etag") ?? "";
  expect((await get(to, { headers: { "if-none-match": current, "cache-control": "" } })).status).toBe(304);
});

test("a link has three downloads at once, and others of the store work meanwhile", async () => {
  const other = await world.merchant();
  const files = world.services.files;
  const content = Buffer.alloc(filePartBytes / 2, "x");
  await giveFile(world, other, "font", { name: "a.otf", content });
  const { id } = await buy(other, { font: 1 });
  const line = { storeId: other.store.id, orderId: id, productId: productId(other, "font") };
  const pathOf = async () => `/downloads/${(await world.services.database.downloads.createLink(line)).token}`;
  const [to, second] = [await pathOf(), await pathOf()];
  const gate = Promise.withResolvers<void>();
  const reads = vi.spyOn(files as NonNullable<typeof files>, "read").mockImplementation(async function* () {
    yield content.subarray(0, 10);
    await gate.promise;
    yield content.subarray(10);
  });
  onTestFinished(() => reads.mockRestore());
  const open = await Promise.all([1, 2, 3].map(() => get(to)));
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200]);
  const fourth = await get(to);
  expect([fourth.status, fourth.headers.get("retry-after")]).toEqual([500, "30"]);
  const beside = await get(second);
  expect(beside.status).toBe(200);
  gate.resolve();
  for (const response of [...open, beside])
    expect((await response.arrayBuffer()).byteLength).toBe(content.length);
  const again = await get(to);
  expect(again.status).toBe(200);
  await again.arrayBuffer();
});

test("410 after a day, and for a token that was never made", async () => {
  const to = await newPath();
  const now = world.clock.now;
  world.clock.now += 24 * 60 * 60 * 1000;
  const late = await get(to);
  world.clock.now = now;
  const madeUp = await get(`/downloads/dl_${"0".repeat(26)}`);
  const broken = await get("/downloads/..%2f..%2fetc%2fpasswd");
  for (const response of [late, madeUp, broken]) {
    expect(response.status).toBe(410);
    expect(await response.text()).toContain("has expired");
  }
});

test("410 once the order was refunded, or the file was removed", async () => {
  const other = await world.merchant();
  await giveFile(world, other, "font", { name: "a.otf", content: "glyphs" });
  const { id } = await buy(other, { font: 1 });
  const line = { storeId: other.store.id, orderId: id, productId: productId(other, "font") };
  const { token } = await world.services.database.downloads.createLink(line);
  const status = async () => (await get(`/downloads/${token}`)).status;
  expect(await status()).toBe(200);
  await world.services.database.productFiles.use(line, undefined);
  expect(await status()).toBe(410);
  await giveFile(world, other, "font", { name: "b.otf", content: "newer" });
  expect(await (await get(`/downloads/${token}`)).text()).toBe("newer");
  const found = await world.services.database.orders.find({ storeId: other.store.id, orderId: id });
  const paymentId = found?.payments[0]?.id ?? "";
  const refund = { id: "re_1", paymentId, amount: 4900, currency: "eur", createdAt: world.clock.now };
  await world.services.database.orders.recordRefunds({
    ...{ paymentId, refunded: 4900, fetchedAt: world.clock.now },
    refunds: [{ ...refund, status: "succeeded" }],
  });
  expect(await status()).toBe(410);
});

test("404 from the pages of images, and no token in the log", async () => {
  const [file = ""] = await readdir(path.join(world.imagesFolder, merchant.store.id));
  expect(file).toMatch(/^file_[0-9a-z]{26}-0\.part$/);
  expect((await get(`/images/${merchant.store.id}/${file}`)).status).toBe(404);
  const to = await newPath();
  await (await get(to)).arrayBuffer();
  await get(`${to}/more`);
  await get(to, { method: "POST" });
  const token = to.split("/").at(-1) ?? "";
  expect(token).not.toBe("");
  expect(world.logLines.join("")).not.toContain(token);
});

test("buyers of a deleted product keep its file", async () => {
  const seller = await world.merchant();
  await giveFile(world, seller, "font", { name: "harbour.otf", content: "glyphs" });
  const { id } = await buy(seller, { font: 1 });
  const storeId = seller.store.id;
  const { database, files } = world.services;
  await database.managedProducts.delete({ storeId, product: productId(seller, "font") }, () => {});
  for (let week = 0; week < 3; week += 1) {
    await files?.sweep();
    world.clock.now += 7 * 24 * 60 * 60 * 1000;
  }
  const downloads = `/v1/orders/${id}/downloads`;
  const listed = await send(world, "GET", downloads, { key: seller.key });
  expect(listed.body).toMatchObject({ data: [{ fileName: "harbour.otf", isAvailable: true }] });
  const json = { productId: productId(seller, "font") };
  const made = await send(world, "POST", downloads, { key: seller.key, json });
  const { url } = (made.body as { data: { url: string } }).data;
  expect(await (await get(new URL(url).pathname)).text()).toBe("glyphs");
});

test("a replaced file is removed after a week, and so is that of a deleted product that wasn't sold", async () => {
  const other = await world.merchant();
  const folder = path.join(world.imagesFolder, other.store.id);
  await giveFile(world, other, "font", { name: "a.otf", content: "old" });
  const [old = ""] = await readdir(folder);
  await giveFile(world, other, "font", { name: "a.otf", content: "new" });
  await world.services.files?.sweep();
  expect(await readdir(folder)).toHaveLength(2);
  world.clock.now += 7 * 24 * 60 * 60 * 1000;
  await world.services.files?.sweep();
  expect(await readdir(folder)).toHaveLength(1);
  expect(await readdir(folder)).not.toContain(old);
  const storeId = other.store.id;
  await world.services.database.managedProducts.delete(
    { storeId, product: productId(other, "font") },
    () => {},
  );
  await world.services.files?.sweep();
  world.clock.now += 7 * 24 * 60 * 60 * 1000;
  await world.services.files?.sweep();
  expect(await readdir(folder)).toEqual([]);
});

test("VALIDATION_ERROR beyond the limit of the store's files, and 500 while a part is missing", async () => {
  const other = await world.merchant();
  const give = (content: string | Buffer) => giveFile(world, other, "font", { name: "a.otf", content });
  await expect(give(Buffer.alloc(filePartBytes + 1))).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    message: expect.stringContaining("may take up 1 MB together"),
  });
  await expect(give("")).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  await give("glyphs");
  const { id } = await buy(other, { font: 1 });
  const line = { storeId: other.store.id, orderId: id, productId: productId(other, "font") };
  const { token } = await world.services.database.downloads.createLink(line);
  await rm(path.join(world.imagesFolder, other.store.id), { recursive: true });
  const response = await get(`/downloads/${token}`).then(
    (answer) => answer.text().then(() => answer.status),
    () => "cut",
  );
  expect(response).not.toBe(200);
});
