import { createReadStream } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Database } from "../database/database.ts";
import type { NewStore, Store } from "../database/queries/stores.ts";
import type { ProductFiles } from "../merchants/downloads/product-files.ts";

const files = ["products.csv", "memberships.json"];
/** What buyers of the digital products download, each named after its product. */
const downloads = fileURLToPath(new URL("downloads/", import.meta.url));

export const demoSlug = "demo";

/** The shop from the document's examples. */
const harbourPress: NewStore = {
  slug: demoSlug,
  name: "Harbour Press",
  description: "A two-person letterpress studio by the old ferry quay.",
  currency: "eur",
  contactEmail: "studio@harbourpress.example",
  contactPhone: "+353 1 555 0142",
  seoTitle: "Harbour Press, letterpress by the sea",
  seoDescription: "Calendars, prints and books from a small letterpress studio.",
  theme: {
    primary: "#1f3a5f",
    primaryForeground: "#ffffff",
    background: "#fbfaf6",
    foreground: "#1c1b19",
    muted: "#ece8de",
    border: "#d8d2c4",
    fontBody: "Source Serif 4",
    fontHeading: "Libre Caslon Display",
    radius: "4px",
  },
  templateKey: "gallery",
  templateTexts: { hero: { heading: "Printed by hand, by the sea." } },
  plan: "pro",
  isPublished: true,
  paymentsConfigured: true,
  emailsBuyers: true,
  sellsThrough: ["acp", "ucp"],
  returnPolicyUrl: "https://harbourpress.example/returns",
};

/**
 * Creates a demo store with products in a database without stores.
 * @param productFiles undefined if the server stores no files
 * @returns the store with the slug `demo`, or undefined if there are only other stores
 */
export async function seedDemoStore(
  database: Pick<Database, "stores" | "products">,
  productFiles?: Pick<ProductFiles, "replace">,
): Promise<Store | undefined> {
  const known = await database.stores.list();
  const store =
    known.length > 0
      ? known.find(({ slug }) => slug === demoSlug)
      : ((await database.stores.create(harbourPress)) ?? (await database.stores.findBySlug(demoSlug)));
  // A store without products was left by a process that ended before it added them.
  if (store && (await database.products.listAll(store.id)).length === 0) {
    // Loaded here because later starts never read product files.
    const { importProducts } = await import("../catalog-import/import-products.ts");
    for (const name of files) {
      await importProducts(database, store, { name, bytes: await readFile(new URL(name, import.meta.url)) });
    }
    if (productFiles) await addDownloads(database, store.id, productFiles);
  }
  return store;
}

async function addDownloads(
  { products }: Pick<Database, "products">,
  storeId: string,
  productFiles: Pick<ProductFiles, "replace">,
): Promise<void> {
  const digital = (await products.listAll(storeId)).filter(({ type }) => type === "digital");
  for (const name of await readdir(downloads)) {
    const source = path.join(downloads, name);
    const { size: bytes } = await stat(source);
    // Variants have the same file, and the reference of the first one before a slash.
    for (const { _id, reference } of digital) {
      if (reference.split("/", 1)[0] !== path.parse(name).name) continue;
      const product = { _id, storeId, type: "digital" };
      await productFiles.replace({ product, name, bytes, content: createReadStream(source) });
    }
  }
}
