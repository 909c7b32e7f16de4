import { FaultyFile } from "./faulty-file.ts";

/** The columns that we read, each with the names that Shopify has used over the years, current name first. */
export const columnNames = {
  handle: ["URL handle", "Handle"],
  title: ["Title"],
  body: ["Description", "Body (HTML)", "Body HTML"],
  category: ["Product category", "Standard Product Type"],
  type: ["Type", "Custom Product Type"],
  published: ["Published on online store", "Published"],
  status: ["Status"],
  option1Name: ["Option1 name"],
  option1: ["Option1 value"],
  option2Name: ["Option2 name"],
  option2: ["Option2 value"],
  option3Name: ["Option3 name"],
  option3: ["Option3 value"],
  sku: ["SKU", "Variant SKU"],
  inventoryTracker: ["Inventory tracker", "Variant Inventory Tracker"],
  inventoryQuantity: ["Inventory quantity", "Variant Inventory Qty"],
  inventoryPolicy: ["Continue selling when out of stock", "Variant Inventory Policy"],
  price: ["Price", "Variant Price"],
  compareAtPrice: ["Compare-at price", "Variant Compare At Price"],
  weight: ["Weight value (grams)", "Variant Grams"],
  requiresShipping: ["Requires shipping", "Variant Requires Shipping"],
  image: ["Product image URL", "Image Src"],
  imagePosition: ["Image position"],
  imageAlt: ["Image alt text"],
  variantImage: ["Variant image URL", "Variant Image"],
  giftCard: ["Gift card"],
  // Only in our own exports: what Shopify's columns can't say, as JSON.
  counterpart: ["Counterpart"],
} as const satisfies Record<string, readonly string[]>;

export type ShopifyColumn = keyof typeof columnNames;

const needed: ShopifyColumn[] = ["handle", "title", "price"];

export interface ShopifyColumns {
  /** Cells per row. */
  count: number;
  /** The index of each column; undefined when the file doesn't have it. */
  index: Partial<Record<ShopifyColumn, number>>;
  /** The file's name for each column, for messages. */
  name: Record<ShopifyColumn, string>;
}

/** @throws FaultyFile when the header isn't from a product export */
export function readColumns(header: string[]): ShopifyColumns {
  const cells = header.map((cell) => cell.trim());
  const keys = cells.map(columnKey);
  const index: ShopifyColumns["index"] = {};
  const called: Record<string, string> = {};
  for (const [column, aliases] of Object.entries(columnNames) as [ShopifyColumn, readonly string[]][]) {
    const wanted = aliases.map(columnKey);
    const found = wanted.flatMap((alias) => keys.flatMap((key, at) => (key === alias ? at : [])));
    const at = found[0];
    if (found.length > 1) {
      const twice = found.map((at) => `"${cells[at]}"`).join(" and ");
      throw new FaultyFile("The header is ambiguous.", [
        { line: 1, message: `It has both ${twice}. Keep one.` },
      ]);
    }
    called[column] = cells[at ?? -1] ?? aliases[0] ?? column;
    if (at !== undefined) index[column] = at;
  }
  const missing = needed.filter((column) => index[column] === undefined);
  if (missing.length > 0) throw new FaultyFile(foreign(missing));
  return { count: cells.length, index, name: called as ShopifyColumns["name"] };
}

/** The key by which column names are compared. */
export function columnKey(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, " ");
}

function foreign(missing: ShopifyColumn[]): string {
  const columns = missing.map((column) => columnNames[column].map((name) => `"${name}"`).join(" or "));
  return `This is neither Counterpart's JSON nor a Shopify product export: its header has no ${columns.join(", no ")}.`;
}
