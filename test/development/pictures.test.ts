import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../server/database/database.ts";
import { prepareDemo } from "../../server/development/development.ts";
import { picturePages } from "../../server/development/pictures.ts";
import { migratedDatabase } from "../helpers/data/test-database.ts";

async function demoIn(publicUrls: string[]) {
  const testDatabase = await migratedDatabase();
  const database = await openDatabase(testDatabase.url, Date.now);
  onTestFinished(async () => {
    await database.close();
    await testDatabase.drop();
  });
  let storeId = "";
  for (const publicUrl of publicUrls)
    storeId = (await prepareDemo({ database }, undefined, publicUrl))?.storeId ?? "";
  return { database, products: await database.products.listAll(storeId) };
}

test("every product of the demo store has existing pictures, and every picture is used", async () => {
  const { products } = await demoIn(["http://localhost:3000"]);
  const urls = products.flatMap(({ images }) => images.map(({ url }) => url));
  const served = picturePages().map(({ path }) => `http://localhost:3000${path}`);
  expect(new Set(urls)).toEqual(new Set(served));
  for (const { name, imageUrl, images } of products) {
    expect(imageUrl, name).toBe(images[0]?.url);
    for (const { alt } of images) expect(alt, name).toMatch(/\w/);
  }
});

test("the pictures' URLs follow the server to another address, and other images are unchanged", async () => {
  const { database } = await demoIn([]);
  const demo = await prepareDemo({ database }, undefined, "http://localhost:3000");
  const storeId = demo?.storeId ?? "";
  const [calendar, ...others] = await database.products.listAll(storeId);
  if (!calendar) throw new Error("The demo store has products.");
  const own = { url: "https://a.example/own.jpg", alt: null };
  await database.products.import(storeId, [
    { ...calendar, imageUrl: own.url, images: [own, ...calendar.images] },
  ]);
  await prepareDemo({ database }, undefined, "https://shop.example");
  const [moved, ...rest] = await database.products.listAll(storeId);
  expect(moved?.images).toEqual([
    own,
    { ...calendar.images[0], url: "https://shop.example/demo/pictures/tide-calendar.svg" },
  ]);
  expect(moved?.imageUrl).toBe(own.url);
  expect(rest).toHaveLength(others.length);
  for (const { imageUrl } of rest) expect(imageUrl).toMatch("https://shop.example/demo/pictures/");
});
