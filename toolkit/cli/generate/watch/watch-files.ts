import { type FSWatcher, watch } from "node:fs";
import path from "node:path";

export interface FileWatch {
  /** Replaces the watched files. @param files absolute */
  set: (files: string[]) => void;
  close: () => void;
}

/**
 * Reports changes of a document's files, and of other YAML and JSON files beside them, which it may refer to by
 * mistake before they exist. Watches their folders, because editors replace files on saving.
 */
export function watchFiles(onChange: () => void): FileWatch {
  const watchers = new Map<string, FSWatcher>();
  let watched = new Set<string>();
  const open = (folder: string): FSWatcher =>
    watch(folder, (_, name) => {
      const file = name === null ? folder : path.join(folder, name);
      if (watched.has(file) || /\.(ya?ml|json)$/i.test(file)) onChange();
    }).on("error", () => watchers.delete(folder));
  return {
    set(files) {
      watched = new Set(files);
      const folders = new Set(files.map((file) => path.dirname(file)));
      for (const [folder, watcher] of watchers) {
        if (folders.has(folder)) continue;
        watcher.close();
        watchers.delete(folder);
      }
      for (const folder of folders) if (!watchers.has(folder)) watchers.set(folder, open(folder));
    },
    close() {
      for (const watcher of watchers.values()) watcher.close();
    },
  };
}
