import { writeFiles, writeWhole } from "../input/files-folder.ts";
import { openProductFiles } from "../input/image-store.ts";
import type { ShopCommand } from "../shop-command.ts";
import { answerReadingStore, type StoreOptions, wrongUsage } from "../terminal.ts";

interface Options extends StoreOptions {
  files?: string;
}

const help = `
Without a file, the CSV is written to standard output. Importing it into an empty store gives the same products. Shopify reads
the file too, and ignores its last column: it has what Shopify's columns can't say, such as a subscription's interval. Values
that look like formulas get a leading apostrophe, which an import removes.

With --files, the folder gets the files that buyers of digital products download, each in a folder named after its product's
reference, for the same option of an import. It needs the server's IMAGES_… variables.`;

export function addProductExport(products: ShopCommand): void {
  const { terminal } = products;
  products
    .addOfStore("export", "Write a store's products in Shopify's CSV format.")
    .argument("[file]", "the file to write; it is replaced if it exists")
    .option("--files <folder>", "also write the files of digital products")
    .explain(help)
    .action((file: string | undefined, options: Options) => {
      if (file === undefined && options.json) {
        throw wrongUsage("--json needs a file, because the CSV takes standard output.");
      }
      return answerReadingStore(terminal, options, async (store, database) => {
        const { exportedProducts, missingColumns, productRows, productsCsv } = await import(
          "../../merchants/products/products-csv.ts"
        );
        const { files: folder } = options;
        const files = folder === undefined ? undefined : await openProductFiles(terminal, database);
        let count = 0;
        let fileCount = 0;
        const counted = async function* () {
          for await (const products of exportedProducts(database, store.id)) {
            count += products.length;
            if (files && folder !== undefined) {
              fileCount += await writeFiles({ database, files }, { storeId: store.id, products, folder });
            }
            yield products;
          }
        };
        const csv = productsCsv(productRows(counted(), store));
        const missing = `Not in the file, because products here don't have it: ${missingColumns}.`;
        if (file === undefined) {
          // Terminals expect line feeds only.
          for await (const part of csv) terminal.stdout.write(part.replaceAll("\r\n", "\n"));
          terminal.stderr.write(`${missing}\n`);
          return undefined;
        }
        await writeWhole(file, csv);
        const wrote = `Wrote ${count} ${count === 1 ? "product" : "products"} to ${file}`;
        const alsoWrote = files && `${fileCount} ${fileCount === 1 ? "file" : "files"} to ${folder}`;
        const text = alsoWrote ? `${wrote}, and ${alsoWrote}.` : `${wrote}.`;
        return { value: { file, products: count, ...(files && { files: fileCount }) }, text, note: missing };
      });
    });
}
