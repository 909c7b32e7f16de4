import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { makeZip } from "client-zip";
import { type Zippable, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Person } from "../../server/database/queries/people/people.ts";
import { filePartBytes } from "../../server/domain/product-file.ts";
import { readArchive } from "../../server/merchants/products/read-archive.ts";
import { giveFile } from "../helpers/product-files.ts";
import { blankProduct, type Merchant, sampleProducts, startWorld, type World } from "../helpers/world.ts";
import { hiddenFields, signedIn, type Visitor } from "./dashboard-visitor.ts";

const digital = { ...blankProduct, priceInCents: 500, type: "digital" as const };
const references = ["map", "../A b", "größe*1"];
/** Has the marks of a ZIP file, as a product that is one itself does. */
const content = (n: number) => Buffer.from(`PK\x03\x04PK\x07\x08${n}`.repeat(filePartBytes / 8));
const images = [{ url: "https://images.example/a.jpg", alt: "A" }];
const shirts = ["S", "M"].map((size) => ({
  ...blankProduct,
  ...{ reference: `shirt-${size}`, name: `Shirt ${size}`, slug: `shirt-${size.toLowerCase()}` },
  ...{ images, imageUrl: "https://images.example/a.jpg" },
  ...{
    type: "physical" as const,
    priceInCents: 2000,
    group: { slug: "shirt", name: "Shirt" },
    options: [{ name: "Size", value: size }],
  },
}));

let world: World;
let from: Merchant;
let to: Merchant;
let staff: Visitor;
let person: Person;
beforeAll(async () => {
  world = await startWorld({ maxBytesPerStore: 40 * 1024 ** 2 });
  const files = references.map((reference) => ({ ...digital, reference, name: reference }));
  from = await world.merchant({}, [...sampleProducts, ...shirts, ...files]);
  to = await world.merchant({}, []);
  for (const [n, reference] of references.entries()) {
    await giveFile(world, from, reference, { name: `fil\u00e9 ${n}.zip`, content: content(n) });
  }
  const signed = await signedIn(world, { storeId: from.store.id, role: "staff" });
  [staff, person] = [signed, signed.person];
  const { people } = world.services.database;
  await people.add({ ...person, storeId: to.store.id, role: "staff" });
});
afterAll(() => world.close());

const pathOf = ({ store }: Merchant) => `/dashboard/stores/${store.slug}/products`;

async function upload(merchant: Merchant, bytes: Uint8Array, name = "products.zip") {
  const action = `${pathOf(merchant)}/import`;
  const body = new FormData();
  for (const [field, value] of Object.entries(hiddenFields((await staff.get(action)).text, action)))
    body.set(field, value);
  body.set("file", new File([new Uint8Array(bytes)], name));
  return staff.send(action, { method: "POST", body, headers: { origin: "http://counterpart.test" } });
}

async function exported(merchant: Merchant): Promise<Uint8Array> {
  const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await fetch(`${world.url}${pathOf(merchant)}/export/files`, { headers: { cookie } });
  return new Uint8Array(await response.arrayBuffer());
}

async function contentsOf({ store }: Merchant) {
  const { database, files } = world.services;
  const products = await database.products.listAll(store.id);
  const found = await database.productFiles.findMany({
    storeId: store.id,
    productIds: products.map(({ _id }) => _id),
  });
  const stored = await Promise.all(
    found.map(async (file) => ({
      reference: products.find(({ _id }) => _id === file.productId)?.reference,
      name: file.name,
      content: await buffer(Readable.from(files?.read(file, { start: 0, end: file.bytes - 1 }) ?? [])),
    })),
  );
  return {
    products: products.map(({ _id, storeId, ...product }) => product),
    files: stored.toSorted((a, b) => String(a.reference).localeCompare(String(b.reference))),
  };
}

/** Bytes of files that count towards the store's, current or not. */
async function heldFiles({ store }: Merchant) {
  const { productFiles } = world.services.database;
  const place = { storeId: store.id, productId: "x", name: "x", bytes: 1 };
  const room = async (maxBytes: number) => {
    const reserved = await productFiles.reserve({ ...place, maxBytes });
    if (reserved) await productFiles.forget(reserved);
    return reserved !== undefined;
  };
  let used = 0;
  for (let step = 2 ** 30; step >= 1; step /= 2) if (!(await room(used + step))) used += step;
  return used;
}

