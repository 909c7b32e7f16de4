import { unavailable } from "@counterpart/server/errors";
import type { Database } from "../../database/database.ts";
import { imageFile, imagesPath, isImageFile, largestWidth } from "../../domain/product-image.ts";
import type { ImageFiles } from "./image-files.ts";
import { ImageRefused } from "./image-refused.ts";
import { prepareImage } from "./prepare-image.ts";

export interface ImageParts {
  database: Pick<Database, "productImages">;
  files: ImageFiles;
  /** Without a trailing slash. */
  publicUrl: string;
  maxBytesPerStore: number;
}

export type Images = ReturnType<typeof createImages>;

/** The images that stores have uploaded. */
export function createImages({ database, files, publicUrl, maxBytesPerStore }: ImageParts) {
  return {
    /**
     * Stores an image, and returns the URL of its largest file. It is removed if no product has it for a week.
     * @throws ImageRefused with the reason
     */
    async add(storeId: string, bytes: Buffer): Promise<string> {
      const { hash, files: prepared } = await prepareImage(storeId, bytes);
      const size = prepared.reduce((sum, file) => sum + file.bytes.length, 0);
      const name = await database.productImages.reserve({ storeId, hash, size, maxBytes: maxBytesPerStore });
      if (name === undefined) {
        throw new ImageRefused(
          `The store’s images take up ${Math.round(maxBytesPerStore / 1024 ** 2)} MB, which is the limit. Images that no product has are removed after a week.`,
        );
      }
      // Also for a known image, in case a process was interrupted here.
      try {
        await Promise.all(
          prepared.map(({ width, bytes: content }) => files.put(imageFile(storeId, name, width), content)),
        );
      } catch (cause) {
        throw unavailable("The image couldn’t be stored. Try again in a minute.", { cause });
      }
      return `${publicUrl}${imagesPath}/${imageFile(storeId, name, largestWidth)}`;
    },

    /** One file; undefined if there is none. */
    async read(file: string): Promise<Buffer | undefined> {
      return isImageFile(file) ? files.get(file) : undefined;
    },
  };
}
