import { readFile, stat } from "node:fs/promises";
import { ApiError } from "@counterpart/server/errors";
import { openImages } from "../input/image-store.ts";
import { filled } from "../input/option-values.ts";
import { productOf } from "../input/product-of.ts";
import { unreadableFile } from "../input/unreadable-file.ts";
import { fieldsOf, noSuchProduct } from "../output/product-text.ts";
import { fieldList } from "../output/table.ts";
import type { ShopCommand } from "../shop-command.ts";

const help = `
The image is stored in several widths, without its metadata, where the server stores images: it needs the server's
PUBLIC_URL and IMAGES_… variables. \`products edit --image-url\` sets a URL of your own.`;

/** The commands for a product's uploaded images. */
export function addProductImages(products: ShopCommand): void {
  const { terminal } = products;
  const image = products.command("image").description("Manage a product's images.");
  image
    .addOfStore("add", "Upload a PNG, JPEG or WebP image of a product.")
    .argument("<product>", "the product's reference or id")
    .argument("<file>", "the image, up to 10 MB")
    .option("--alt <text>", "the alt text of the image", filled)
    .option("--main", "make it the product's first image; by default it becomes the last one")
    .explain(help)
    .changesStore(
      async (
        { store: { id: storeId }, database, by },
        product: string,
        file: string,
        options: { alt?: string; main?: true },
      ) => {
        const address = { storeId, product };
        const current = await productOf(database, address);
        const images = await openImages(terminal, database);
        const url = await withCause(images.add(storeId, await readImage(file)));
        const { editProduct } = await import("../../merchants/products/edit-product.ts");
        const { withImage } = await import("../../merchants/products/product-images.ts");
        const change = {
          images: withImage(
            current.images,
            { url, alt: options.alt ?? null },
            { isMain: options.main === true },
          ),
        };
        const changed = await editProduct(database, address, { version: current.version, change, by });
        if (!changed) throw noSuchProduct(product);
        return {
          value: changed,
          text: `${changed.reference} was updated.\n\n${fieldList(fieldsOf(changed))}`,
        };
      },
    );
}

/** The operator also sees why the server's place for images failed. */
async function withCause<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status < 500 || !(error.cause instanceof Error)) throw error;
    throw new ApiError("INTERNAL_ERROR", `The image couldn't be stored: ${error.cause.message}`, {
      cause: error,
    });
  }
}

async function readImage(file: string): Promise<Buffer> {
  const { maxImageBytes } = await import("../../merchants/images/prepare-image.ts");
  try {
    const { size } = await stat(file);
    if (size > maxImageBytes) {
      throw new ApiError("VALIDATION_ERROR", `${file} is larger than ${maxImageBytes >> 20} MB.`);
    }
    return await readFile(file);
  } catch (error) {
    throw unreadableFile(file, error);
  }
}
