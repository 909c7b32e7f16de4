import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { ApiError } from "@counterpart/server/errors";
import type { Command } from "commander";
import type { Database } from "../../database/database.ts";
import { openProductFiles } from "../input/image-store.ts";
import { storeOption } from "../input/store-option.ts";
import { noSuchProduct } from "../output/product-text.ts";
import { type AnswerOptions, addCommand, answer, storeOf, type Terminal } from "../terminal.ts";

interface Options extends AnswerOptions {
  store: string;
}

const help = `
Buyers download it under its own name after they have paid; everyone who bought
the product gets the newest file. It is stored where the server stores images,
which needs the server's IMAGES_… variables.`;

/** The commands for the file of a digital product. */
export function addProductFiles(products: Command, terminal: Terminal): void {
  const file = products.command("file").description("the file that buyers of a digital product download");

  addCommand(file, "set", "Upload a file that replaces the product's, if it has one.")
    .argument("<product>", "the product's reference or id")
    .argument("<file>", "the file, of any type and size")
    .requiredOption(...storeOption)
    .addHelpText("after", help)
    .action((reference: string, source: string, options: Options) =>
      answer(terminal, options, async (database, by) => {
        const product = await productOf(database, reference, options);
        const files = await openProductFiles(terminal, database);
        const bytes = await sizeOf(source);
        const content = createReadStream(source);
        const stored = await files.replace({ product, name: path.basename(source), bytes, content, by });
        return {
          value: { product: product.reference, name: stored.name, bytes },
          text: `Buyers of ${product.reference} now get ${stored.name}, ${bytes} bytes.`,
        };
      }),
    );

  addCommand(file, "remove", "Take the product's file away. Buyers can no longer download it.")
    .argument("<product>", "the product's reference or id")
    .requiredOption(...storeOption)
    .action((reference: string, options: Options) =>
      answer(terminal, options, async (database, by) => {
        const product = await productOf(database, reference, options);
        const address = { storeId: product.storeId, productId: product._id };
        const before = await database.productFiles.find(address);
        if (!before) throw new ApiError("NOT_FOUND", `${product.reference} has no file.`);
        await database.productFiles.use(address, undefined, by);
        return {
          value: { product: product.reference, removed: before.name },
          text: `${product.reference} has no file any more.`,
        };
      }),
    );
}

async function productOf(database: Database, product: string, { store }: Options) {
  const { id: storeId } = await storeOf(database, store);
  const found = await database.managedProducts.find({ storeId, product });
  if (!found) throw noSuchProduct(product);
  return found;
}

async function sizeOf(file: string): Promise<number> {
  try {
    const found = await stat(file);
    if (!found.isFile()) throw new ApiError("INVALID_REQUEST", `${file} isn't a file.`);
    return found.size;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new ApiError("NOT_FOUND", `There is no file ${file}.`);
    throw new ApiError("INVALID_REQUEST", `${file} can't be read: ${message}.`);
  }
}
