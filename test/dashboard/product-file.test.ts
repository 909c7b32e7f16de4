import { once } from "node:events";
import { request } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
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

const address = () => ({ storeId: merchant.store.id, productId: productId(merchant, "font") });

async function contentOfFile(): Promise<Buffer> {
  const { database, files } = world.services;
  const file = await database.productFiles.find(address());
  if (!file || !files) throw new Error("There is no file.");
  const parts: Buffer[] = [];
  for await (const part of files.read(file, { start: 0, end: file.bytes - 1 })) parts.push(part);
  return Buffer.concat(parts);
}

/** A form with the fields of the page, up to its file's content. */
async function beginning(fields?: Record<string, string>): Promise<string> {
  const hidden = fields ?? hiddenFields((await staff.get(`${page}/file`)).text, `${page}/file`);
  const parts = Object.entries(hidden).map(
    ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file =
    'Content-Disposition: form-data; name="file"; filename="Größe „1“.pdf"\r\nContent-Type: application/pdf';
  return `${parts.join("")}--edge\r\n${file}\r\n\r\n`;
}

/** Sends a form as it is, with the cookies of `staff`. */
function sending(length: number) {
  const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = {
    ...{ cookie, origin: "http://counterpart.test", "content-length": length },
    "content-type": "multipart/form-data; boundary=edge",
  };
  const sent = request(`${world.url}${page}/file`, { method: "POST", headers });
  // The server may close the connection while the rest is being sent.
  sent.on("error", () => {});
  return sent;
}

test("a file is stored as it was sent, also if it arrives in small pieces and has something like a boundary", async () => {
  const content = Buffer.from("%PDF\r\n--edg\r\n--edg-\r\n".repeat(20_000));
  const [start, end] = [Buffer.from(await beginning()), Buffer.from("\r\n--edge--\r\n")];
  const body = Buffer.concat([start, content, end]);
  const sent = sending(body.length);
  for (let at = 0; at < body.length; at += 7919) sent.write(body.subarray(at, at + 7919));
  sent.end();
  const [answer] = await once(sent, "response");
  answer.resume();
  expect(answer.statusCode).toBe(303);
  expect((await contentOfFile()).equals(content)).toBe(true);
  expect((await world.services.database.productFiles.find(address()))?.name).toBe("Größe „1“.pdf");
});

test("a file that is cut off takes up nothing, and the earlier one stays", async () => {
  const before = await contentOfFile();
  const start = Buffer.from(await beginning());
  const sent = sending(start.length + 400_000);
  sent.write(start);
  sent.write(Buffer.alloc(200_000));
  const { productFiles } = world.services.database;
  /** Whether there is room for a file that has none beside the one that is being sent. */
  const hasRoom = async () => {
    const large = { name: "large.pdf", bytes: 300_000, maxBytes: before.length + 600_000 };
    const reserved = await productFiles.reserve({ ...address(), ...large });
    if (reserved) await productFiles.forget(reserved);
    return reserved !== undefined;
  };
  await vi.waitFor(async () => expect(await hasRoom()).toBe(false));
  sent.destroy();
  await vi.waitFor(async () => expect(await hasRoom()).toBe(true));
  expect((await contentOfFile()).equals(before)).toBe(true);
});

test("413 for a larger file, 403 without the form's token and 415 for another body, before the file is read", async () => {
  const start = await beginning();
  for (const [status, length, begun] of [
    [413, 102 * 1024 ** 2, start],
    [403, 2000, await beginning({ form_token: "another" })],
    [415, 2000, "--other"],
  ] as const) {
    const sent = sending(length);
    if (status === 415) sent.setHeader("content-type", "application/octet-stream");
    sent.write(`${begun}%PDF`);
    const [answer] = await once(sent, "response");
    answer.resume();
    sent.destroy();
    expect(answer.statusCode).toBe(status);
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
