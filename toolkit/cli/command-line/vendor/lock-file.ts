import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { parsedJson } from "@counterpart/server/values";
import { UsageError } from "@counterpart/testing/errors";

/** A saved file. */
export interface Saved {
  /** Relative to the lock file, with slashes. */
  file: string;
  /** Of the saved file, in hexadecimal. */
  sha256: string;
  /** The names of the root files beside the folder that use it. */
  documents: string[];
}

/** The saved files by their address. */
export type Lock = Record<string, Saved>;

/** The folder for saved files, beside the document. Absolute. */
export function remoteFolder(root: string): string {
  return path.join(path.dirname(path.resolve(root)), "remote");
}

export const lockName = "lock.json";

/** An empty lock if there is no file. @throws UsageError if it can't be read */
export function readLock(folder: string): Lock {
  const file = path.join(folder, lockName);
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
  const lock = parsedJson(text);
  if (!isLock(lock)) {
    throw new UsageError(
      `${path.relative("", file)} isn't a lock file. Restore it, or delete it and the files beside it.`,
    );
  }
  return lock;
}

export function lockText(lock: Lock): string {
  const entries = Object.entries(lock).sort(([one], [other]) => (one < other ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The text of a saved file; undefined if there is none. */
export function savedText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function isLock(value: unknown): value is Lock {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.values(value).every(
    (one) =>
      typeof one?.file === "string" &&
      // Nothing outside the folder is read, replaced or removed.
      /^(?!\.)[\w.-]+(\/(?!\.)[\w.-]+)+$/.test(one.file) &&
      typeof one.sha256 === "string" &&
      Array.isArray(one.documents),
  );
}

/**
 * The name of the file for an address, relative to the folder of saved files: `example.com/schemas/pet.yaml`. Names differ
 * in more than case, and none is the folder of another.
 * @param taken the other names
 */
export function remoteName(address: string, taken: string[]): string {
  const { host, pathname, search } = new URL(address);
  const segments = [host, ...pathname.split("/").filter((segment) => segment !== "")].map(plain);
  const name = segments.length === 1 ? [...segments, "index"].join("/") : segments.join("/");
  const isTaken = taken.some((other) => overlaps(name.toLowerCase(), other.toLowerCase()));
  if (search === "" && !isTaken && name.length <= 200) return name;
  const [, extension = ""] = /(\.(?:ya?ml|json))$/i.exec(name) ?? [];
  return `${segments[0]}/${sha256(address).slice(0, 16)}${extension}`;
}

/** A leading dot would hide the file, or make it one of git's. */
function plain(segment: string): string {
  return segment.replaceAll(/[^A-Za-z0-9._-]/g, "_").replace(/^\./, "_");
}

function overlaps(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}
