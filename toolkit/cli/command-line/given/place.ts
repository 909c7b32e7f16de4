import { stat } from "node:fs/promises";
import path from "node:path";
import { createOwnFolder, disk, readSpec } from "@counterpart/server/source";
import { UsageError } from "@counterpart/testing/errors";
import { rootIn } from "../../config/find-spec.ts";
import type { DocumentPlace } from "./elsewhere.ts";
import { gitPlace } from "./git-place.ts";
import { urlPlace } from "./url-place.ts";

/**
 * Finds a document by what was typed: a file, a folder that contains one, an http(s) address, a place in git, or
 * `-` for standard input.
 * @throws UsageError if there is none
 */
export async function placeOf(given: string, stdin: AsyncIterable<unknown>): Promise<DocumentPlace> {
  if (given === "-") return standardInput(stdin);
  if (/^https?:\/\//i.test(given)) return urlPlace(given);
  const found = await stat(given).catch(() => undefined);
  if (found) {
    const file = found.isDirectory() ? await rootIn(given) : given;
    return { name: file, file, read: async (options) => readSpec(file, options) };
  }
  const inGit = gitPlace(given);
  if (inGit) return inGit;
  throw new UsageError(`${given} doesn't exist.`);
}

/** Its references are relative to the working directory. */
async function standardInput(stdin: AsyncIterable<unknown>): Promise<DocumentPlace> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as string));
  const text = Buffer.concat(chunks).toString();
  const root = path.resolve("<stdin>");
  const storage = { ...disk, read: (file: string) => (file === root ? text : disk.read(file)) };
  return {
    name: "<stdin>",
    read: async ({ allowFolders, ...options }) =>
      readSpec(root, { ...options, elsewhere: { storage, ownFolder: createOwnFolder(root, allowFolders) } }),
  };
}
