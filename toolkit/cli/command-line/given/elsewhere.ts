import { disk, isInFolder, type readSpec, type Spec, type Storage } from "@counterpart/server/source";

type ReadOptions = Omit<NonNullable<Parameters<typeof readSpec>[1]>, "elsewhere">;

/** Where a document outside a project is. */
export interface DocumentPlace {
  /** For messages. */
  name: string;
  /** The root file, if it is on this machine. */
  file?: string;
  /** @throws UnreadableSpec */
  read: (options: ReadOptions) => Promise<Spec>;
}

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
    read: (file) => (isInFolder(top, file) ? read(file) : disk.read(file)),
    name: (file) => (isInFolder(top, file) ? name(file) : disk.name(file)),
  };
  return {
    storage,
    ownFolder: {
      contains: (file) => folders.some((folder) => isInFolder(folder, file)),
      refusal: (reference) =>
        `The reference ${reference} leads outside the document's folder, so it isn't read.`,
    },
  };
}

/** The error of a missing file. */
export function noSuchFile(): Error {
  return Object.assign(new Error("There is no such file."), { code: "ENOENT" });
}
