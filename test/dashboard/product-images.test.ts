import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProductInput } from "../../server/database/queries/products/products.ts";
import { type Merchant, sampleProducts, startWorld, type World } from "../helpers/world.ts";
import { picture } from "../merchants/images/pictures.ts";
import { hiddenFields, signedIn, type Visitor } from "./dashboard-visitor.ts";

let world: World;
let merchant: Merchant;
let staff: Visitor;
let reader: Visitor;
let products: string;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
  const storeId = merchant.store.id;
  staff = await signedIn(world, { storeId, role: "staff" });
  reader = await signedIn(world, { storeId, role: "read_only" });
  products = `/dashboard/stores/${merchant.store.slug}/products`;
});
afterAll(() => world.close());

const origin = { origin: "http://counterpart.test" };
const jpeg = (salt = 0) => picture(900, 600, salt).jpeg().toBuffer();
const find = (product: string) =>
  world.services.database.managedProducts.find({ storeId: merchant.store.id, product });
const filesOf = () => readdir(path.join(world.imagesFolder, merchant.store.id)).catch(() => []);

/** Sends the form on a page as a browser does, with a file. */
async function send(
  page: string,
  action: string,
  {
    bytes,
    fields = {},
    visitor = staff,
  }: { bytes: Buffer; fields?: Record<string, string>; visitor?: Visitor },
) {
  const hidden = hiddenFields((await staff.get(page)).text, action);
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...hidden, ...fields })) form.set(name, value);
  form.set("image", new File([new Uint8Array(bytes)], "sea.jpg", { type: "image/jpeg" }));
  return visitor.send(action, { method: "POST", body: form, headers: origin });
}

const wave = { name: "Wave print", kind: "physical", price: "24.50" };

test("a new product has the chosen image, which is served", async () => {
  const saved = await send(`${products}/new`, products, { bytes: await jpeg(), fields: wave });
  expect(saved.status, saved.text).toBe(303);
  const product = await find(saved.location.split("/").at(-1) ?? "");
  const url = product?.imageUrl ?? "";
  expect(url).toMatch(
    new RegExp(`^http://counterpart\\.test/images/${merchant.store.id}/[0-9a-z]{32}-1280\\.webp$`),
  );
  expect(product?.images).toEqual([{ url, alt: null }]);
  const response = await fetch(url.replace("http://counterpart.test", world.url));
  const image = sharp(Buffer.from(await response.arrayBuffer()));
  expect(await image.metadata()).toMatchObject({ format: "webp", width: 900, height: 600 });
  expect((await staff.get(saved.location)).text).toContain(`<img class="picture" src="${url}"`);
});

test("400 beside the field for anything else than an image, and nothing is stored", async () => {
  const before = await filesOf();
  const bytes = Buffer.from("<!doctype html><script>alert(1)</script>");
  const page = await send(`${products}/new`, products, { bytes, fields: { ...wave, name: "Refused" } });
  expect(page.status).toBe(400);
  expect(page.text).toContain('id="image-fault">The file isn’t a PNG, JPEG or WebP image.<');
  expect(page.text).toMatch(/id="image"[^>]*aria-invalid="true"/);
  expect(page.text).toContain('value="Refused"');
  expect(await filesOf()).toEqual(before);
});

test("400 beside the field for a file of more than 10 MB, and 413 for more than the form may have", async () => {
  const large = await send(`${products}/new`, products, {
    bytes: Buffer.alloc(11 * 1024 ** 2),
    fields: wave,
  });
  expect(large.status).toBe(400);
  expect(large.text).toContain("The image is larger than 10 MB.");
  const larger = await send(`${products}/new`, products, {
    bytes: Buffer.alloc(13 * 1024 ** 2),
    fields: wave,
  });
  expect(larger.status).toBe(413);
  expect(larger.text).toContain("The form is larger than 12 MB or incomplete.");
});

test("an image that was chosen with a faulty price isn't lost", async () => {
  const page = await send(`${products}/new`, products, {
    bytes: await jpeg(7),
    fields: { ...wave, price: "much" },
  });
  expect(page.status).toBe(400);
  const [, url = ""] = /id="imageUrl"[^>]* value="([^"]+)"/.exec(page.text) ?? [];
  expect(url).toContain(`/images/${merchant.store.id}/`);
  expect((await fetch(url.replace("http://counterpart.test", world.url))).status).toBe(200);
});

