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

/** The files of a document; each is read once. */
export interface SourceFiles {
  /** @param file absolute; of a reference only if it is in `ownFolder` */
  read: (file: string) => SourceFile | Fault;
  /** The files read so far, in order. */
  all: () => SourceFile[];
  ownFolder: OwnFolder;
  /** A file's name for messages. */
  name: (file: string) => string;
}

/** Reads files synchronously, because resolving references needs the next file immediately. */
export function createSourceFiles(ownFolder: OwnFolder, storage: Storage = disk): SourceFiles {
  const known = new Map<string, SourceFile | Fault>();
  const read = (file: string) => {
    return getOrMake(known, file, () => readSource(file, storage));
  };
  return {
    read,
    ownFolder,
    name: storage.name,
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
    return {
      message: `The file can't be parsed, at column ${column}: ${message}`,
      file: name,
      line,
    };
  }
}
