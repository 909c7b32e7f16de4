import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { FaultyFile } from "../../catalog-import/faulty-file.ts";
import type { ImportResult } from "../../catalog-import/import-products.ts";
import { offSaleText } from "../../catalog-import/off-sale.ts";
import type { Database } from "../../database/database.ts";
import type { ManagedProduct } from "../../database/queries/products/managed-products.ts";
import type { StockLevel } from "../../database/queries/stock/stock.ts";
import type { StockChange } from "../../database/queries/stock/stock-levels.ts";
import { storeFiles } from "../../merchants/downloads/stored-files.ts";
import { payableText } from "../../merchants/payments/payable-pages.ts";
import { findFiles } from "../input/files-folder.ts";
import { openProductFiles } from "../input/image-store.ts";
import { filled, wholeNumber } from "../input/option-values.ts";
import { productOf } from "../input/product-of.ts";
import { unreadableFile } from "../input/unreadable-file.ts";
import { closePages, payableValue } from "../output/payable-pages.ts";
import { fieldsOf, noSuchProduct, priceText } from "../output/product-text.ts";
import { createProgress } from "../output/progress.ts";
import { fieldList, listing, table, yesNo } from "../output/table.ts";
import type { ShopCommand } from "../shop-command.ts";
import { type StoreOptions, wrongUsage } from "../terminal.ts";
import { addProductChanges } from "./product-changes.ts";
import { addProductFiles } from "./product-files.ts";
import { addProductImages } from "./product-images.ts";
import { addProductExport } from "./products-export.ts";
import { addProductFeed } from "./products-feed.ts";

interface ListOptions {
  search?: string;
  category?: string;
  active?: boolean;
}

interface ImportOptions extends StoreOptions {
  stock?: true;
  files?: string;
}

interface StockOptions {
  set?: number;
  add?: number;
  uncounted?: true;
}

/** Several times the size of a file with 100,000 products. */
const maxBytes = 256 * 1024 * 1024;

export function addProductCommands(counterpart: ShopCommand): void {
  const { terminal } = counterpart;
  const products = counterpart.command("products").description("Manage a store's products.");

  products
    .addOfStore("import", "Create and update products from a file. All or nothing.")
    .argument(
      "<file>",
      "Counterpart's JSON, Shopify's product CSV, or the dashboard's export with files (ZIP)",
    )
    .option("--stock", "also set the stock of products that exist; new ones always get the file's")
    .option("--files <folder>", "then store the files that an export with --files has written")
    .explain(fileHelp)
    .changesStore(async ({ store, database, by }, file: string, options: ImportOptions) => {
      const { name, bytes, found } = await readImport(file, options);
      const files = found && (await openProductFiles(terminal, database));
      const progress = createProgress(terminal, options, "products");
      try {
        const { importProducts } = await import("../../catalog-import/import-products.ts");
        const result = await importProducts(
          database,
          store,
          { name, bytes },
          { progress: progress.show, by, changesStock: options.stock ?? false },
        );
        progress.end();
        const payable = await closePages(terminal, database, store.id);
        if (files) await storeFiles(found, { database, files, storeId: store.id, by });
        const text = [
          summary(result, store.slug),
          ...(found ? [`Files of products stored: ${found.length}.`] : []),
          ...(payable ? [payableText(payable)] : []),
        ].join("\n\n");
        return {
          value: { ...result, ...(found && { files: found.length }), ...payableValue(payable) },
          text,
        };
      } catch (error) {
        progress.end();
        throw error instanceof FaultyFile ? withFileName(name, error) : error;
      }
    });

  addProductExport(products);
  addProductFeed(products);

  products
    .addOfStore("list", "List a store's products, including those that aren't for sale.")
    .option("--search <words>", "only products with these words, this reference or this id", filled)
    .option("--category <name>", "only products in this category", filled)
    .option("--active", "only products that are for sale")
    .option("--no-active", "only products that aren't for sale")
    .readsStore(async ({ store, database }, options: ListOptions) => {
      const list = await readProducts(database, store.id, options);
      const rows = list.map((product) => [
        product.reference,
        product.name,
        priceText(product),
        product.type,
        yesNo(product.isActive),
      ]);
      const heading = ["reference", "name", "price", "type", "active"];
      const { search, category, active } = options;
      const isNarrowed = [search, category, active].some((value) => value !== undefined);
      const none = isNarrowed ? "No products match." : "The store has no products.";
      return { value: list, text: listing(heading, rows, none) };
    });

  products
    .addOfStore("show", "Show a product and its version.")
    .argument("<product>", "the product's reference, as `products list` shows it, or its id, prod_…")
    .readsStore(async ({ store, database }, product: string) => {
      const found = await productOf(database, { storeId: store.id, product });
      return { value: found, text: fieldList(fieldsOf(found)) };
    });

  addProductChanges(products);
  addProductImages(products);
  addProductFiles(products);

  products
    .addOfStore("stock", "Show or change how many of a product there are.")
    .argument("<product>", "the product's reference or id")
    .option("--set <number>", "how many there are, including those in open payment pages", wholeNumber)
    .option("--add <number>", "how many to add; negative to take away", wholeNumber)
    .option("--uncounted", "sell any quantity of it")
    .explain(stockHelp)
    .changesStore(
      async ({ store: { id: storeId }, database, by }, product: string, options: StockOptions) => {
        const found = await productOf(database, { storeId, product });
        const wanted = stockChangeOf(options);
        const level =
          wanted === undefined
            ? await database.stockLevels.find(found._id)
            : await database.stockLevels.change({ storeId, productId: found._id }, wanted, by);
        if (level === "unknown") throw noSuchProduct(product);
        const value = { reference: found.reference, stock: level ?? null };
        return { value, text: `${found.reference}: ${stockText(level)}` };
      },
    );
}

