import path from "node:path";
import { disk, type Storage } from "@counterpart/server/document/source/files/storage";
import type { readSpec } from "@counterpart/server/document/source/read-spec";

type Elsewhere = NonNullable<NonNullable<Parameters<typeof readSpec>[1]>["elsewhere"]>;

/**
 * Files that aren't on this machine, below a folder that doesn't exist. Overlays are read from the disk.
 * @param top the folder, absolute
 * @param folders the folders below it that the document may refer to, absolute
 */
export function elsewhere(
  top: string,
  folders: string[],
  { read, name }: { read: (file: string) => string; name: (file: string) => string },
): Elsewhere {
  const storage: Storage = {
    read: (file) => (isWithin(top, file) ? read(file) : disk.read(file)),
    name: (file) => (isWithin(top, file) ? name(file) : disk.name(file)),
  };
  return {
    storage,
    ownFolder: {
      contains: (file) => folders.some((folder) => isWithin(folder, file)),
      refusal: (reference) =>
        `The reference ${reference} leads outside the document's folder, so it isn't read.`,
    },
  };
}

/** The error of a missing file. */
export function noSuchFile(): Error {
  return Object.assign(new Error("There is no such file."), { code: "ENOENT" });
}

function isWithin(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative.split(path.sep)[0] !== ".." && !path.isAbsolute(relative);
}
