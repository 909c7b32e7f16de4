import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { ApiError } from "@counterpart/server/errors";
import type { Command } from "commander";
import { FaultyFile } from "../../catalog-import/faulty-file.ts";
import type { ImportResult } from "../../catalog-import/import-products.ts";
import { offSaleText } from "../../catalog-import/off-sale.ts";
import type { Database } from "../../database/database.ts";
import type { ManagedProduct } from "../../database/queries/products/managed-products.ts";
import type { StockLevel } from "../../database/queries/stock/stock.ts";
import type { StockChange } from "../../database/queries/stock/stock-levels.ts";
import { displayAmount, toMinorUnits } from "../../domain/money.ts";
import type { Product } from "../../domain/product.ts";
import { payableText, withPayablePages } from "../../merchants/payments/payable-pages.ts";
import type { ProductChange } from "../../merchants/products/edit-product.ts";
import {
  filled,
  type NameAndValue,
  nameAndValue,
  namesAndValues,
  webAddress,
  wholeNumber,
} from "../input/option-values.ts";
import { storeOption } from "../input/store-option.ts";
import { closePages, payableValue } from "../output/payable-pages.ts";
import { progressBar } from "../output/progress-bar.ts";
import { fieldList, table, yesNo } from "../output/table.ts";
import {
  type AnswerOptions,
  addCommand,
  answer,
  answerReading,
  storeOf,
  type Terminal,
} from "../terminal.ts";

interface Options extends AnswerOptions {
  store: string;
}

interface ListOptions extends Options {
  search?: string;
  category?: string;
  active?: boolean;
}

interface EditOptions extends Options {
  ifVersion?: string;
  name?: string;
  description?: string;
  price?: string;
  category?: string;
  imageUrl?: string;
  slug?: string;
  group?: NameAndValue | "";
  option?: NameAndValue[];
}

interface ImportOptions extends Options {
  stock?: true;
}

interface StockOptions extends Options {
  set?: number;
  add?: number;
  uncounted?: true;
}

/** Several times the size of a file with 100,000 products. */
const maxBytes = 256 * 1024 * 1024;

