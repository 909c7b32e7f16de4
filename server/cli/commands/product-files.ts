import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { ApiError } from "@counterpart/server/errors";
import { openProductFiles } from "../input/image-store.ts";
import { productOf } from "../input/product-of.ts";
import { unreadableFile } from "../input/unreadable-file.ts";
import type { ShopCommand } from "../shop-command.ts";
import { wrongUsage } from "../terminal.ts";

const help = `
Buyers download it under its own name after they have paid; everyone who bought
the product gets the newest file. It is stored where the server stores images,
which needs the server's IMAGES_… variables.`;

/** The commands for the file of a digital product. */
export function addProductFiles(products: ShopCommand): void {
  const { terminal } = products;
  const file = products
    .command("file")
    .description("Manage the file that buyers of a digital product download.");

  file
    .addOfStore("set", "Upload a file that replaces the product's, if it has one.")
    .argument("<product>", "the product's reference or id")
    .argument("<file>", "the file, of any type and size")
    .explain(help)
    .changesStore(async ({ store: { id: storeId }, database, by }, reference: string, source: string) => {
      const product = await productOf(database, { storeId, product: reference });
      const files = await openProductFiles(terminal, database);
      const bytes = await sizeOf(source);
      const content = createReadStream(source);
      const stored = await files.replace({ product, name: path.basename(source), bytes, content, by });
      return {
        value: { product: product.reference, name: stored.name, bytes },
        text: `Buyers of ${product.reference} now get ${stored.name}, ${bytes} bytes.`,
      };
    });

  file
    .addOfStore("remove", "Take the product's file away. Buyers can no longer download it.")
    .argument("<product>", "the product's reference or id")
    .changesStore(async ({ store: { id: storeId }, database, by }, reference: string) => {
      const product = await productOf(database, { storeId, product: reference });
      const address = { storeId, productId: product._id };
      const before = await database.productFiles.find(address);
      if (!before) throw new ApiError("NOT_FOUND", `${product.reference} has no file.`);
      await database.productFiles.use(address, undefined, by);
      return {
        value: { product: product.reference, removed: before.name },
        text: `${product.reference} has no file any more.`,
      };
    });
}

async function sizeOf(file: string): Promise<number> {
  try {
    const found = await stat(file);
    if (!found.isFile()) throw wrongUsage(`${file} isn't a file.`);
    return found.size;
  } catch (error) {
    throw unreadableFile(file, error);
  }
}
