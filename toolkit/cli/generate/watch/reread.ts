import { type FSWatcher, watch } from "node:fs";
import path from "node:path";
import type { Spec } from "@counterpart/server/source";
import { createRunLatest } from "./run-latest.ts";

/**
 * Watches a document on this machine.
 * @param onChange called after a change; must not reject
 */
export function rereadOnChange(read: () => Promise<Spec>, onChange: () => Promise<void>) {
  const runs = createRunLatest(onChange);
  const files = watchFiles(() => runs.request());
  return {
    /** Reads the document, and watches its files from then on. */
    async read() {
      const spec = await read();
      files.set(spec.files.map((file) => file.path));
      return spec;
    },
    async stop() {
      files.close();
      await runs.stop();
    },
  };
}

/**
 * Reports changes of a document's files, and of other YAML and JSON files beside them, which it may refer to by
 * mistake before they exist. Watches their folders, because editors replace files on saving.
 */
function watchFiles(onChange: () => void) {
  const watchers = new Map<string, FSWatcher>();
  let watched = new Set<string>();
  const open = (folder: string): FSWatcher =>
    watch(folder, (_, name) => {
      const file = name === null ? folder : path.join(folder, name);
      if (watched.has(file) || /\.(ya?ml|json)$/i.test(file)) onChange();
    }).on("error", () => watchers.delete(folder));
  return {
    /** Replaces the watched files. @param files absolute */
    set(files: string[]) {
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