export function addProductCommands(counterpart: Command, terminal: Terminal): void {
  const products = counterpart.command("products").description("a store's products");

  addCommand(products, "import", "Create and update products from a file. All or nothing.")
    .argument("<file>", "Counterpart's JSON or Shopify's product CSV")
    .requiredOption(...storeOption)
    .option("--stock", "also set the stock of products that exist; new ones always get the file's")
    .addHelpText("after", fileHelp)
    .action((file: string, options: ImportOptions) =>
      answer(terminal, options, async (database, by) => {
        const store = await storeOf(database, options.store);
        const name = path.basename(file);
        const bytes = await readBytes(file);
        const bar = progressBar(terminal, options, "products");
        try {
          const { importProducts } = await import("../../catalog-import/import-products.ts");
          const result = await importProducts(
            database,
            store,
            { name, bytes },
            {
              progress: bar.show,
              by,
              changesStock: options.stock ?? false,
            },
          );
          bar.stop();
          const payable = await closePages(terminal, database, store.id);
          const text = [summary(result, store.slug), ...(payable ? [payableText(payable)] : [])].join("\n\n");
          return { value: { ...result, ...payableValue(payable) }, text };
        } catch (error) {
          bar.stop();
          throw error instanceof FaultyFile ? withFileName(name, error) : error;
        }
      }),
    );

  addCommand(products, "list", "List a store's products, including those that aren't for sale.")
    .requiredOption(...storeOption)
    .option("--search <words>", "only products with these words, this reference or this id", filled)
    .option("--category <name>", "only products in this category", filled)
    .option("--active", "only products that are for sale")
    .option("--no-active", "only products that aren't for sale")
    .action((options: ListOptions) =>
      answerReading(terminal, options, async (database) => {
        const store = await storeOf(database, options.store);
        const list = await readProducts(database, store.id, options);
        const rows = list.map((product) => [
          product.reference,
          product.name,
          price(product),
          product.type,
          yesNo(product.isActive),
        ]);
        const heading = ["reference", "name", "price", "type", "active"];
        const { search, category, active } = options;
        const isNarrowed = [search, category, active].some((value) => value !== undefined);
        const none = isNarrowed ? "No products match." : "The store has no products.";
        return { value: list, text: rows.length > 0 ? table(heading, rows) : none };
      }),
    );

  addCommand(products, "show", "Show a product and its version.")
    .argument("<product>", "the product's reference, as `products list` shows it, or its id, prod_…")
    .requiredOption(...storeOption)
    .action((product: string, options: Options) =>
      answerReading(terminal, options, async (database) => {
        const store = await storeOf(database, options.store);
        const found = await database.managedProducts.find({ storeId: store.id, product });
        if (!found) throw noSuchProduct(product);
        return { value: found, text: fieldList(fieldsOf(found)) };
      }),
    );

  const edit = addCommand(products, "edit", "Change a product. Only the given fields change.")
    .argument("<product>", "the product's reference or id")
    .requiredOption(...storeOption)
    .option("--name <text>", "its name", filled)
    .option("--description <text>", "its description")
    .option("--price <amount>", "its price in its currency, such as 12.50", filled)
    .option("--category <name>", "its category")
    .option("--image-url <url>", "the URL of its main image", webAddress)
    .option("--slug <slug>", "its slug in URLs")
    .option("--group <slug=name>", "the group of its variants", nameAndValue)
    .option(
      "--option <name=value>",
      "an option that distinguishes it from other variants; repeatable",
      namesAndValues,
    )
    .option(
      "--if-version <version>",
      "only if it still has this version, as `products show` prints it",
      filled,
    )
    .addHelpText("after", '\nAn empty value, such as --category "", removes the value.');
  edit.action((product: string, options: EditOptions) => change(product, options, changeOf));

  const setActive = (name: "activate" | "deactivate", description: string) =>
    addCommand(products, name, description)
      .argument("<product>", "the product's reference or id")
      .requiredOption(...storeOption)
      .option("--if-version <version>", "only if it still has this version", filled)
      .action((product: string, options: EditOptions) =>
        change(product, options, () => ({ isActive: name === "activate" })),
      );
  setActive("activate", "Put a product up for sale.");
  setActive(
    "deactivate",
    "Take a product off sale. Carts that contain it can't be paid, and open payment pages are closed.",
  );

  addCommand(products, "stock", "Show or change how many of a product there are.")
    .argument("<product>", "the product's reference or id")
    .requiredOption(...storeOption)
    .option("--set <number>", "how many there are, including those in open payment pages", wholeNumber)
    .option("--add <number>", "how many to add; negative to take away", wholeNumber)
    .option("--uncounted", "sell any quantity of it")
    .addHelpText("after", stockHelp)
    .action((product: string, options: StockOptions) =>
      answer(terminal, options, async (database, by) => {
        const { id: storeId } = await storeOf(database, options.store);
        const found = await database.managedProducts.find({ storeId, product });
        if (!found) throw noSuchProduct(product);
        const wanted = stockChangeOf(options);
        const level =
          wanted === undefined
            ? await database.stockLevels.find(found._id)
            : await database.stockLevels.change({ storeId, productId: found._id }, wanted, by);
        if (level === "unknown") throw noSuchProduct(product);
        const value = { reference: found.reference, stock: level ?? null };
        return { value, text: `${found.reference}: ${stockText(level)}` };
      }),
    );

  function change(
    product: string,
    options: EditOptions,
    changeFor: (current: ManagedProduct, options: EditOptions) => ProductChange,
  ): Promise<void> {
    return answer(terminal, options, async (database, by) => {
      const address = { storeId: (await storeOf(database, options.store)).id, product };
      const current = await database.managedProducts.find(address);
      if (!current) throw noSuchProduct(product);
      const { editProduct } = await import("../../merchants/products/edit-product.ts");
      const wanted = { version: options.ifVersion, change: changeFor(current, options), by };
      const changed = await editProduct(database, address, wanted);
      if (!changed) throw noSuchProduct(product);
      const done = changed.version === current.version ? "is unchanged" : "was updated";
      const payable = await closePages(terminal, database, address.storeId);
      const confirmation = withPayablePages(`${changed.reference} ${done}.`, payable);
      return {
        value: { ...changed, ...payableValue(payable) },
        text: `${confirmation}\n\n${fieldList(fieldsOf(changed))}`,
      };
    });
  }
}

const stockHelp = `
Products whose stock isn't counted can be bought in any quantity. A checkout reserves what it sells until it is paid or
expires. Without an option, the command shows the present numbers.`;

