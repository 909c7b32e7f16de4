import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import path from "node:path";

export interface FolderWatch {
  /** Watches one more folder, without those in it. */
  add: (folder: string) => void;
  close: () => void;
}

/**
 * Tells which files change in a folder and all folders below it, also in new ones. Folders are watched and not files, so
 * that a file which an editor replaces is still watched.
 * @param onChange is given the absolute path of a file or a folder that was written, renamed, made or deleted
 * @param isIgnored whether a folder, by its absolute path, isn't watched
 * @throws when the system can't watch so many folders
 */
export function watchFolders(
  root: string,
  { onChange, isIgnored }: { onChange: (file: string) => void; isIgnored: (folder: string) => boolean },
): FolderWatch {
  const watchers = new Map<string, FSWatcher>();

  function watchOne(folder: string, isTree: boolean): void {
    if (watchers.has(folder)) return;
    const watcher = watch(folder, (_, name) => {
      const file = name === null ? folder : path.join(folder, name);
      if (isTree && isFolder(file)) {
        // One of the same name may have been there before.
        forget(file);
        for (const each of watchTree(file)) onChange(each);
      }
      onChange(file);
    });
    // A folder that is deleted is told by the one around it.
    watcher.on("error", () => forget(folder));
    watchers.set(folder, watcher);
  }

  /** Returns the files that are there already, which may have been written before they could be watched. */
  function watchTree(folder: string): string[] {
    if (folder !== root && isIgnored(folder)) return [];
    watchOne(folder, true);
    return entriesOf(folder).flatMap((entry) => {
      const at = path.join(folder, entry.name);
      return entry.isDirectory() ? watchTree(at) : [at];
    });
  }

  function forget(folder: string): void {
    for (const [watched, watcher] of watchers) {
      if (watched !== folder && !watched.startsWith(folder + path.sep)) continue;
      watcher.close();
      watchers.delete(watched);
    }
  }

  watchTree(root);
  return {
    add: (folder) => {
      if (isFolder(folder)) watchOne(folder, false);
    },
    close: () => {
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // It is gone again.
    return [];
  }
}
