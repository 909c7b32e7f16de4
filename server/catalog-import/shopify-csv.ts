import { CsvError, parse } from "csv-parse/sync";
import type { ProductInput } from "../database/queries/products/products.ts";
import { unescapeFormulas } from "../domain/formula-cells.ts";
import { decimalsOf, toMinorUnits, withoutTrailingZeros } from "../domain/money.ts";
import { variantName } from "../domain/product.ts";
import { slugOf } from "../domain/words.ts";
import { createFaultList, FaultyFile, tooManyProducts } from "./faulty-file.ts";
import { htmlText, UnreadableHtml } from "./html-text.ts";
import { leftOutCounter } from "./left-out.ts";
import type { OffSale } from "./off-sale.ts";
import { checkProduct } from "./product-faults.ts";
import type { ProductFile } from "./product-file.ts";
import { foreignSeparator } from "./separator.ts";
import { columnNames, readColumns, type ShopifyColumn, type ShopifyColumns } from "./shopify-columns.ts";
import { usableSlugs } from "./usable-slugs.ts";
import { isWebAddress } from "./web-address.ts";

/** A row that isn't just an image: one variant, which is one product here. */
interface Variant {
  line: number;
  reference: string;
  options: [string, string, string];
  cell: Row["cell"];
}

/** All rows of one handle. The row with the title has the values that apply to the whole product. */
interface Group {
  handle: string;
  line: number;
  head: Row | undefined;
  images: ImageCell[];
  variants: Variant[];
}

interface ImageCell {
  line: number;
  url: string;
  alt: string;
  /** Infinity when the file doesn't specify it. */
  position: number;
}

type Image = ProductInput["images"][number];

/** The context for reading a group. */
interface Reading {
  columns: ShopifyColumns;
  currency: string;
  /** Records a fault and continues, so that all faults are reported together. */
  note: (line: number, message: string) => void;
  offSale: OffSale[];
}

interface Row {
  line: number;
  cell: (column: ShopifyColumn) => string;
}

/**
 * Reads Shopify's product export, with current or older headers. Each variant becomes a product. Its
 * reference is the handle with the option values, because a SKU may change, be missing, or occur twice.
 * @param currency the store's; the file doesn't contain one
 */
export function readShopifyCsv(
  bytes: Buffer,
  currency: string,
  maxProducts = Number.POSITIVE_INFINITY,
): ProductFile {
  const separator = foreignSeparator(bytes);
  if (separator !== undefined) {
    throw new FaultyFile(`The cells are separated by ${separator}. Save the file as CSV with commas.`);
  }
  const list = createFaultList();
  const { note } = list;
  const { groups, skipped, columns, leftOut } = readGroups(bytes, maxProducts, note);
  const offSale: OffSale[] = [];
  const products = [...groups].flatMap((group) => readGroup(group, { columns, currency, note, offSale }));
  offSale.sort((a, b) => a.line - b.line);
  return { products, skipped, ...list.read(), leftOut, offSale };
}

function readGroups(bytes: Buffer, maxProducts: number, note: Reading["note"]) {
  const groups = new Map<string, Group>();
  let skipped = 0;
  let variants = 0;
  let columns: ShopifyColumns | undefined;
  let leftOut: ReturnType<typeof leftOutCounter> | undefined;

  for (const { line, cells } of records(bytes, maxProducts * maxRowsPerProduct)) {
    if (!columns) {
      columns = readColumns(cells);
      leftOut = leftOutCounter(cells, new Set(Object.values(columns.index)));
      continue;
    }
    if (cells.every((cell) => cell.trim() === "")) {
      if (cells.length > 1) skipped++;
      continue;
    }
    if (cells.length !== columns.count) {
      note(line, `The row has ${cells.length} cells, but the header has ${columns.count}.`);
      continue;
    }
    const { index } = columns;
    const row: Row = { line, cell: (column) => textOf(cells[index[column] ?? -1], index).trim() };
    const handle = row.cell("handle").toLowerCase();
    if (handle === "") {
      note(line, `${columns.name.handle} is empty.`);
      continue;
    }
    const group = groups.get(handle) ?? newGroup(handle, line);
    groups.set(handle, group);
    if (!addRow(group, row)) skipped++;
    else if (++variants > maxProducts) throw tooManyProducts(maxProducts);
    leftOut?.add(cells);
  }
  if (!columns) throw new FaultyFile("The file is empty.");
  return { groups: groups.values(), skipped, columns, leftOut: leftOut?.result() ?? [] };
}

