import { ApiError, unavailable } from "@counterpart/server/errors";
import type { Database } from "../../database/database.ts";
import type { Actor } from "../../domain/actor.ts";
import {
  fileNameIn,
  filePart,
  filePartBytes,
  filePartCount,
  type ProductFile,
} from "../../domain/product-file.ts";
import type { ImageFiles } from "../images/image-files.ts";

export interface ProductFileParts {
  database: Pick<Database, "productFiles">;
  /** Where images are stored too. */
  files: ImageFiles;
  maxBytesPerStore: number;
}

export type ProductFiles = ReturnType<typeof createProductFiles>;

interface Upload {
  product: { _id: string; storeId: string; type: string };
  name: string;
  bytes: number;
  content: AsyncIterable<Uint8Array>;
  by?: Actor | undefined;
}

/** The files that buyers of digital products download. */
export function createProductFiles({ database, files, maxBytesPerStore }: ProductFileParts) {
  return {
    /**
     * Stores a file and makes it the product's. Throws VALIDATION_ERROR with the reason if it is refused, and NOT_FOUND if the
     * product was deleted meanwhile.
     */
    async replace({ product, name: given, bytes, content, by }: Upload): Promise<ProductFile> {
      const { _id: productId, storeId } = product;
      if (product.type !== "digital") throw refused("Only digital products have a file.");
      if (bytes === 0) throw refused("The file is empty.");
      const name = fileNameIn(given);
      if (name === undefined) throw refused("The file needs a name.");
      const wanted = { storeId, productId, name, bytes, maxBytes: maxBytesPerStore };
      const file = await database.productFiles.reserve(wanted);
      if (!file) {
        throw refused(
          `The files of the store’s products may take up ${Math.round(maxBytesPerStore / 1024 ** 2)} MB together. Replaced files are removed after a week.`,
        );
      }
      await store(file, content);
      if (!(await database.productFiles.use({ storeId, productId }, file, by))) {
        throw new ApiError("NOT_FOUND", "The product was deleted.");
      }
      return file;
    },

    /** Part of a file: the bytes from `start` to `end`, both included. */
    async *read(file: ProductFile, { start, end }: { start: number; end: number }): AsyncGenerator<Buffer> {
      for (let part = Math.floor(start / filePartBytes); part * filePartBytes <= end; part += 1) {
        const bytes = await files.get(filePart(file, part));
        if (!bytes) throw new Error(`Part ${part} of ${file.id} is missing.`);
        const first = part * filePartBytes;
        const wanted = bytes.subarray(Math.max(0, start - first), end - first + 1);
        for (let at = 0; at < wanted.length; at += chunkBytes) yield wanted.subarray(at, at + chunkBytes);
      }
    },

    /** Removes the files that no product has had for a week. */
    async sweep(): Promise<void> {
      for (const file of await database.productFiles.findUnused()) {
        for (let part = 0; part < filePartCount(file); part += 1) await files.remove(filePart(file, part));
        await database.productFiles.forget(file);
      }
    },
  };

  async function store(file: ProductFile, content: AsyncIterable<Uint8Array>): Promise<void> {
    let part = 0;
    let stored = 0;
    for await (const bytes of parts(content)) {
      stored += bytes.length;
      if (stored > file.bytes) break;
      await files.put(filePart(file, part), bytes, "application/octet-stream").catch((cause: unknown) => {
        throw unavailable("The file couldn’t be stored. Try again in a minute.", { cause });
      });
      part += 1;
    }
    if (stored !== file.bytes) throw refused("The file changed while it was read.");
  }
}

/** Small enough to see how fast a slow client reads. */
const chunkBytes = 64 * 1024;

function refused(message: string): ApiError {
  return new ApiError("VALIDATION_ERROR", message);
}

/** The same bytes in parts of equal size; the last one may be smaller. */
async function* parts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of content) {
    for (let from = 0; from < chunk.length; ) {
      const taken = chunk.subarray(from, from + filePartBytes - length);
      waiting.push(taken);
      length += taken.length;
      from += taken.length;
      if (length < filePartBytes) continue;
      yield Buffer.concat(waiting);
      [waiting, length] = [[], 0];
    }
  }
  if (length > 0) yield Buffer.concat(waiting);
}
