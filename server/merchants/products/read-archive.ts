import { PassThrough, Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { ApiError, unavailable } from "@counterpart/server/errors";
import type { FileEntry } from "@zip.js/zip.js";
import { FaultyFile } from "../../catalog-import/faulty-file.ts";
import { fileNameIn } from "../../domain/product-file.ts";
import { folderName } from "../downloads/exported-files.ts";
import type { FoundFile } from "../downloads/stored-files.ts";

/** Where a ZIP file is stored. */
export interface ArchiveSource {
  bytes: number;
  /** The bytes from `start` to `end`, both included. */
  read(range: { start: number; end: number }): AsyncIterable<Uint8Array>;
}

export interface ArchiveLimits {
  maxCsvBytes: number;
  /** Of the files together, unpacked. */
  maxBytes: number;
  maxFiles: number;
}

/** The list of entries is read at once. One of the 65,533 files of an export, with long names, fits. */
const maxListBytes = 24 * 1024 ** 2;
/** How many times larger an entry may be unpacked, if it is then larger than `maxUncheckedBytes`. */
const maxRatio = 200;
const maxUncheckedBytes = 1024 ** 2;

const options = {
  // No other program may read other entries from the same bytes.
  strictness: "strict",
  checkOverlappingEntry: true,
  checkCrc32: true,
  useWebWorkers: false,
} as const;

export function isZip(start: Uint8Array): boolean {
  return Buffer.from(start.subarray(0, 4)).toString("latin1") === "PK\x03\x04";
}

/**
 * Reads what `productsArchive` writes. Nothing is unpacked but the CSV; the files are when their content is read.
 * @throws FaultyFile for any other ZIP file
 */
export async function readArchive(
  source: ArchiveSource,
  limits: ArchiveLimits,
): Promise<{ csv: Buffer; files: FoundFile[] }> {
  const { csv, files } = await listed(source, limits);
  return { csv: await buffer(contentOf(csv)), files };
}

async function listed(source: ArchiveSource, { maxCsvBytes, maxBytes, maxFiles }: ArchiveLimits) {
  let csv: FileEntry | undefined;
  const files = new Map<string, FoundFile>();
  let total = 0;
  for await (const entry of entriesOf(source)) {
    const { filename, uncompressedSize: bytes, compressedSize } = entry;
    if (filename === "[Content_Types].xml") {
      throw new FaultyFile("This is a workbook. Save it as CSV (UTF-8) and import the CSV.");
    }
    if (bytes > maxUncheckedBytes && bytes > maxRatio * compressedSize) {
      throw refused(filename, "is compressed too much");
    }
    if (filename === "products.csv" && !entry.directory) {
      if (bytes > maxCsvBytes) throw refused(filename, `is larger than ${maxCsvBytes >> 20} MB`);
      csv = entry;
      continue;
    }
    const [, folder = "", name = ""] = /^files\/(?:([^/]+)\/([^/]*))?$/.exec(filename) ?? [];
    if (entry.directory && (filename === "files/" || name === "")) continue;
    const reference = referenceOf(folder);
    if (entry.directory || reference === undefined || fileNameIn(name) === undefined) {
      throw refused(filename, "isn’t products.csv or files/<reference>/<file>");
    }
    if (files.has(reference)) throw refused(filename, "is a second file of its product");
    if (files.size === maxFiles) throw new FaultyFile(`It has more than ${maxFiles} files.`);
    total += bytes;
    if (total > maxBytes) throw new FaultyFile(`Its files take up more than ${maxBytes >> 20} MB together.`);
    files.set(reference, { reference, name, bytes, content: () => contentOf(entry) });
  }
  if (!csv) throw new FaultyFile("The ZIP file has no products.csv.");
  return { csv, files: [...files.values()] };
}

/** The reference that an export has named this folder after; undefined for any other. */
function referenceOf(folder: string): string | undefined {
  try {
    const reference = decodeURIComponent(folder);
    return folder !== "" && folderName(reference) === folder ? reference : undefined;
  } catch {
    return undefined;
  }
}

async function* entriesOf(source: ArchiveSource) {
  // Loaded here because few processes ever import.
  const { Reader, ZipReader } = await import("@zip.js/zip.js");
  class StoredFile extends Reader<ArchiveSource> {
    override size = source.bytes;
    override async readUint8Array(start: number, length: number): Promise<Uint8Array> {
      if (length > maxListBytes) throw new FaultyFile("It has too many entries.");
      return buffer(readRange(source, start, length));
    }
    override createReadable({ offset = 0, size = source.bytes } = {}) {
      return ReadableStream.from(readRange(source, offset, size));
    }
  }
  const entries = new ZipReader(new StoredFile(source), options).getEntriesGenerator();
  for (;;) {
    const next = await entries.next().catch((cause: unknown) => {
      throw damaged("The ZIP file", cause);
    });
    if (next.done) return;
    if (next.value.encrypted) throw refused(next.value.filename, "is encrypted");
    yield next.value;
  }
}

async function* readRange(source: ArchiveSource, start: number, length: number): AsyncGenerator<Uint8Array> {
  const end = Math.min(start + length, source.bytes) - 1;
  if (end < start) return;
  try {
    yield* source.read({ start, end });
  } catch (cause) {
    throw unavailable("The ZIP file couldn’t be read. Try again in a minute.", { cause });
  }
}

async function* contentOf(entry: FileEntry): AsyncGenerator<Uint8Array> {
  const through = new PassThrough();
  const reading = entry.getData(Writable.toWeb(through), options);
  reading.catch((cause: Error) => through.destroy(cause));
  try {
    // It ends with an error as soon as it is larger than its entry says.
    yield* through as AsyncIterable<Buffer>;
    await reading;
  } catch (cause) {
    throw damaged(JSON.stringify(entry.filename), cause);
  }
}

function refused(name: string, reason: string): FaultyFile {
  return new FaultyFile(`${JSON.stringify(name)} ${reason}.`);
}

function damaged(what: string, cause: unknown): ApiError {
  if (cause instanceof ApiError) return cause;
  const reason = cause instanceof Error ? cause.message : "no reason";
  return Object.assign(new FaultyFile(`${what} is damaged: ${reason}.`), { cause });
}
