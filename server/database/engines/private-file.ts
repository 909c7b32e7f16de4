import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import path from "node:path";

const ownerOnly = 0o600;

/**
 * Makes a database file readable by its owner only, before it is opened, and also one that an earlier version made: it
 * holds names, addresses and merchants' secrets. SQLite gives its other files the same mode. A missing folder is
 * created, for the owner only too. What can't be created or changed is left for opening the file to report.
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

/** The file exists already, doesn't exist yet, or belongs to another user. */
function attempt(change: () => void): void {
  try {
    change();
  } catch {
    // Opening the file reports what is wrong.
  }
}
