import { fairCalls } from "../database/concurrency/fair-calls.ts";
import { inMemoryTurn } from "../database/concurrency/memory-turns.ts";
import type { Database } from "../database/database.ts";
import type { Store } from "../database/queries/stores.ts";
import { conflict } from "../domain/error-codes.ts";
import { type ImportOptions, type ImportResult, importProducts } from "./import-products.ts";
import { readInProcess } from "./read-in-process.ts";
import type { ReadProducts } from "./read-products.ts";

/** Not applied to an operator's import on the command line. */
const limits = { maxProducts: 10_000, maxProductsOfStore: 20_000 };

/** Each import holds a file in memory. */
const inTurn = fairCalls({
  maxRunning: 1,
  maxWaitingPerGroup: 1,
  maxWaiting: 4,
  timeoutMs: 60_000,
  refusal: () => conflict("Too many files are being imported right now. Try again in a minute."),
});

/** Imports a merchant's file within bounds that keep the process responsive, one at a time; stores take turns. */
export function importUpload(
  database: Pick<Database, "products">,
  store: Pick<Store, "id" | "currency">,
  file: { name: string; bytes: Buffer },
  options: Omit<ImportOptions, "bounds">,
): Promise<ImportResult> {
  const read: ReadProducts = (...given) => inMemoryTurn(store.id, async () => readInProcess(...given));
  const bounds = { ...limits, read };
  return inTurn(store.id, () => importProducts(database, store, file, { ...options, bounds }));
}
