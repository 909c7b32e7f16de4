import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { picture } from "../../merchants/images/pictures.ts";
import { type Cli, openCli } from "../cli-harness.ts";

let cli: Cli;
let product: string;
let folder: string;
let storeId: string;
const env = () => cli.env as Record<string, string | undefined>;
beforeAll(async () => {
  cli = await openCli();
  folder = path.join(path.dirname(cli.env.DATABASE_URL.slice("file:".length)), "images");
  Object.assign(cli.env, { IMAGES_FOLDER: folder, PUBLIC_URL: "https://shop.example/" });
  storeId = (await cli.ask("stores", "create", "--slug", "shop", "--name", "S", "--currency", "eur")).id;
  product = (await cli.ask("products", "add", "--name", "Poster", "--price", "5", "--store", "shop"))._id;
});
afterAll(() => cli.close());

const inShop = ["--store", "shop"];

async function pictureFile(name: string, salt: number): Promise<string> {
  const file = await cli.file(name, "");
  await writeFile(file, await picture(700, 500, salt).png().toBuffer());
  return file;
}

test("products image add stores the image for the server, and adds it to the product's", async () => {
  const first = await pictureFile("first.png", 1);
  const second = await pictureFile("second.png", 2);
  const alt = ["--alt", "The poster on a wall"];
  await cli.ask("products", "image", "add", product, first, ...inShop, ...alt);
  const after = await cli.ask("products", "image", "add", product, second, ...inShop);
  const [main, other] = after.images;
  expect(after.imageUrl).toBe(main.url);
  expect(main).toMatchObject({ alt: "The poster on a wall" });
  expect(other.alt).toBeNull();
  expect(main.url).toMatch(new RegExp(`^https://shop\\.example/images/${storeId}/[0-9a-z]{32}-1280\\.webp$`));
  const file = path.join(folder, storeId, main.url.split("/").at(-1));
  expect(await sharp(await readFile(file)).metadata()).toMatchObject({ format: "webp", width: 700 });
  const { stdout } = await cli.run("products", "image", "add", product, second, ...inShop, "--main");
  expect(stdout).toContain(`${product} was updated.`);
  const { images } = await cli.ask("products", "show", product, ...inShop);
  expect(images).toEqual([other, main]);
});

test.each([
  [
    "a text file",
    async () => cli.file("a.png", "<svg/>"),
    1,
    "VALIDATION_ERROR",
    "isn’t a PNG, JPEG or WebP",
  ],
  ["no file", async () => "nowhere.png", 1, "NOT_FOUND", "There is no file nowhere.png."],
  [
    "more than 10 MB",
    async () => cli.file("large.png", "x".repeat(10 * 1024 ** 2 + 1)),
    1,
    "VALIDATION_ERROR",
    "is larger than 10 MB",
  ],
])("products image add refuses %s", async (_, fileOf, exitCode, code, message) => {
  const before = await readdir(path.join(folder, storeId)).catch(() => []);
  const refusal = await cli.refusal("products", "image", "add", product, await fileOf(), ...inShop);
  expect(refusal).toMatchObject({ exitCode, code, error: expect.stringContaining(message) });
  expect(await readdir(path.join(folder, storeId)).catch(() => [])).toEqual(before);
});

test("products image add needs the server's variables", async () => {
  const file = await pictureFile("third.png", 3);
  const add = () => cli.refusal("products", "image", "add", product, file, ...inShop);
  const { IMAGES_FOLDER, PUBLIC_URL } = env();
  Object.assign(env(), { NODE_ENV: "production", IMAGES_FOLDER: undefined });
  expect((await add()).error).toBe("Set IMAGES_FOLDER or IMAGES_BUCKET_URL, as for the server.");
  Object.assign(env(), { IMAGES_BUCKET_URL: "https://s3.example/shop" });
  expect((await add()).error).toContain("IMAGES_BUCKET_KEY_ID is required with IMAGES_BUCKET_URL");
  Object.assign(env(), { IMAGES_BUCKET_URL: undefined, IMAGES_FOLDER, PUBLIC_URL: "" });
  expect((await add()).error).toBe("Set PUBLIC_URL, as for the server.");
  Object.assign(env(), { NODE_ENV: undefined, PORT: "4000", IMAGES_FOLDER: cli.env.DATABASE_URL.slice(5) });
  expect(await add()).toMatchObject({
    exitCode: 1,
    error: expect.stringMatching(/^The image couldn't be stored: (EEXIST|ENOTDIR)/),
  });
  Object.assign(env(), { IMAGES_FOLDER });
  const { images } = await cli.ask("products", "image", "add", product, file, ...inShop);
  expect(images.at(-1).url).toMatch(/^http:\/\/localhost:4000\/images\//);
  Object.assign(env(), { PUBLIC_URL, PORT: undefined });
});
