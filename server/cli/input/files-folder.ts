import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ApiError } from "@counterpart/server/errors";
import type { Database } from "../../database/database.ts";
import { exportedFiles } from "../../merchants/downloads/exported-files.ts";
import type { ProductFiles } from "../../merchants/downloads/product-files.ts";
import type { FoundFile } from "../../merchants/downloads/stored-files.ts";
import { wrongUsage } from "../terminal.ts";
import { unreadableFile } from "./unreadable-file.ts";

/** Writes the files of these digital products to `<folder>/<reference>/<name>`. Returns how many there were. */
export async function writeFiles(
  { database, files }: { database: Pick<Database, "productFiles">; files: Pick<ProductFiles, "read"> },
  {
    storeId,
    products,
    folder,
  }: { storeId: string; products: { _id: string; reference: string }[]; folder: string },
): Promise<number> {
  const found = await exportedFiles(database, { storeId, products });
  for (const { folder: name, file } of found) {
    const own = path.join(folder, name);
    await writing(own, () => mkdir(own, { recursive: true }));
    await writeWhole(path.join(own, file.name), files.read(file, { start: 0, end: file.bytes - 1 }));
  }
  return found.length;
}

/** Lists what `writeFiles` has written. Throws INVALID_REQUEST if the folder has something else. */
export async function findFiles(folder: string): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const name of await entriesOf(folder)) {
    const own = path.join(folder, name);
    const [file, ...others] = await entriesOf(own);
    if (file === undefined || others.length > 0) throw wrongUsage(`${own} must have one file.`);
    const source = path.join(own, file);
    const { size } = await stat(source);
    found.push({
      ...{ reference: decodeURIComponent(name), name: file, bytes: size },
      content: () => createReadStream(source),
    });
  }
  return found;
}

/** The file has all of the content, or stays as it was. */
export async function writeWhole(file: string, parts: AsyncIterable<string | Uint8Array>): Promise<void> {
  const part = `${file}.part`;
  await writing(file, async () => {
    try {
      await pipeline(Readable.from(parts), createWriteStream(part));
      await rename(part, file);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  });
}

async function writing(file: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof ApiError || code === undefined || !code.startsWith("E")) throw error;
    throw wrongUsage(`${file} can't be written: ${message}.`);
  }
}

async function entriesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw unreadableFile(folder, error);
  });
  return names.toSorted();
}
