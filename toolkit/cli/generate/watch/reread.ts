import type { Spec } from "@counterpart/server/document/source/read-spec";
import { createRunLatest } from "./run-latest.ts";
import { watchFiles } from "./watch-files.ts";

export interface Rereading {
  /** Reads the document, and watches its files from then on. */
  read: () => Promise<Spec>;
  stop: () => Promise<void>;
}

/**
 * Watches a document on this machine.
 * @param onChange called after a change; must not reject
 */
export function rereadOnChange(read: () => Promise<Spec>, onChange: () => Promise<void>): Rereading {
  const runs = createRunLatest(onChange);
  const files = watchFiles(() => runs.request());
  return {
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
