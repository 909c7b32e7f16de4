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
  bytes: number | { atMost: number };
  content: AsyncIterable<Uint8Array>;
  by?: Actor | undefined;
}

interface HeldUpload {
  storeId: string;
  name: string;
  /** At most this many. */
  bytes: number;
  content: AsyncIterable<Uint8Array>;
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
      const reserved = typeof bytes === "number" ? bytes : bytes.atMost;
      const name = fileNameIn(given);
      if (name === undefined) throw refused("The file needs a name.");
      const place = { storeId, productId, name, bytes: reserved };
      const file = await stored(place, content, typeof bytes === "number");
      if (!(await database.productFiles.use({ storeId, productId }, file, by))) {
        throw new ApiError("NOT_FOUND", "The product was deleted.");
      }
      return file;
    },

    /** Stores an upload that isn't a product's file, until it is discarded. */
    hold: ({ storeId, name, bytes, content }: HeldUpload): Promise<ProductFile> =>
      stored({ storeId, productId: "", name, bytes }, content, false),

    discard,

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
      for (const file of await database.productFiles.findUnused()) await discard(file);
    },
  };

  /** Throws VALIDATION_ERROR if the store has no room for it. */
  async function stored(
    wanted: Omit<ProductFile, "id">,
    content: AsyncIterable<Uint8Array>,
    isExact: boolean,
  ): Promise<ProductFile> {
    const place = await database.productFiles.reserve({ ...wanted, maxBytes: maxBytesPerStore });
    if (!place) {
      throw refused(
        `The files of the store’s products may take up ${Math.round(maxBytesPerStore / 1024 ** 2)} MB together. Replaced files are removed after a week.`,
      );
    }
    return store(place, content, isExact).catch(async (error: unknown) => {
      // Otherwise it would count until the sweep removes it. If this fails too, that sweep does it.
      await discard(place).catch(() => {});
      throw error;
    });
  }

  async function discard(file: ProductFile): Promise<void> {
    for (let part = 0; part < filePartCount(file); part += 1) await files.remove(filePart(file, part));
    await database.productFiles.forget(file);
  }

  /** Stores the content, and returns the file with its size. */
  async function store(
    file: ProductFile,
    content: AsyncIterable<Uint8Array>,
    isExact: boolean,
  ): Promise<ProductFile> {
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
    if (stored === 0) throw refused("The file is empty.");
    if (stored > file.bytes || (isExact && stored < file.bytes)) {
      throw refused("The file changed while it was read.");
    }
    return { ...file, bytes: stored };
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
