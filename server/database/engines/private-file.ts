import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import path from "node:path";

const ownerOnly = 0o600;

/**
 * Sees to it that a database file is its owner's alone, before it is opened and for one that an earlier version made: it
 * holds names, addresses and secrets of merchants. SQLite gives the files beside it the same mode. A folder that is
 * missing is made, for the owner alone too. What can't be made or changed is left to the one who opens it to say.
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

/** It is there already, or isn't there yet, or is another user's. */
function attempt(change: () => void): void {
  try {
    change();
  } catch {
    // Who opens the file tells what is wrong with it.
  }
}
