import { DatabaseSync } from "node:sqlite";
import { openDatabase } from "../server/database/database.ts";
import type { ProductInput } from "../server/database/queries/products/products.ts";

export interface BenchData {
  databaseUrl: string;
  key: string;
  /** The number of products. */
  size: number;
  /** A sample of the products, in order. */
  productIds: string[];
  /** Carts with one line each, of the first product. */
  cartIds: string[];
}

const asked = 5000;

/** Creates a store with this many products and carts. The requested ids are spread over all of them. */
export async function prepare(
  databaseUrl: string,
  { products, carts, isAscii = true }: { products: number; carts: number; isAscii?: boolean },
): Promise<BenchData> {
  const database = await openDatabase(databaseUrl, Date.now);
  try {
    const store = await database.stores.create({
      slug: `bench-${Date.now()}`,
      name: "Bench",
      currency: "eur",
      plan: "pro",
      isPublished: true,
      paymentsConfigured: true,
    });
    if (!store) throw new Error("The slug is taken.");
    const { key } = await database.keys.create({ storeId: store.id, label: "bench" });
    await database.products.import(
      store.id,
      Array.from({ length: products }, (_, n) => product(n, isAscii)),
    );
    const all = (await database.products.listAll(store.id)).map(({ _id }) => _id);
    const cartIds = await makeCarts(databaseUrl, store.id, all[0] ?? "", carts, database);
    return { databaseUrl, key, size: products, productIds: spread(all), cartIds: spread(cartIds) };
  } finally {
    await database.close();
  }
}

/** About 400 bytes on the wire, as in the design's measurements. */
function product(n: number, isAscii: boolean): ProductInput {
  return {
    reference: `product-${n}`,
    name: isAscii ? `Product ${n}` : `Estampe 木 ${n}`,
    description: isAscii
      ? "Printed by hand in two colours on cotton paper, in an edition of two hundred."
      : "Imprimée à la main en deux couleurs sur papier coton 🌊, tirée à deux cents.",
    priceInCents: 1000 + (n % 5000),
    currency: "eur",
    type: "physical",
    billingInterval: null,
    imageUrl: null,
    isActive: true,
    category: "Prints",
    details: null,
    slug: null,
    group: null,
    options: [],
    images: [],
  };
}

/** The database creates the million carts itself, because one at a time would take minutes. */
async function makeCarts(
  databaseUrl: string,
  storeId: string,
  productId: string,
  count: number,
  database: Awaited<ReturnType<typeof openDatabase>>,
): Promise<string[]> {
  const lines = [{ productId, quantity: 1 }];
  const id = (n: number) =>
    `cart_${((n * 2654435761) % 2 ** 32).toString(36).padStart(8, "0")}${String(n).padStart(18, "0")}`;
  if (databaseUrl.startsWith("file:")) {
    const database = new DatabaseSync(databaseUrl.slice("file:".length));
    database.exec("PRAGMA synchronous=OFF; BEGIN");
    const insert = database.prepare(
      "insert into carts (id, store_id, currency, lines, expires_at) values (?, ?, 'eur', ?, ?)",
    );
    const text = JSON.stringify(lines);
    const expiresAt = Date.now() + 30 * 24 * 3600 * 1000;
    for (let n = 0; n < count; n++) insert.run(id(n), storeId, text, expiresAt);
    database.exec("COMMIT; PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
    return Array.from({ length: count }, (_, n) => id(n));
  }
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const cart = await database.carts.create(storeId, "eur");
    await database.carts.change({ storeId, cartId: cart.id }, () => lines);
    ids.push(cart.id);
  }
  return ids;
}

function spread(ids: string[]): string[] {
  const step = Math.max(1, Math.floor(ids.length / asked));
  return ids.filter((_, index) => index % step === 0).slice(0, asked);
}
