import { readFileSync } from "node:fs";
import path from "node:path";
import type { Finding } from "../../findings/finding.ts";
import { getOrMake } from "../../get-or-make.ts";
import type { OwnFolder } from "./own-folder.ts";
import { ParseFault } from "./parse-fault.ts";
import { parseSource, type SourceFile } from "./parse-source.ts";

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
}

/** Reads files synchronously, because resolving references needs the next file immediately. */
export function createSourceFiles(ownFolder: OwnFolder): SourceFiles {
  const known = new Map<string, SourceFile | Fault>();
  const read = (file: string) => {
    return getOrMake(known, file, () => readSource(file));
  };
  return {
    read,
    ownFolder,
    all: () => [...known.values()].filter((one) => !isFault<SourceFile>(one)) as SourceFile[],
  };
}

export function isFault<T extends object>(result: T | Fault): result is Fault {
  return "message" in result;
}

/** A file's name for messages, relative to the working directory. */
export function displayName(file: string): string {
  return path.relative("", file);
}

function readSource(file: string): SourceFile | Fault {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return { message: `There is no file ${displayName(file)}.` };
    if (code === "EISDIR") return { message: `${displayName(file)} is a folder.` };
    return { message: `${displayName(file)} can't be read: ${(error as Error).message}` };
  }
  try {
    return parseSource(file, text);
  } catch (error) {
    if (!(error instanceof ParseFault)) throw error;
    const { message, line, column } = error;
    return {
      message: `The file can't be parsed, at column ${column}: ${message}`,
      file: displayName(file),
      line,
    };
  }
}
