import { readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filePartBytes } from "../../../server/domain/product-file.ts";
import { createProductFiles } from "../../../server/merchants/downloads/product-files.ts";
import { folderFiles } from "../../../server/merchants/images/folder-files.ts";
import { type Cli, openCli } from "../cli-harness.ts";

let cli: Cli;
let product: string;
let folder: string;
let storeId: string;
const inShop = ["--store", "shop"];
const file = (...args: string[]) => ["products", "file", ...args, ...inShop];
beforeAll(async () => {
  cli = await openCli();
  folder = path.join(path.dirname(cli.env.DATABASE_URL.slice("file:".length)), "images");
  Object.assign(cli.env, { IMAGES_FOLDER: folder, IMAGES_MB_PER_STORE: "4" });
  storeId = (await cli.ask("stores", "create", "--slug", "shop", "--name", "S", "--currency", "eur")).id;
  const font = ["--name", "Font", "--price", "5", "--type", "digital"];
  product = (await cli.ask("products", "add", ...font, ...inShop))._id;
});
afterAll(() => cli.close());

test("products file set stores a file in parts, which are read again in any range", async () => {
  const bytes = Buffer.from(Array.from({ length: 2 * filePartBytes + 7 }, (_, at) => at % 249));
  const source = await cli.file("font.zip", "");
  await writeFile(source, bytes);
  expect(await cli.ask(...file("set", product, source))).toEqual({
    ...{ product, name: "font.zip", bytes: bytes.length },
  });
  expect(await readdir(path.join(folder, storeId))).toHaveLength(3);
  const database = await cli.openDatabase();
  const files = createProductFiles({ database, files: folderFiles(folder), maxBytesPerStore: 1 });
  const stored = await database.productFiles.find({ storeId, productId: product });
  if (!stored) throw new Error("The product has no file.");
  const [all, middle] = [
    { start: 0, end: bytes.length - 1 },
    { start: filePartBytes - 1, end: filePartBytes },
  ];
  for (const range of [all, middle]) {
    const read: Buffer[] = [];
    for await (const part of files.read(stored, range)) read.push(part);
    expect(Buffer.concat(read).equals(bytes.subarray(range.start, range.end + 1))).toBe(true);
  }
  await database.close();
});

test("products file remove takes it away, once", async () => {
  await cli.ask(...file("set", product, await cli.file("a.txt", "abc")));
  expect(await cli.ask(...file("remove", product))).toEqual({ product, removed: "a.txt" });
  expect(await cli.refusal(...file("remove", product))).toMatchObject({ code: "NOT_FOUND" });
});

test("products file set refuses no file, an empty one, one that is too large, and products that aren't digital", async () => {
  const poster = (await cli.ask("products", "add", "--name", "Poster", "--price", "5", ...inShop))._id;
  const [small, empty, large] = [
    await cli.file("small.txt", "abc"),
    await cli.file("empty.txt", ""),
    await cli.file("large.txt", "x".repeat(4 * 1024 ** 2 + 1)),
  ];
  const refused = async (...args: string[]) => (await cli.refusal(...file("set", ...args))).error;
  expect(await refused(product, "nowhere.pdf")).toBe("There is no file nowhere.pdf.");
  expect(await refused(product, path.dirname(small))).toContain("isn't a file");
  expect(await refused(product, empty)).toBe("The file is empty.");
  expect(await refused(product, large)).toContain("may take up 4 MB together");
  expect(await refused(poster, small)).toBe("Only digital products have a file.");
  expect(await refused("unknown", small)).toContain("has no product unknown");
});
