import { stringify } from "csv-stringify/sync";
import type { Database } from "../../database/database.ts";
import type { Store } from "../../database/queries/stores.ts";
import { escapeFormulas } from "../../domain/formula-cells.ts";
import {
  type Cells,
  type ExportedProduct,
  handleOf,
  header,
  optionKey,
  shopifyRows,
} from "./shopify-rows.ts";

/** Columns of Shopify's file that products here have no place for, so that an export doesn't have them. */
export const missingColumns =
  "vendor, tags, barcode, cost, tax, gift cards, fulfillment service, SEO, Google Shopping and metafields";

/** Products per statement. */
const perPage = 500;
/** Shopify has fewer variants per product. */
const maxVariants = 2000;

/** All of a store's products, in the merchant's order, page by page: there may be more than fit into memory. */
export async function* exportedProducts(
  { managedProducts }: Pick<Database, "managedProducts">,
  storeId: string,
): AsyncGenerator<(ExportedProduct & { _id: string })[]> {
  for (let after: string | undefined; ; ) {
    const page = await managedProducts.list({ storeId, limit: perPage, after });
    if (!page) return;
    yield page.products.map((product) => ({ ...product, stock: product.quantity }));
    if (!page.hasMore) return;
    after = page.products.at(-1)?._id;
  }
}

/** The rows of Shopify's product file. Variants of a group that follow each other have one handle. */
export async function* productRows(
  pages: AsyncIterable<ExportedProduct[]>,
  { currency }: Pick<Store, "currency">,
): AsyncGenerator<Cells[]> {
  const taken = new Set<string>();
  let run: ExportedProduct[] = [];
  for await (const products of pages) {
    const rows: Cells[] = [];
    for (const product of products) {
      if (run.length > 0 && !continues(run, product)) {
        rows.push(...shopifyRows(run, uniqueHandle(run, taken), currency));
        run = [];
      }
      run.push(product);
    }
    yield rows;
  }
  yield shopifyRows(run, uniqueHandle(run, taken), currency);
}

/** Shopify's product file (RFC 4180, UTF-8) in chunks, with an apostrophe before what spreadsheets would run. */
export async function* productsCsv(rows: AsyncIterable<Cells[]>): AsyncGenerator<string> {
  yield csv([Object.values(header)]);
  const columns = Object.keys(header) as (keyof Cells)[];
  for await (const some of rows) {
    if (some.length > 0)
      yield csv(some.map((cells) => columns.map((column) => escapeFormulas(cells[column] ?? ""))));
  }
}

function csv(rows: string[][]): string {
  return stringify(rows, { record_delimiter: "windows", quoted_match: /[\r\n]/ });
}

function continues(run: ExportedProduct[], product: ExportedProduct): boolean {
  const slug = run[0]?.group?.slug;
  return (
    slug !== undefined &&
    slug === product.group?.slug &&
    run.length < maxVariants &&
    run.every((other) => optionKey(other) !== optionKey(product))
  );
}

function uniqueHandle([head]: ExportedProduct[], taken: Set<string>): string {
  if (!head) return "";
  const handle = handleOf(head);
  let unique = handle;
  for (let count = 2; taken.has(unique); count++) unique = `${handle}--${count}`;
  taken.add(unique);
  return unique;
}
