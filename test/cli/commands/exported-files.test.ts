import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { zipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filePartBytes } from "../../../server/domain/product-file.ts";
import { createProductFiles } from "../../../server/merchants/downloads/product-files.ts";
import { folderFiles } from "../../../server/merchants/images/folder-files.ts";
import { productsArchive } from "../../../server/merchants/products/products-archive.ts";
import { type Cli, openCli } from "../cli-harness.ts";

const references = ["font", "../A b", "größe*1"];
/** More than a part. */
const content = (n: number) => Buffer.alloc(filePartBytes + 10 + n, n + 1);

let cli: Cli;
let root: string;
let images: string;
/** Of the copy. */
let storeId: string;
let exported: string[];
beforeAll(async () => {
  cli = await openCli();
  root = path.dirname(cli.env.DATABASE_URL.slice("file:".length));
  images = path.join(root, "images");
  Object.assign(cli.env, { IMAGES_FOLDER: images, IMAGES_MB_PER_STORE: "20" });
  for (const slug of ["shop", "copy"]) {
    storeId = (await cli.ask("stores", "create", "--slug", slug, "--name", "S", "--currency", "eur")).id;
  }
  const digital = { type: "digital", priceInCents: 500 };
  const products = [...references, "without-file"].map((reference) => ({
    ...{ ...digital, reference, name: reference },
  }));
  const list = await cli.file("list.json", JSON.stringify(products));
  await cli.ask("products", "import", list, "--store", "shop");
  for (const [n, reference] of references.entries()) {
    const source = await cli.file(`font ${n}.otf`, "");
    await writeFile(source, content(n));
    await cli.ask("products", "file", "set", reference, source, "--store", "shop");
  }
  exported = [path.join(root, "export.csv"), "--files", path.join(root, "files")];
});
afterAll(() => cli.close());

test("products export writes the files of digital products, which an import to another store reads back", async () => {
  const written = await cli.ask("products", "export", ...exported, "--store", "shop");
  expect(written).toMatchObject({ products: 4, files: 3 });
  expect(await readdir(path.join(root, "files"))).toHaveLength(3);
  const imported = await cli.ask("products", "import", ...exported, "--store", "copy");
  expect(imported).toMatchObject({ created: 4, files: 3 });
  const database = await cli.openDatabase();
  const files = createProductFiles({
    ...{ database, files: folderFiles(images), maxBytesPerStore: 1 },
  });
  for (const [n, reference] of references.entries()) {
    const { _id: productId } = await cli.ask("products", "show", reference, "--store", "copy");
    const file = await database.productFiles.find({ storeId, productId });
    if (!file) throw new Error(`${reference} has no file.`);
    expect(file).toMatchObject({ name: `font ${n}.otf`, bytes: content(n).length });
    const parts: Buffer[] = [];
    for await (const part of files.read(file, { start: 0, end: file.bytes - 1 })) parts.push(part);
    expect(Buffer.concat(parts).equals(content(n))).toBe(true);
  }
  await database.close();
});

test("products import reads the dashboard's ZIP file, and refuses one with other files", async () => {
  const { id } = await cli.ask("stores", "create", "--slug", "zipped", "--name", "S", "--currency", "eur");
  const database = await cli.openDatabase();
  const files = createProductFiles({ ...{ database, files: folderFiles(images), maxBytesPerStore: 1 } });
  const store = await database.stores.findBySlug("shop");
  if (!store) throw new Error("There is no shop.");
  const archive = productsArchive({ database, files }, { store, now: 0, encode: (csv) => csv });
  const zip = path.join(root, "products.zip");
  await writeFile(zip, archive);
  expect(await cli.ask("products", "import", zip, "--store", "zipped")).toMatchObject({
    created: 4,
    files: 3,
  });
  for (const [n, reference] of references.entries()) {
    const { _id: productId } = await cli.ask("products", "show", reference, "--store", "zipped");
    const file = await database.productFiles.find({ storeId: id, productId });
    if (!file) throw new Error(`${reference} has no file.`);
    const stored = await buffer(files.read(file, { start: 0, end: file.bytes - 1 }));
    expect([file.name, stored.equals(content(n))]).toEqual([`font ${n}.otf`, true]);
  }
  await database.close();
  const both = [zip, "--files", path.join(root, "files"), "--store", "zipped"];
  expect(await cli.refusal("products", "import", ...both)).toMatchObject({ code: "INVALID_REQUEST" });
  await writeFile(zip, zipSync({ "products.csv": Buffer.from("Handle,Title\n"), "../x": Buffer.from("x") }));
  expect(await cli.refusal("products", "import", zip, "--store", "zipped")).toMatchObject({
    error: expect.stringContaining("Nothing was changed. The ZIP file is damaged: Unsafe filename."),
  });
});

test("products import with files of a product that isn't there stores none of them", async () => {
  const folder = path.join(root, "others");
  for (const name of ["font", "unknown"]) {
    await mkdir(path.join(folder, name), { recursive: true });
    await writeFile(path.join(folder, name, "new.otf"), "new");
  }
  const [list = ""] = exported;
  expect(await cli.refusal("products", "import", list, "--files", folder, "--store", "shop")).toMatchObject({
    code: "NOT_FOUND",
    error: expect.stringContaining("there is no product unknown"),
  });
  const missing = path.join(root, "nowhere");
  expect(await cli.refusal("products", "import", list, "--files", missing, "--store", "shop")).toMatchObject({
    code: "NOT_FOUND",
  });
});

test("products export refuses a folder that can't be written", async () => {
  const taken = await cli.file("taken", "");
  expect(
    await cli.refusal("products", "export", path.join(root, "b.csv"), "--files", taken, "--store", "shop"),
  ).toMatchObject({ code: "INVALID_REQUEST" });
});
