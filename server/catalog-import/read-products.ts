import { isUtf8 } from "node:buffer";
import path from "node:path";
import { FaultyFile } from "./faulty-file.ts";
import type { ProductFile } from "./product-file.ts";
import { readProductJson } from "./product-json.ts";
import { readShopifyCsv } from "./shopify-csv.ts";

export interface ReadLimits {
  /** A file with more is refused before its products are read. */
  maxProducts: number;
}

export type ReadProducts = (
  name: string,
  bytes: Buffer,
  currency: string,
  limits: ReadLimits,
) => ProductFile | Promise<ProductFile>;

/**
 * Reads the products of a merchant's file: our JSON, or Shopify's product CSV.
 * @param name the file name, for its extension
 * @param currency the store's, for files that don't specify one
 * @throws FaultyFile when it is neither
 */
export function readProducts(
  name: string,
  bytes: Buffer,
  currency: string,
  { maxProducts }: ReadLimits = { maxProducts: Number.POSITIVE_INFINITY },
): ProductFile {
  const start = bytes.toString("latin1", 0, 8);
  if (start.startsWith("PK\x03\x04") || start.startsWith("\xd0\xcf\x11\xe0")) {
    throw new FaultyFile("This is a workbook. Save it as CSV (UTF-8) and import the CSV.");
  }
  if (!isUtf8(bytes) || bytes.includes(0)) {
    throw new FaultyFile("This isn't UTF-8 text. In a spreadsheet, save it as CSV (UTF-8).");
  }
  const content = start.startsWith("\xef\xbb\xbf") ? bytes.subarray(3) : bytes;
  const first = /\S/.exec(content.toString("utf8", 0, 4096))?.[0];
  if (first === undefined) throw new FaultyFile("The file is empty.");

  const isJson = path.extname(name).toLowerCase() === ".json" || first === "[" || first === "{";
  const file = isJson
    ? readProductJson(content.toString("utf8"), currency, maxProducts)
    : readShopifyCsv(content, currency, maxProducts);
  if (file.products.length === 0 && file.faultCount === 0) {
    throw new FaultyFile("The file contains no products.");
  }
  return file;
}
