import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import path from "node:path";

/**
 * Reports changed files in a folder and all its subfolders, including new ones. Watches folders rather than
 * files, because editors replace files on saving.
 * @param onChange called with the absolute path of a file or folder that was written, renamed, created or
 * deleted
 * @param isIgnored whether to skip a folder, given its absolute path
 * @throws if the system can't watch so many folders
 */
export function watchFolders(
  root: string,
  { onChange, isIgnored }: { onChange: (file: string) => void; isIgnored: (folder: string) => boolean },
) {
  const watchers = new Map<string, FSWatcher>();

  function watchOne(folder: string, isTree: boolean): void {
    if (watchers.has(folder)) return;
    const watcher = watch(folder, (_, name) => {
      const file = name === null ? folder : path.join(folder, name);
      if (isTree && isFolder(file)) {
        // A deleted folder may have been recreated under the same name.
        forget(file);
        for (const each of watchTree(file)) onChange(each);
      }
      onChange(file);
    });
    // The parent folder's watcher reports the deletion.
    watcher.on("error", () => forget(folder));
    watchers.set(folder, watcher);
  }

  /** Returns the existing files, which may have been written before the folder was watched. */
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
    /** Watches one more folder, without its subfolders. */
    add: (folder: string) => {
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
    // The folder has been deleted again.
    return [];
  }
}