test("403 for people who may only read, and for other sites, before anything is stored", async () => {
  const before = await filesOf();
  const { poster = "" } = merchant.products;
  const page = `${products}/${poster}`;
  const bytes = await jpeg(9);
  expect((await send(page, page, { bytes, visitor: reader })).status).toBe(403);
  const foreign = await send(page, page, { bytes, fields: { form_token: "0" } });
  expect(foreign.status).toBe(403);
  expect(await filesOf()).toEqual(before);
});

test("400 when the store's images would take up too much", async () => {
  const crowded = await world.merchant();
  const storeId = crowded.store.id;
  const noise = await sharp({
    create: {
      ...{ width: 1280, height: 2600, channels: 3, background: "grey" },
      noise: { type: "gaussian", mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer();
  await expect(world.services.images?.add(storeId, noise)).rejects.toThrow(
    "The store’s images take up 1 MB, which is the limit.",
  );
  expect(await readdir(world.imagesFolder)).not.toContain(storeId);
  await world.services.images?.add(storeId, await jpeg());
});

test("500, with the reason only in the log, when images can't be stored", async () => {
  const broken = await world.merchant();
  // A file where the store's folder would be.
  await writeFile(path.join(world.imagesFolder, broken.store.id), "");
  const owner = await signedIn(world, { storeId: broken.store.id, role: "owner", email: "o@example.com" });
  const action = `/dashboard/stores/${broken.store.slug}/products`;
  const form = new FormData();
  const hidden = hiddenFields((await owner.get(`${action}/new`)).text, action);
  for (const [name, value] of Object.entries({ ...hidden, ...wave })) form.set(name, value);
  form.set("image", new File([new Uint8Array(await jpeg())], "sea.jpg"));
  const page = await owner.send(action, { method: "POST", body: form, headers: origin });
  expect(page.status).toBe(500);
  expect(page.text).toContain("The image couldn’t be stored. Try again in a minute.");
  expect(page.text).not.toContain(world.imagesFolder);
  expect(world.logLines.join("")).toContain("EEXIST");
});

describe("the page of a product's images", () => {
  const imagesOf = async (id: string) => (await find(id))?.images ?? [];

  async function newPrint(): Promise<{ id: string; page: string }> {
    const { database } = world.services;
    const input = { ...sampleProducts[0], reference: "" } as ProductInput;
    const { _id: id } = await database.managedProducts.create(merchant.store.id, input);
    return { id, page: `${products}/${id}/images` };
  }

  const change = (page: string, fields: Record<string, string>) =>
    staff.submit(page, `${page}/change`, fields);

  test("adds several images with their texts, orders them, and removes them", async () => {
    const { id, page } = await newPrint();
    const first = await send(page, page, { bytes: await jpeg(20), fields: { alt: "Front" } });
    expect([first.status, first.location]).toEqual([303, page]);
    await staff.submit(page, page, { url: "https://img.example/2.jpg", alt: "" });
    const [front, other] = await imagesOf(id);
    expect(front).toMatchObject({ alt: "Front", url: expect.stringContaining("/images/store_") });
    expect(other).toEqual({ url: "https://img.example/2.jpg", alt: null });
    const url = other?.url ?? "";
    await change(page, { url, action: "first" });
    await change(page, { url, action: "alt", alt: "Back" });
    expect(await imagesOf(id)).toEqual([{ url, alt: "Back" }, front]);
    expect((await find(id))?.imageUrl).toBe(url);
    expect((await staff.get(page)).text).toContain(`src="${front?.url}" alt="Front"`);
    await change(page, { url, action: "remove" });
    expect(await imagesOf(id)).toEqual([front]);
    await change(page, { url: front?.url ?? "", action: "alt", alt: "" });
    expect(await imagesOf(id)).toEqual([{ ...front, alt: null }]);
    const { text } = await staff.get(`/dashboard/stores/${merchant.store.slug}/audit?about=${id}`);
    expect(text).toMatch(/staff@example\.com/);
  });

  test.each<[{ url: string; alt?: string }, string]>([
    [{ url: "" }, 'id="image-fault">Choose a file, or enter a URL below.<'],
    [{ url: "javascript:alert(1)" }, 'id="url-fault">It must begin with http:// or https://.<'],
    [{ url: "https://img.example/1.jpg", alt: "x".repeat(2049) }, "is longer than 2048 characters."],
  ])("400 with what was typed for %j", async (fields, fault) => {
    const { id, page } = await newPrint();
    const refused = await staff.submit(page, page, { alt: "Typed", ...fields });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(fault);
    expect(refused.text).toContain(`name="alt" type="text" value="${fields.alt ?? "Typed"}"`);
    expect(await imagesOf(id)).toEqual([]);
  });

  test("400 beyond the contract's number of images", async () => {
    const { id, page } = await newPrint();
    const images = Array.from({ length: 20 }, (_, n) => ({ url: `https://img.example/${n}`, alt: null }));
    await world.services.database.managedProducts.edit(
      { storeId: merchant.store.id, product: id },
      (now) => ({
        ...now,
        ...{ images, imageUrl: images[0]?.url ?? null },
      }),
    );
    const refused = await staff.submit(page, page, { url: "https://img.example/20" });
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(/id="url-fault">It has more than 20/);
    expect(await imagesOf(id)).toHaveLength(20);
  });

  test("409 for a product that changed since the page was opened, and 400 for an unknown action", async () => {
    const { id, page } = await newPrint();
    await staff.submit(page, page, { url: "https://img.example/1.jpg" });
    const old = hiddenFields((await staff.get(page)).text, `${page}/change`);
    await staff.submit(page, page, { url: "https://img.example/2.jpg" });
    const late = await staff.post(`${page}/change`, { ...old, action: "remove" });
    expect(late.status).toBe(409);
    expect(late.text).toContain("The product changed after you opened this page");
    expect(late.text).toContain("https://img.example/2.jpg");
    expect((await change(page, { action: "constructor" })).status).toBe(400);
    expect(await imagesOf(id)).toHaveLength(2);
  });
});

const day = 24 * 60 * 60 * 1000;

test("an image that no product has any more is removed after a week", async () => {
  const shop = await world.merchant();
  const storeId = shop.store.id;
  const { database, images } = world.services;
  const files = () => readdir(path.join(world.imagesFolder, storeId));
  const url = (await images?.add(storeId, await jpeg(3))) ?? "";
  const product = shop.products.poster ?? "";
  const setImage = (imageUrl: string | null) =>
    database.managedProducts.edit({ storeId, product }, (current) => ({
      ...current,
      ...{ imageUrl, images: imageUrl === null ? [] : [{ url: imageUrl, alt: null }] },
    }));
  const sweepAfter = async (days: number) => {
    world.clock.now += days * day;
    await world.imageSweeper?.sweep();
  };
  await setImage(url);
  await sweepAfter(30);
  await sweepAfter(30);
  expect(await files()).toHaveLength(3);
  await setImage(null);
  await sweepAfter(1);
  await sweepAfter(6);
  expect(await files()).toHaveLength(3);
  // Used again, and then no longer.
  await setImage(url);
  await sweepAfter(3);
  await setImage(null);
  await sweepAfter(1);
  await sweepAfter(6);
  expect(await files()).toHaveLength(3);
  await sweepAfter(1);
  expect(await files()).toEqual([]);
  expect((await fetch(url.replace("http://counterpart.test", world.url))).status).toBe(404);
  // Uploaded again, it is another image.
  expect(await images?.add(storeId, await jpeg(3))).not.toBe(url);
  expect(await files()).toHaveLength(3);
});

test("an image of the store's profile is kept", async () => {
  const shop = await world.merchant();
  const logoUrl = (await world.services.images?.add(shop.store.id, await jpeg(4))) ?? "";
  await world.services.database.stores.update(shop.store.slug, { logoUrl });
  for (const days of [1, 8, 8]) {
    world.clock.now += days * day;
    await world.imageSweeper?.sweep();
  }
  expect(await readdir(path.join(world.imagesFolder, shop.store.id))).toHaveLength(3);
});

test("the folder of a failed sweep is swept again the next time", async () => {
  const shop = await world.merchant();
  await world.services.images?.add(shop.store.id, await jpeg(5));
  const folder = path.join(world.imagesFolder, shop.store.id);
  await world.imageSweeper?.sweep();
  world.clock.now += 8 * day;
  const [file = ""] = await readdir(folder);
  // A folder in the place of a file can't be removed.
  await rm(path.join(folder, file));
  await mkdir(path.join(folder, file));
  await world.imageSweeper?.sweep();
  expect(world.logLines.join("")).toContain("could not remove the unused images of a store");
  await rm(path.join(folder, file), { recursive: true });
  await world.imageSweeper?.sweep();
  expect(await readdir(folder)).toEqual([]);
});