test("what one store has exported, another imports: products, variants, images and files are equal", async () => {
  const archive = await exported(from);
  const page = await upload(to, archive);
  expect(page.text).toContain("Import complete");
  expect(page.text).toContain("<dt>Files</dt><dd>3</dd>");
  expect(page.text).toContain("of 3 files …");
  const [before, after] = [await contentsOf(from), await contentsOf(to)];
  expect(before.files.map(({ name }) => name)).toHaveLength(3);
  expect(after.products).toEqual(before.products);
  expect(after.files.map(({ name, reference }) => [name, reference])).toEqual(
    before.files.map(({ name, reference }) => [name, reference]),
  );
  for (const [n, file] of after.files.entries())
    expect(file.content.equals(before.files[n]?.content ?? Buffer.alloc(0))).toBe(true);
  // The ZIP file itself takes up nothing any more.
  expect(await heldFiles(to)).toBe(await heldFiles(from));
});

const header = "Handle,Title,Variant Price,Counterpart\r\n";
const csv = `${header}guide,Guide,5,"{""type"":""digital""}"\r\n`;
/** Where the list of entries begins. */
const directoryOf = (zip: Buffer) => zip.readUInt32LE(zip.length - 6);
const bytes = (text: string) => new TextEncoder().encode(text);

test("other programs' compressed ZIP files with folders are read too", async () => {
  const merchant = await ownStore();
  const files: Zippable = {
    "products.csv": bytes(csv),
    "files/": new Uint8Array(),
    "files/guide/": new Uint8Array(),
  };
  const page = await upload(
    merchant,
    zipSync({ ...files, "files/guide/guide.txt": bytes("go ".repeat(500)) }),
  );
  expect(page.text).toContain("<dt>Files</dt><dd>1</dd>");
  expect((await contentsOf(merchant)).files).toMatchObject([{ name: "guide.txt", reference: "guide" }]);
});

async function ownStore(): Promise<Merchant> {
  const merchant = await world.merchant({}, []);
  await world.services.database.people.add({ ...person, storeId: merchant.store.id, role: "staff" });
  return merchant;
}

describe("nothing is imported", () => {
  const guide = { "products.csv": bytes(csv) };
  const patched = (zip: Uint8Array, change: (bytes: Buffer) => void) => {
    const copy = Buffer.from(zip);
    change(copy);
    return new Uint8Array(copy);
  };
  /** Its only entry says that it has 100 bytes, and has 20 MB. */
  const lyingBomb = () =>
    patched(zipSync({ "products.csv": Buffer.alloc(20 * 1024 ** 2, "a") }), (zip) => {
      zip.writeUInt32LE(100, 22);
      zip.writeUInt32LE(100, directoryOf(zip) + 24);
    });

  test.each<[string, () => Uint8Array, string]>([
    [
      "a path out of the folder",
      () => zipSync({ ...guide, "files/../../etc/passwd": bytes("x") }),
      "The ZIP file is damaged",
    ],
    [
      "a folder named ..",
      () => zipSync({ ...guide, "files/%2E%2E/x": bytes("x") }),
      "isn’t products.csv or files",
    ],
    ["an absolute path", () => zipSync({ ...guide, "/etc/passwd": bytes("x") }), "The ZIP file is damaged"],
    [
      "a path of Windows",
      () => zipSync({ ...guide, "files\\guide\\x": bytes("x") }),
      "isn’t products.csv or files",
    ],
    ["a drive", () => zipSync({ ...guide, "C:/x": bytes("x") }), "The ZIP file is damaged"],
    [
      "a file beside the folders",
      () => zipSync({ ...guide, "notes.txt": bytes("x") }),
      "isn’t products.csv or files",
    ],
    [
      "a name that is only dots",
      () => zipSync({ ...guide, "files/guide/...": bytes("x") }),
      "isn’t products.csv or files",
    ],
    [
      "two files of a product",
      () => zipSync({ ...guide, "files/guide/a": bytes("x"), "files/guide/b": bytes("x") }),
      "second file",
    ],
    ["no products.csv", () => zipSync({ "files/guide/a": bytes("x") }), "has no products.csv"],
    ["a workbook", () => zipSync({ "[Content_Types].xml": bytes("x") }), "This is a workbook."],
    [
      "much in few bytes",
      () => zipSync({ ...guide, "files/guide/a": new Uint8Array(3 * 1024 ** 2) }),
      "compressed too much",
    ],
    [
      "a CSV that is too large",
      () => zipSync({ "products.csv": Buffer.alloc(8 * 1024 ** 2 + 1, "a") }, { level: 0 }),
      "larger than 8 MB",
    ],
    ["sizes that are lies", lyingBomb, "is damaged"],
    [
      "a wrong checksum",
      () => patched(zipSync(guide, { level: 0 }), (zip) => zip.write("X", 60)),
      "is damaged",
    ],
    ["an end that is cut off", () => zipSync(guide).subarray(0, -8), "The ZIP file is damaged"],
    [
      "an encrypted entry",
      () =>
        patched(zipSync(guide), (zip) => {
          zip[6] = 1;
          zip[directoryOf(zip) + 8] = 1;
        }),
      "is encrypted",
    ],
    [
      "another name in one of its headers",
      () => patched(zipSync(guide), (zip) => zip.write("q", 30)),
      "is damaged",
    ],
  ])("of a ZIP file with %s", async (_what, zip, reason) => {
    const merchant = await ownStore();
    const page = await upload(merchant, zip());
    expect(page.text).toContain(reason);
    expect(page.text).toMatch(/imported. Nothing was changed|Nothing was imported/);
    expect(await contentsOf(merchant)).toEqual({ products: [], files: [] });
    expect(await heldFiles(merchant)).toBe(0);
  });
});

