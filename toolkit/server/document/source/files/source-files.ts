import type { Finding } from "../../findings/finding.ts";
import { getOrMake } from "../../get-or-make.ts";
import type { OwnFolder } from "./own-folder.ts";
import { ParseFault } from "./parse-fault.ts";
import { parseSource, type SourceFile } from "./parse-source.ts";
import { disk, type Storage } from "./storage.ts";

/**
 * Why a file or the target of a reference can't be read. It has a file and a line if they differ from those
 * of the reference.
 */
export type Fault = Pick<Finding, "message" | "file" | "line">;

/** Loads files from the network while references are resolved; see `counterpart vendor`. */
export interface RemoteFiles {
  /** The address of a loaded file, which its references are resolved against. */
  addressOf: (file: string) => string | undefined;
  /**
   * The file that is loaded for a reference that leads to no file of this machine.
   * @param addresses those that the reference may mean, the likeliest first
   * @returns undefined to report the reference as broken
   */
  fileFor: (addresses: string[], reference: Omit<FollowedReference, "to">) => string | Fault | undefined;
  /** Called for each reference that is followed. */
  follows: (reference: FollowedReference) => void;
}

export interface FollowedReference {
  /** The object that contains the reference. */
  holder: object;
  ref: string;
  from: SourceFile;
  /** The file, or the schema with an `$id`, that the reference leads to. */
  to: { file: SourceFile; pointer: string } | Fault;
}

export type SourceFiles = ReturnType<typeof createSourceFiles>;

/**
 * The files of a document; each is read once, and synchronously, because resolving references needs the next file
 * immediately.
 */
export function createSourceFiles(ownFolder: OwnFolder, storage: Storage = disk, remote?: RemoteFiles) {
  const known = new Map<string, SourceFile | Fault>();
  return {
    /** @param file absolute; of a reference only if it is in `ownFolder` */
    read: (file: string) => getOrMake(known, file, () => readSource(file, storage)),
    ownFolder,
    remote,
    /** A file's name for messages. */
    name: storage.name,
    /** The files read so far, in order. */
    all: () => [...known.values()].filter((one) => !isFault<SourceFile>(one)) as SourceFile[],
  };
}

export function isFault<T extends object>(result: T | Fault): result is Fault {
  return "message" in result;
}

function readSource(file: string, storage: Storage): SourceFile | Fault {
  const name = storage.name(file);
  let text: string;
  try {
    text = storage.read(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return { message: `There is no file ${name}.` };
    if (code === "EISDIR") return { message: `${name} is a folder.` };
    return { message: `${name} can't be read: ${(error as Error).message}` };
  }
  try {
    return { ...parseSource(file, text), name };
  } catch (error) {
    if (!(error instanceof ParseFault)) throw error;
    const { message, line, column } = error;
    return { message: `The file can't be parsed, at column ${column}: ${message}`, file: name, line };
  }
}
