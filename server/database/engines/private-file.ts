import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import path from "node:path";

const ownerOnly = 0o600;

/**
 * Creates a database file and its folder, or restricts an existing file, so that only its owner can read it: it contains
 * personal data. SQLite's other files inherit the mode. Failures surface when the file is opened.
 */
export function makePrivate(file: string): void {
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true, mode: 0o700 });
  attempt(() => closeSync(openSync(file, "wx", ownerOnly)));
  for (const suffix of ["", "-wal", "-shm"]) {
    attempt(() => {
      const isOpenToOthers = (statSync(file + suffix).mode & 0o077) !== 0;
      if (isOpenToOthers) chmodSync(file + suffix, ownerOnly);
    });
  }
}

/** Ignores failures: the file already exists, doesn't exist yet, or belongs to another user. */
function attempt(change: () => void): void {
  try {
    change();
  } catch {
    // Opening the file reports the error.
  }
}
