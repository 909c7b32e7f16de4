import { makeZip } from "client-zip";
import type { Database } from "../../database/database.ts";
import type { Store } from "../../database/queries/stores.ts";
import { exportedFiles } from "../downloads/exported-files.ts";
import type { ProductFiles } from "../downloads/product-files.ts";
import { exportedProducts, productRows, productsCsv } from "./products-csv.ts";

/** client-zip writes ZIP64 for large files only, and without it there are 65,534 entries at most. One is the CSV. */
export const maxArchivedFiles = 65_533;

interface ArchiveParts {
  database: Pick<Database, "managedProducts" | "productFiles">;
  files: Pick<ProductFiles, "read">;
}

interface Archive {
  store: Pick<Store, "id" | "currency">;
  now: number;
  /** What the CSV begins with. */
  encode: (csv: AsyncIterable<string>) => AsyncIterable<string>;
}

/** A ZIP file with the CSV and the files of digital products, as `products export --files files` writes them. */
export function productsArchive(
  { database, files }: ArchiveParts,
  { store, now, encode }: Archive,
): AsyncIterable<Uint8Array> {
  // Products and references may change while the CSV is read, and an import refuses files of products that it doesn't have.
  const pages: { _id: string; reference: string }[][] = [];
  async function* noted() {
    for await (const products of exportedProducts(database, store.id)) {
      const digital = products.filter(({ type }) => type === "digital");
      pages.push(digital.map(({ _id, reference }) => ({ _id, reference })));
      yield products;
    }
  }
  async function* entries() {
    const csv = productsCsv(productRows(noted(), store));
    yield { name: "products.csv", input: encode(csv), lastModified: now };
    for (const products of pages) {
      for (const { folder, file } of await exportedFiles(database, { storeId: store.id, products })) {
        const input = files.read(file, { start: 0, end: file.bytes - 1 });
        yield { name: `files/${folder}/${file.name}`, input, lastModified: now };
      }
    }
  }
  return makeZip(entries());
}
