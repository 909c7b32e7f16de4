import { readdir } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";
import { picture } from "../merchants/images/pictures.ts";

let world: World;
let merchant: Merchant;
let other: Merchant;
/** The path of an uploaded image's largest file. */
let uploaded: string;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
  other = await world.merchant();
  const bytes = await picture(1600, 1200).jpeg().toBuffer();
  const url = await world.services.images?.add(merchant.store.id, bytes);
  uploaded = url?.replace("http://counterpart.test", "") ?? "";
});
afterAll(() => world.close());

const get = (path: string, init?: RequestInit) => fetch(world.url + path, init);

test.each([320, 640, 1280])("200 the file of %i pixels, which decodes, for a year", async (width) => {
  const response = await get(uploaded.replace("-1280.", `-${width}.`));
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
    "content-security-policy": "default-src 'none'",
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get("content-length")).toBe(`${bytes.length}`);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width, height: (width * 3) / 4 });
  await sharp(bytes).raw().toBuffer();
});

test("304 for what a cache already has, and HEAD without a body", async () => {
  const etag = (await get(uploaded)).headers.get("etag") ?? "";
  // Otherwise fetch asks for a new copy.
  const asCacheDoes = { "cache-control": "max-age=0" };
  const cached = await get(uploaded, { headers: { ...asCacheDoes, "if-none-match": etag } });
  expect([cached.status, await cached.text(), cached.headers.get("etag")]).toEqual([304, "", etag]);
  expect(cached.headers.get("cache-control")).toContain("immutable");
  expect((await get(uploaded, { headers: { ...asCacheDoes, "if-none-match": '"another"' } })).status).toBe(
    200,
  );
  const head = await get(uploaded, { method: "HEAD" });
  expect([head.status, head.headers.get("etag"), await head.text()]).toEqual([200, etag, ""]);
  expect((await get(uploaded, { method: "POST" })).status).toBe(405);
});

test("404, which isn't cached for long, for what isn't there", async () => {
  const [, , store = "", file = ""] = uploaded.split("/");
  const paths = [
    `/images/${other.store.id}/${file}`,
    `/images/${store}/${"0".repeat(32)}-640.webp`,
    `/images/${store}/${file.replace("-1280", "-1281")}`,
    `/images/${store}/${file}/`,
    `/images/${store}/..%2f${store}%2f${file}`,
    `/images/..%2f${store}/${file}`,
    `/images/%2e%2e/%2e%2e%2fetc%2fpasswd`,
    `/images/${store}/${file}%00.webp`,
    `/images/${store}`,
    "/images",
  ];
  for (const path of paths) {
    const response = await get(path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(response.headers.get("cache-control") ?? "").not.toContain("immutable");
  }
});

test("the same content is stored once per store", async () => {
  const add = async ({ store }: Merchant, salt: number) => {
    const url = await world.services.images?.add(store.id, await picture(30, 20, salt).png().toBuffer());
    return url?.split("/").at(-1);
  };
  const names = [await add(other, 1), await add(other, 1), await add(other, 2)];
  expect(new Set(names).size).toBe(2);
  expect(await readdir(path.join(world.imagesFolder, other.store.id))).toHaveLength(6);
  expect(names).not.toContain(await add(merchant, 1));
});
