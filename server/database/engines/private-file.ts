import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import path from "node:path";

const ownerOnly = 0o600;

/**
 * Creates a database file, or restricts an existing one, so that only its owner can read it: it holds names,
 * addresses and merchants' secrets. SQLite's other files inherit the mode. A missing folder is created with
 * the same restriction. Failures surface when the file is opened.
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