const stockHelp = `
Products whose stock isn't counted can be bought in any quantity. A checkout reserves what it sells until it is paid or
expires. Without an option, the command shows the present numbers.`;

/** Undefined if nothing is to be changed. */
function stockChangeOf({ set, add, uncounted }: StockOptions): StockChange | undefined {
  const given = [set, add, uncounted].filter((value) => value !== undefined);
  if (given.length > 1) {
    throw wrongUsage("Give one of --set, --add and --uncounted.");
  }
  if (set !== undefined) return { to: set };
  if (add !== undefined) return { by: add };
  return uncounted ? null : undefined;
}

function stockText(level: StockLevel | undefined): string {
  if (!level) return "not counted";
  const { quantity, reserved } = level;
  return `${quantity} in stock${reserved > 0 ? `, ${reserved} of them reserved by open checkouts` : ""}`;
}

/** Products per statement. */
const maxPerPage = 500;

async function readProducts(
  { managedProducts }: Pick<Database, "managedProducts">,
  storeId: string,
  { search: q, category, active: isActive }: ListOptions,
): Promise<ManagedProduct[]> {
  const found: ManagedProduct[] = [];
  for (;;) {
    const after = found.at(-1)?._id;
    const page = await managedProducts.list({ storeId, limit: maxPerPage, after, q, category, isActive });
    found.push(...(page?.products ?? []));
    if (!page?.hasMore) return found;
  }
}

const fileHelp = `
JSON: an array of products with
  reference        your own id; importing it again updates the product
  name, type       type is physical, digital or subscription
  priceInCents     an integer in the currency's smallest unit
  billingInterval  month or year, for a subscription
and optionally description, currency, imageUrl, isActive, category, details (a list of short texts), slug, group
(its slug and name), options (a list of name and value), images (a list of up to 20, each with url and alt) and
stock or quantity (how many there are; null to sell any quantity).

CSV: the file that Shopify's admin exports. Each variant becomes a product, identified by its handle and option values,
with up to 20 images. Products that aren't in the file stay unchanged. Gift cards are imported but not for sale.
Unsupported columns, such as the vendor, are reported.

Stock: a variant that Shopify tracks and stops selling when it is out of stock gets the file's quantity; others can be
bought in any quantity. An import sets the stock of new products, and with --stock that of all products in the file.

Files: with --files, digital products get the files that buyers download, from <folder>/<reference>/<file>; a ZIP file of the
dashboard has them. This needs the server's IMAGES_… variables.`;

/** The file's products, and the files of digital products with them, if there are any. */
async function readImport(file: string, { files: folder }: ImportOptions) {
  const name = path.basename(file);
  try {
    const { size } = await stat(file);
    const read = (range: { start: number; end: number }) => createReadStream(file, range);
    const { isZip, readArchive } = await import("../../merchants/products/read-archive.ts");
    const [start] = size === 0 ? [] : await read({ start: 0, end: 3 }).toArray();
    if (start && isZip(start)) {
      if (folder !== undefined) throw wrongUsage("--files isn't for a ZIP file, which has its files.");
      const { maxArchivedFiles: maxFiles } = await import("../../merchants/products/products-archive.ts");
      const limits = { maxCsvBytes: maxBytes, maxBytes: Number.POSITIVE_INFINITY, maxFiles };
      const { csv, files } = await readArchive({ bytes: size, read }, limits);
      return { name, bytes: csv, found: files.length === 0 ? undefined : files };
    }
    if (size > maxBytes) throw new FaultyFile(`It is larger than ${maxBytes >> 20} MB. Split it.`);
    const found = folder === undefined ? undefined : await findFiles(folder);
    return { name, bytes: await readFile(file), found };
  } catch (error) {
    if (error instanceof FaultyFile) throw withFileName(name, error);
    const refusal = unreadableFile(file, error);
    throw refusal.code === "NOT_FOUND" || refusal === error ? refusal : new FaultyFile(refusal.message);
  }
}

function withFileName(name: string, { message, faults, faultCount }: FaultyFile): FaultyFile {
  return new FaultyFile(`${name} wasn't imported. Nothing was changed. ${message}`, faults, faultCount);
}

function summary(result: ImportResult, slug: string): string {
  const { created, updated, unchanged, skipped } = result;
  const rows = skipped === 1 ? "1 row has" : `${skipped} rows have`;
  const counts = `${created} created, ${updated} updated, ${unchanged} unchanged`;
  const first = `Products of ${slug}: ${counts}.${skipped > 0 ? ` ${rows} no product.` : ""}`;
  return [first, ...leftOutText(result), ...offSaleTable(result)].join("\n\n");
}

function leftOutText({ leftOut }: ImportResult): string[] {
  if (leftOut.length === 0) return [];
  const rows = leftOut.map(({ topic, columns, rows }) => [topic, rows, columns.join(", ")]);
  return [
    `Not imported, because products here don't support it:\n${table(["what", "rows", "columns"], rows)}`,
  ];
}

/** The most products listed; the rest are only counted. */
const maxListed = 50;

function offSaleTable({ offSale }: ImportResult): string[] {
  if (offSale.length === 0) return [];
  const title =
    offSale.length === 1 ? "1 product is not for sale:" : `${offSale.length} products are not for sale:`;
  const rows = offSale
    .slice(0, maxListed)
    .map(({ line, reference, reason }) => [line, reference, offSaleText(reason)]);
  const more = offSale.length - rows.length;
  const end = more > 0 ? `\nand ${more} more; \`--json\` lists all of them` : "";
  return [`${title}\n${table(["line", "reference", "why"], rows)}${end}`];
}
