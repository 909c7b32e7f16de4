import { ApiError } from "@counterpart/server/errors";
import type { Database } from "../../database/database.ts";
import type { Actor } from "../../domain/actor.ts";
import type { ProductFiles } from "./product-files.ts";

/** A file that an export has written, for the product with this reference. */
export interface FoundFile {
  reference: string;
  name: string;
  bytes: number;
  content: () => AsyncIterable<Uint8Array>;
}

interface StoreParts {
  database: Pick<Database, "managedProducts">;
  files: Pick<ProductFiles, "replace">;
  storeId: string;
  by: Actor | undefined;
  /** Called after each file. */
  progress?: (done: number, total: number) => void;
}

/**
 * Makes each file that of its product. Throws before the first one if a product is missing or isn't digital: NOT_FOUND or
 * VALIDATION_ERROR.
 */
export async function storeFiles(
  found: FoundFile[],
  { database, files, storeId, by, progress }: StoreParts,
): Promise<void> {
  const pairs = [];
  for (const file of found) {
    const product = await database.managedProducts.find({ storeId, product: file.reference });
    if (product?.type !== "digital") throw noProduct(file.reference, product !== undefined);
    pairs.push({ file, product });
  }
  for (const [n, { file, product }] of pairs.entries()) {
    const { name, bytes, content } = file;
    await files.replace({ product, name, bytes, content: content(), by });
    progress?.(n + 1, pairs.length);
  }
}

function noProduct(reference: string, exists: boolean): ApiError {
  const reason = exists ? `${reference} isn't a digital product` : `there is no product ${reference}`;
  return new ApiError(
    exists ? "VALIDATION_ERROR" : "NOT_FOUND",
    `The products were imported, but no files: ${reason}.`,
  );
}