/** The first file's content is the record of the second one: of many such files, each would be unpacked from the same bytes. */
function overlapping(table: string): Uint8Array {
  const inner = Buffer.from(zipSync({ "files/leaflet/a.txt": bytes("go") }, { level: 0 }));
  const record = inner.subarray(0, directoryOf(inner));
  const entry = Buffer.from(inner.subarray(record.length, -22));
  const outer = Buffer.from(
    zipSync({ "products.csv": bytes(table), "files/guide/a.txt": new Uint8Array(record) }, { level: 0 }),
  );
  const end = Buffer.from(outer.subarray(-22));
  entry.writeUInt32LE(outer.indexOf(record), 42);
  for (const at of [8, 10]) end.writeUInt16LE(3, at);
  end.writeUInt32LE(end.readUInt32LE(12) + entry.length, 12);
  return new Uint8Array(Buffer.concat([outer.subarray(0, -22), entry, end]));
}

test("a file that is damaged, or of a product that isn't digital, is reported beside what was imported", async () => {
  const leaflet = `leaflet,Leaflet,5,"{""type"":""digital""}"\r\n`;
  for (const [name, table, reason] of [
    ["damaged", csv, "is damaged: Invalid CRC32"],
    ["overlapping", csv + leaflet, "is damaged: Overlapping entry"],
    ["physical", `${header}guide,Guide,5,\r\n`, "isn't a digital product"],
    ["unknown", `${header}other,Other,5,\r\n`, "there is no product guide"],
  ] as const) {
    const merchant = await ownStore();
    const zip =
      name === "overlapping"
        ? Buffer.from(overlapping(table))
        : Buffer.from(
            zipSync({ "products.csv": bytes(table), "files/guide/a.txt": bytes("hello") }, { level: 0 }),
          );
    if (name === "damaged") zip.write("j", zip.indexOf("hello"));
    const { text } = await upload(merchant, new Uint8Array(zip));
    expect(text, name).toContain("Not all files of the products were stored.");
    expect(text.replaceAll("&#39;", "'"), name).toContain(reason);
    expect((await contentsOf(merchant)).products.length, name).toBeGreaterThan(0);
  }
});

test("only the list and the CSV are read before the files are", async () => {
  const names = Array.from({ length: 50 }, (_, n) => `files/r${n}/a`);
  const entries = names.map((name) => ({ name, input: Buffer.alloc(10_000) }));
  const zip = await buffer(makeZip([{ name: "products.csv", input: csv }, ...entries]));
  const read = vi.fn(({ start, end }: { start: number; end: number }) =>
    Readable.from([zip.subarray(start, end + 1)]),
  );
  const limits = { maxCsvBytes: 1000, maxBytes: 10 ** 6, maxFiles: 50 };
  const { files } = await readArchive({ bytes: zip.length, read }, limits);
  expect(files).toHaveLength(50);
  const bytesRead = read.mock.calls.reduce((sum, [{ start, end }]) => sum + end - start + 1, 0);
  expect(bytesRead).toBeLessThan(100_000);
  for (const few of [{ maxFiles: 49 }, { maxBytes: 499_999 }]) {
    await expect(readArchive({ bytes: zip.length, read }, { ...limits, ...few })).rejects.toThrow("It");
  }
});

test("413 for a CSV that is too large, which isn't held", async () => {
  expect((await upload(to, Buffer.alloc(9 * 1024 ** 2, "a"), "a.csv")).status).toBe(413);
});