/** Undefined if nothing is to be changed. */
function stockChangeOf({ set, add, uncounted }: StockOptions): StockChange | undefined {
  const given = [set, add, uncounted].filter((value) => value !== undefined);
  if (given.length > 1) {
    throw new ApiError("INVALID_REQUEST", "Give one of --set, --add and --uncounted.");
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

/** Throws INVALID_REQUEST if no field is given or the price is invalid. */
function changeOf({ currency }: ManagedProduct, options: EditOptions): ProductChange {
  const { name, description, category, imageUrl, slug, group, option } = options;
  const orNull = (text: string) => (text === "" ? null : text);
  const change: ProductChange = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description: orNull(description) }),
    ...(category !== undefined && { category: orNull(category) }),
    ...(imageUrl !== undefined && { imageUrl: orNull(imageUrl) }),
    ...(slug !== undefined && { slug: orNull(slug) }),
    ...(group !== undefined && { group: group === "" ? null : { slug: group.name, name: group.value } }),
    ...(option !== undefined && { options: option }),
    ...(options.price !== undefined && { priceInCents: priceOf(options.price, currency) }),
  };
  if (Object.keys(change).length > 0) return change;
  throw new ApiError(
    "INVALID_REQUEST",
    "Give at least one field to change. `products edit --help` lists them.",
  );
}

function priceOf(text: string, currency: string): number {
  const minorUnits = toMinorUnits(text, currency);
  if (minorUnits !== undefined) return minorUnits;
  throw new ApiError("INVALID_REQUEST", `--price takes an amount in ${currency}, such as 12.50.`);
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

function noSuchProduct(product: string): ApiError {
  return new ApiError(
    "NOT_FOUND",
    `The store has no product ${product}. \`products list\` shows all of them.`,
  );
}

/** The fields that have a value. */
function fieldsOf(product: ManagedProduct): Record<string, string> {
  const { _id: id, reference, name, description, type, isActive, category, details, slug, group } = product;
  const fields: Record<string, string> = {
    id,
    reference,
    version: product.version,
    name,
    price: price(product),
    type,
    active: yesNo(isActive),
    stock: product.stock === null ? "" : String(product.stock),
    category: category ?? "",
    slug: slug ?? "",
    group: group === null ? "" : `${group.name} (${group.slug})`,
    options: product.options.map(({ name, value }) => `${name}: ${value}`).join(", "),
    details: details?.join(", ") ?? "",
    images: product.images.map(({ url }) => url).join(", "),
    description: description ?? "",
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
}

const fileHelp = `
JSON: an array of products with
  reference        your own id of the product; importing it again updates the product
  name, type       type is physical, digital or subscription
  priceInCents     an integer in the currency's smallest unit
  billingInterval  month or year, for a subscription
and optionally description, currency, imageUrl, isActive, category, details (a list of short texts), slug, group
(its slug and name), options (a list of name and value), images (a list of up to 20, each with url and alt) and
stock (how many there are; null to sell any quantity).

CSV: the file that Shopify's admin exports. Each variant becomes a product, identified by its handle and option values,
with up to 20 images. Products that aren't in the file stay unchanged. Gift cards are imported but not for sale.
Unsupported columns, such as the SKU, are reported.

Stock: a variant that Shopify tracks and stops selling when it is out of stock gets the file's quantity; others can be
bought in any quantity. An import sets the stock of new products, and with --stock that of all products in the file.`;

async function readBytes(file: string): Promise<Buffer> {
  try {
    const { size } = await stat(file);
    if (size > maxBytes) throw new FaultyFile(`${file} is larger than ${maxBytes >> 20} MB. Split it.`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new ApiError("NOT_FOUND", `There is no file ${file}.`);
    throw new FaultyFile(`${file} can't be read: ${message}.`);
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
  const rows = leftOut.map(({ topic, columns, rows }) => [topic, String(rows), columns.join(", ")]);
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
    .map(({ line, reference, reason }) => [String(line), reference, offSaleText(reason)]);
  const more = offSale.length - rows.length;
  const end = more > 0 ? `\nand ${more} more; \`--json\` lists all of them` : "";
  return [`${title}\n${table(["line", "reference", "why"], rows)}${end}`];
}

function price({ priceInCents, currency, type, billingInterval }: Product): string {
  return `${displayAmount(priceInCents, currency)}${type === "subscription" ? ` a ${billingInterval}` : ""}`;
}