/** The content of a cell. Our own exports put an apostrophe before formulas. */
function textOf(cell = "", { counterpart }: ShopifyColumns["index"]): string {
  return counterpart === undefined ? cell : unescapeFormulas(cell);
}

/** The contract's limit on a product's images. */
const maxImages = 20;

/** Images and blank lines between products take rows too. */
const maxRowsPerProduct = 10;

/** How many rows may differ from the header in their number of cells before reading stops. */
const maxUnevenRows = 1000;

/** The file's records, each with its first line's number. Blank lines are skipped. */
function records(bytes: Buffer, maxRows: number): { line: number; cells: string[] }[] {
  const read: { line: number; cells: string[] }[] = [];
  let line = 1;
  let end = 0;
  let uneven = 0;
  try {
    parse(bytes, {
      relax_column_count: true,
      // The parser creates an error for each record shorter than the first, which makes many blank lines
      // slow.
      skip_empty_lines: true,
      // Set explicitly, because a file merged from two may mix line endings.
      record_delimiter: ["\r\n", "\n", "\r"],
      on_record(cells: unknown, { bytes: next }: { bytes: number }) {
        const begin = afterLineBreaks(bytes, end);
        // The parser's own count counts a CRLF inside a cell as two lines.
        line += lineBreaks(bytes, end, begin);
        if (read.length > maxRows) throw new FaultyFile(`It has more than ${maxRows} rows. Split it.`);
        read.push({ line, cells: cells as string[] });
        line += lineBreaks(bytes, begin, next);
        end = next;
        if ((cells as string[]).length !== read[0]?.cells.length && ++uneven > maxUnevenRows) {
          const message = `Up to this line, ${maxUnevenRows} rows have a different number of cells than the header.`;
          throw new FaultyFile("This isn't a table.", [{ line, message }]);
        }
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message = "The row can't be read: a quotation mark is misplaced, or its closing mark is missing.";
    throw new FaultyFile("This isn't well-formed CSV.", [{ line, message }]);
  }
  return read;
}

function afterLineBreaks(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === 0x0a || bytes[at] === 0x0d) at++;
  return at;
}

function lineBreaks(bytes: Buffer, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) {
    if (bytes[i] === 0x0a || (bytes[i] === 0x0d && bytes[i + 1] !== 0x0a)) count++;
  }
  return count;
}

function newGroup(handle: string, line: number): Group {
  return { handle, line, head: undefined, images: [], variants: [] };
}

/** Returns false when the row contains no product. */
function addRow(group: Group, row: Row): boolean {
  const { line, cell } = row;
  const url = cell("image");
  if (url !== "") {
    const position = Number(cell("imagePosition")) || Number.POSITIVE_INFINITY;
    group.images.push({ line, url, alt: cell("imageAlt"), position });
  }
  if (cell("title") !== "") group.head ??= row;
  const options: Variant["options"] = [cell("option1"), cell("option2"), cell("option3")];
  if (cell("price") === "" && cell("sku") === "" && options.join("") === "") return false;
  group.variants.push({ line, reference: referenceOf(group.handle, options), options, cell });
  return true;
}

function readGroup(group: Group, reading: Reading): ProductInput[] {
  const { columns, note } = reading;
  const { handle, line, head, variants } = group;
  if (!head) {
    note(line, `${columns.name.title} is empty in all rows of ${quote(handle)}.`);
    return [];
  }
  if (variants.length === 0)
    note(head.line, `${columns.name.price} is empty in all rows of ${quote(handle)}.`);
  const own = new Map(variants.map((variant) => [variant, ownFields(variant, reading)]));
  const taken = new Map<string, number>();
  const unique = variants.filter((variant) => {
    const { reference } = { ...variant, ...own.get(variant) };
    const before = taken.get(reference);
    if (before !== undefined) note(variant.line, `The row repeats the handle and options of line ${before}.`);
    else taken.set(reference, variant.line);
    return before === undefined;
  });
  return readVariants({ ...group, variants: unique }, head, reading).flatMap((read) =>
    checkVariant({ ...read, fields: { ...read.fields, ...own.get(read.variant) } }, reading),
  );
}

/** The columns of a file that has all of them. */
const everyColumn = readColumns(Object.values(columnNames).map(([name]) => name));

/** The cells of a row, without spaces around them. */
export type DerivedRow = Partial<Record<ShopifyColumn, string>>;

/** The products that an import reads from a handle's rows, apart from what is in our own column. One for each variant. */
export function derivedProducts(rows: DerivedRow[], currency: string): ProductInput[] {
  const group = newGroup(rows[0]?.handle ?? "", 1);
  for (const row of rows) addRow(group, { line: 1, cell: (column) => row[column] ?? "" });
  const reading = { columns: everyColumn, currency, note: () => {}, offSale: [] };
  return group.head ? readVariants(group, group.head, reading).map(({ fields }) => fields) : [];
}

/** The products of a handle before they are checked. */
function readVariants({ handle, images, variants }: Group, head: Row, reading: Reading): ReadVariant[] {
  const shared = sharedBy(head, reading);
  const gallery = readImages(images, reading);
  const listed = new Map(gallery.map((image) => [image.url, image]));
  const slugs = uniqueSlugs(handle, variants);
  return variants.map((variant) => {
    const own = readImage("variantImage", variant.cell("variantImage"), variant.line, reading);
    const main = own === null ? undefined : (listed.get(own) ?? { url: own, alt: null });
    const pictures = withMain(main, gallery);
    const ofVariant = {
      imageUrl: pictures[0]?.url ?? null,
      images: pictures,
      slug: slugs.get(variant) ?? null,
      group: groupOf(handle, variant, head),
    };
    return readVariant(variant, head, { ...shared, ...ofVariant }, reading);
  });
}

/** What an export of ours says of a product beside Shopify's columns. It is checked with the rest. */
function ownFields({ cell, line }: Variant, { columns, note }: Reading): Partial<ProductInput> {
  const counterpart = cell("counterpart");
  if (counterpart === "") return {};
  try {
    const given: unknown = JSON.parse(counterpart);
    if (typeof given === "object" && given !== null && !Array.isArray(given)) return given;
  } catch {}
  note(line, `${columns.name.counterpart} is ${quote(counterpart)}, not a JSON object.`);
  return {};
}

/** Sorted by position. */
function readImages(cells: ImageCell[], reading: Reading): Image[] {
  return cells
    .toSorted((one, other) => (one.position < other.position ? -1 : Number(one.position > other.position)))
    .flatMap(({ line, url, alt }) => {
      const read = readImage("image", url, line, reading);
      return read === null ? [] : { url: read, alt: alt === "" ? null : alt };
    });
}

/** A variant's images: its own first, then the product's others, up to the contract's limit. */
function withMain(main: Image | undefined, gallery: Image[]): Image[] {
  const first = gallery.slice(0, maxImages);
  return main ? [main, ...first.filter(({ url }) => url !== main.url)].slice(0, maxImages) : first;
}

/** The handle, plus the options of variants: `print--a4-sea-grey`. Words never contain two consecutive hyphens. */
function uniqueSlugs(handle: string, variants: Variant[]): Map<Variant, string | null> {
  const taken = new Map<string, number>();
  return new Map(
    variants.map((variant) => {
      const parts = [slugOf(handle), slugOf(...variant.options.filter(isOption))];
      const slug = parts.filter((part) => part !== null).join("--");
      const count = (taken.get(slug) ?? 0) + 1;
      taken.set(slug, count);
      return [variant, slug === "" ? null : count === 1 ? slug : `${slug}--${count}`];
    }),
  );
}

/** Null for a product without variants. */
function groupOf(handle: string, { options }: Variant, { cell }: Row): ProductInput["group"] {
  const slug = slugOf(handle);
  return slug !== null && options.some(isOption) ? { slug, name: cell("title") } : null;
}

type Shared = ReturnType<typeof sharedBy> & Pick<ProductInput, "imageUrl" | "images" | "slug" | "group">;

/** The fields that all variants take from the row with the title. */
function sharedBy(head: Row, reading: Reading) {
  const { columns, currency, note } = reading;
  const status = head.cell("status").toLowerCase();
  if (!/^(active|draft|archived|unlisted|)$/.test(status)) {
    note(head.line, `${columns.name.status} is ${quote(status)}, not active, draft, archived or unlisted.`);
  }
  const isPublished = readFlag("published", head.cell("published"), head.line, reading) !== false;
  return {
    description: readHtml(head, reading),
    currency,
    billingInterval: null,
    // "Visible by link only" isn't supported here, so such a product isn't listed.
    isActive: isPublished && (status === "" || status === "active"),
    category: categoryOf(head),
    isGiftCard: readFlag("giftCard", head.cell("giftCard"), head.line, reading) === true,
  };
}

function readHtml({ line, cell }: Row, { columns, note }: Reading): string | null {
  try {
    return htmlText(cell("body"));
  } catch (error) {
    if (!(error instanceof UnreadableHtml)) throw error;
    note(line, `${columns.name.body} ${error.message}.`);
    return null;
  }
}

/** A variant as read, before it is checked. */
interface ReadVariant {
  variant: Variant;
  fields: ProductInput;
  isPriced: boolean;
  /** Why it isn't imported on sale. */
  reason: OffSale["reason"] | undefined;
}

function readVariant(
  variant: Variant,
  head: Row,
  { isGiftCard, ...shared }: Shared,
  reading: Reading,
): ReadVariant {
  const { line, cell } = variant;
  const { columns, currency, note } = reading;
  const price = cell("price");
  const priceInCents = toMinorUnits(price, currency);
  if (priceInCents === undefined) note(line, `${columns.name.price} ${priceFault(price, currency)}.`);
  const isShipped = readFlag("requiresShipping", cell("requiresShipping"), line, reading) !== false;
  const title = head.cell("title");
  const values = variant.options.filter(isOption);
  const stock = stockOf(variant, reading);
  return {
    variant,
    isPriced: priceInCents !== undefined,
    reason: shared.isActive && isGiftCard ? "gift_card" : undefined,
    fields: {
      ...shared,
      reference: variant.reference,
      name: variantName(title, values),
      priceInCents: priceInCents ?? 0,
      type: isShipped && !isGiftCard ? "physical" : "digital",
      details: detailsOf(variant, head),
      options: optionsOf(variant, head),
      ...codesOf(variant, reading),
      ...(stock !== undefined && { stock }),
    },
  };
}

function checkVariant(
  { variant: { line }, fields, isPriced, reason }: ReadVariant,
  { columns, note, offSale }: Reading,
): ProductInput[] {
  const candidate = { ...fields, ...usableSlugs(fields), ...(reason !== undefined && { isActive: false }) };
  const checked = checkProduct(candidate);
  if (!checked.product) {
    const messages = checked.mismatches.map(({ at, what }) => `${columnOf(at, columns)} ${what}.`);
    for (const message of new Set(messages)) note(line, message);
    return [];
  }
  if (!isPriced) return [];
  const { reference, name } = checked.product;
  if (reason !== undefined) offSale.push({ line, reference, name, reason });
  return [checked.product];
}

/** The fields of the columns that the file has. Shopify writes 0 for a weight or former price that isn't known. */
function codesOf({ line, cell }: Variant, { columns, currency, note }: Reading) {
  const { index, name } = columns;
  const [weight, compareAtPrice] = [cell("weight"), cell("compareAtPrice")];
  const grams = Math.round(Number(weight));
  if (Number.isNaN(grams)) note(line, `${name.weight} is ${quote(weight)}, not a number.`);
  const formerPrice = compareAtPrice === "" ? 0 : toMinorUnits(compareAtPrice, currency);
  if (formerPrice === undefined) {
    note(line, `${name.compareAtPrice} ${priceFault(compareAtPrice, currency)}.`);
  }
  return {
    ...(index.sku !== undefined && { sku: cell("sku") || null }),
    ...(index.weight !== undefined && { weightInGrams: grams || null }),
    ...(index.compareAtPrice !== undefined && { compareAtPriceInCents: formerPrice || null }),
  };
}

/**
 * How many there are of a variant that Shopify stops selling at 0; null if it sells any quantity. Undefined if the file
 * doesn't say.
 */
function stockOf({ line, cell }: Variant, { columns, note }: Reading): number | null | undefined {
  const [tracker, policy] = [cell("inventoryTracker"), cell("inventoryPolicy")];
  const quantity = cell("inventoryQuantity");
  if (quantity === "" && (tracker !== "" || policy === "")) return undefined;
  if (tracker === "" || !/^(deny|false)$/i.test(policy)) return null;
  const count = Number(quantity);
  if (Number.isSafeInteger(count)) return Math.max(0, count);
  note(line, `${columns.name.inventoryQuantity} is ${quote(quantity)}, not a whole number.`);
  return undefined;
}

/** Reads TRUE or FALSE, in any case; undefined when the cell is empty or has another value. */
function readFlag(column: ShopifyColumn, text: string, line: number, { columns, note }: Reading) {
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  if (text !== "") note(line, `${columns.name[column]} is ${quote(text)}, not TRUE or FALSE.`);
  return undefined;
}

/** A URL as a browser would send it, with spaces and non-ASCII letters escaped; null for an empty cell. */
function readImage(column: ShopifyColumn, text: string, line: number, { columns, note }: Reading) {
  if (isWebAddress(text)) return new URL(text).href;
  if (text !== "") note(line, `${columns.name[column]} is ${quote(text)}, not a full URL.`);
  return null;
}

/** Shopify gives a product without options one called Default Title. */
function isOption(value: string): boolean {
  return value !== "" && !/^default title$/i.test(value);
}

function referenceOf(handle: string, options: string[]): string {
  return [handle, ...options.filter(isOption)]
    .map((part) => part.replaceAll(/[%/]/g, encodeURIComponent))
    .join("/");
}

/** The merchant's own category, or the last part of Shopify's taxonomy: `Home > Decor > Vases`. */
function categoryOf({ cell }: Row): string | null {
  if (cell("type") !== "") return cell("type");
  const last = cell("category").split(">").at(-1)?.trim() ?? "";
  return last === "" || last === "Uncategorized" ? null : last;
}

function optionsOf({ options }: Variant, { cell }: Row): ProductInput["options"] {
  const names = [cell("option1Name"), cell("option2Name"), cell("option3Name")];
  return options.flatMap((value, index) =>
    isOption(value) ? { name: names[index] || `Option ${index + 1}`, value } : [],
  );
}

/** Returns `Size: Small`. Tags are left out: merchants use them for sorting. */
function detailsOf({ options }: Variant, { cell }: Row): string[] | null {
  const names = [cell("option1Name"), cell("option2Name"), cell("option3Name")];
  const details = options.flatMap((value, index) => {
    if (!isOption(value)) return [];
    return names[index] ? `${names[index]}: ${value}` : value;
  });
  return details.length > 0 ? details : null;
}

function priceFault(price: string, currency: string): string {
  if (price === "") return "is empty";
  if (!/^\d+(\.\d*)?$/.test(price)) return `is ${quote(price)}, not a plain amount such as 1250 or 19.99`;
  const decimals = withoutTrailingZeros(price.split(".")[1] ?? "").length;
  const most = decimalsOf(currency);
  return decimals > most
    ? `is ${quote(price)}, but ${currency} has ${most} decimals`
    : `is ${quote(price)}, too large`;
}

const columnByField: Record<string, ShopifyColumn> = {
  "/name": "title",
  "/description": "body",
  "/priceInCents": "price",
  "/imageUrl": "image",
  "/sku": "sku",
  "/weightInGrams": "weight",
  "/compareAtPriceInCents": "compareAtPrice",
  "/category": "type",
  "/slug": "handle",
  "/group/slug": "handle",
  "/group/name": "title",
  "/options/0/name": "option1Name",
  "/options/0/value": "option1",
  "/options/1/name": "option2Name",
  "/options/1/value": "option2",
  "/options/2/name": "option3Name",
  "/options/2/value": "option3",
  "/reference": "handle",
};

function columnOf(at: string, { name }: ShopifyColumns): string {
  const column = columnByField[at] ?? (at.endsWith("/alt") ? "imageAlt" : undefined);
  return column ? name[column] : at.slice(1);
}

/** The maximum length of a quoted cell in messages, in UTF-16 units. */
const maxQuoted = 80;

/** A cell in quotation marks, truncated: it may be as long as the file. */
function quote(text: string): string {
  return text.length <= maxQuoted ? `"${text}"` : `"${text.slice(0, maxQuoted)}…"`;
}
