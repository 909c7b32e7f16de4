import type { Database } from "../../database/database.ts";
import type { ProductFile } from "../../domain/product-file.ts";

/** The files of these digital products, each with its folder, which is named after its product's reference. */
export async function exportedFiles(
  { productFiles }: Pick<Database, "productFiles">,
  { storeId, products }: { storeId: string; products: { _id: string; reference: string }[] },
): Promise<{ folder: string; file: ProductFile }[]> {
  const references = new Map(products.map(({ _id, reference }) => [_id, reference]));
  const found = await productFiles.findMany({ storeId, productIds: [...references.keys()] });
  return found.map((file) => ({
    folder: folderName(references.get(file.productId) ?? file.productId),
    file,
  }));
}

/** A reference as the name of a folder, on any system. */
export function folderName(reference: string): string {
  return encodeURIComponent(reference).replace(
    /^\.|[*'()]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
