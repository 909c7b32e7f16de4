import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import { makeZip } from "client-zip";
import { type Unzipped, unzipSync } from "fflate";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { readProducts } from "../../server/catalog-import/read-products.ts";
import { filePartBytes } from "../../server/domain/product-file.ts";
import { maxArchivedFiles, productsArchive } from "../../server/merchants/products/products-archive.ts";
import { giveFile } from "../helpers/product-files.ts";
import { blankProduct, type Merchant, startWorld, type World } from "../helpers/world.ts";
import { signedIn, type Visitor } from "./dashboard-visitor.ts";

const references = ["font", "../A b", "größe*1"];
const digital = { ...blankProduct, priceInCents: 500, type: "digital" as const };
/** More than a part. */
const content = (n: number) => Buffer.alloc(filePartBytes + 10 + n, n + 1);

let world: World;
let merchant: Merchant;
let reader: Visitor;
let products: string;
beforeAll(async () => {
  world = await startWorld({ maxBytesPerStore: 20 * 1024 ** 2 });
  merchant = await world.merchant(
    {},
    [...references, "without-file"].map((reference) => ({ ...digital, reference, name: reference })),
  );
  for (const [n, reference] of references.entries()) {
    await giveFile(world, merchant, reference, { name: `font ${n}.otf`, content: content(n) });
  }
  reader = await signedIn(world, { storeId: merchant.store.id, role: "read_only" });
  products = `/dashboard/stores/${merchant.store.slug}/products`;
});
afterAll(() => world.close());

/** Requests an export with the cookies of `reader`. */
function requested(method = "GET"): ClientRequest {
  const cookie = [...reader.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const options = { method, headers: { cookie }, agent: false };
  return request(`${world.url}${products}/export/files`, options).end();
}

/** Reads nothing of the response's body. */
async function begun(method?: string): Promise<IncomingMessage> {
  const [response] = await once(requested(method), "response");
  return response;
}

async function unzipped(response: IncomingMessage): Promise<Unzipped> {
  return unzipSync(Buffer.concat(await response.toArray()));
}

test("every member can export the products with their files, in the form that the command reads", async () => {
  expect((await reader.get(products)).text).toContain(`href="${products}/export/files"`);
  const response = await begun();
  expect(response.statusCode).toBe(200);
  expect(response.headers).toMatchObject({
    "content-type": "application/zip",
    "content-disposition": `attachment; filename=products-${merchant.store.slug}.zip`,
  });
  const { "products.csv": csv, ...files } = await unzipped(response);
  const { products: read, faults } = readProducts("products.csv", Buffer.from(csv ?? []), "eur");
  expect(faults).toEqual([]);
  expect(read.map(({ reference }) => reference)).toEqual([...references, "without-file"]);
  // As `products export --files` names them: no path leads out of the folder.
  expect(Object.keys(files)).toEqual([
    "files/font/font 0.otf",
    "files/%2E.%2FA%20b/font 1.otf",
    "files/gr%C3%B6%C3%9Fe%2A1/font 2.otf",
  ]);
  for (const [n, bytes] of Object.values(files).entries()) {
    expect(Buffer.from(bytes).equals(content(n))).toBe(true);
  }
});

test("files are read only as far as the client has read the archive", async () => {
  const { database } = world.services;
  let produced = 0;
  const files = {
    async *read() {
      for (let n = 0; n < 100; n += 1) {
        produced += 1;
        yield Buffer.alloc(1000);
      }
    },
  };
  const { store } = merchant;
  const parts = productsArchive({ database, files }, { store, now: world.clock.now, encode: (csv) => csv });
  const aheads: number[] = [];
  let taken = 0;
  for await (const { length } of parts) {
    if (length === 1000) taken += 1;
    aheads.push(produced - taken);
  }
  expect(produced).toBe(300);
  expect(Math.max(...aheads)).toBeLessThan(5);
});

test("the files are those of the products in the CSV, although another is added meanwhile", async () => {
  const { database, files } = world.services;
  if (!files) throw new Error("There are files.");
  const shop = await world.merchant({}, [{ ...digital, reference: "map", name: "Map" }]);
  await giveFile(world, shop, "map", { name: "map.pdf", content: "map" });
  async function* changing(csv: AsyncIterable<string>) {
    yield* csv;
    await database.products.import(shop.store.id, [{ ...digital, reference: "late", name: "Late" }]);
    const products = Object.fromEntries(
      (await database.products.listAll(shop.store.id)).map(({ reference, _id }) => [reference, _id]),
    );
    await giveFile(world, { ...shop, products }, "late", { name: "late.pdf", content: "late" });
  }
  const archive = productsArchive(
    { database, files },
    { store: shop.store, now: world.clock.now, encode: changing },
  );
  expect(Object.keys(unzipSync(Buffer.concat(await Readable.from(archive).toArray())))).toEqual([
    "products.csv",
    "files/map/map.pdf",
  ]);
});

test("HEAD has the headers, reads no file, and takes no place", async () => {
  if (!world.services.files) throw new Error("There are files.");
  const read = vi.spyOn(world.services.files, "read");
  onTestFinished(() => read.mockRestore());
  for (let n = 0; n < 3; n += 1) {
    const response = await begun("HEAD");
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("application/zip");
    expect(await response.toArray()).toEqual([]);
  }
  expect(read).not.toHaveBeenCalled();
});

test("a client that leaves before the response begins isn't an error, and gives its place back", async () => {
  const { people } = world.services.database;
  const { membership } = people;
  const found = vi.spyOn(people, "membership");
  onTestFinished(() => found.mockRestore());
  const aborted = () => world.logLines.filter((line) => line.includes('"status":"aborted"')).length;
  for (let n = 0; n < 3; n += 1) {
    const before = aborted();
    const left = requested();
    left.on("error", () => {});
    await new Promise<void>((resolve) => {
      found.mockImplementationOnce(async (...address) => {
        left.destroy();
        await vi.waitFor(() => expect(aborted()).toBe(before + 1));
        resolve();
        return membership(...address);
      });
    });
  }
  expect((await begun("HEAD")).statusCode).toBe(200);
  expect(world.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
});

test("409 for more files than a ZIP file without ZIP64 has", async () => {
  const { productFiles } = world.services.database;
  const count = vi.spyOn(productFiles, "count");
  onTestFinished(() => count.mockRestore());
  count.mockResolvedValueOnce(maxArchivedFiles + 1);
  const refused = await reader.get(`${products}/export/files`);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("products export --files");
  count.mockResolvedValueOnce(maxArchivedFiles);
  expect((await begun("HEAD")).statusCode).toBe(200);
  expect(await productFiles.count(merchant.store.id)).toBe(references.length);
});

test("another program reads as many files and the CSV", async () => {
  const entries = Array.from({ length: maxArchivedFiles + 1 }, (_, n) => ({ name: `${n}`, input: "" }));
  const zip = Buffer.concat(await Readable.from(makeZip(entries)).toArray());
  expect(Object.keys(unzipSync(zip))).toHaveLength(entries.length);
});

test("409 for a third export at once, until one of them has ended, also because its client left", async () => {
  const large = Buffer.alloc(12 * filePartBytes, 7);
  await giveFile(world, merchant, "font", { name: "large.otf", content: large });
  const running = [await begun(), await begun()];
  const refused = await begun();
  expect(refused.statusCode).toBe(409);
  refused.destroy();
  running[0]?.destroy();
  await vi.waitFor(async () => {
    const again = await begun();
    again.destroy();
    expect(again.statusCode).toBe(200);
  });
  running[1]?.destroy();
  expect(world.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
});
