import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { Include } from "../document/source/include/keep-included.ts";
import type { ReadForProject } from "./read-for-project.ts";

export interface ThreadData {
  root: string;
  include?: Include | undefined;
}

/**
 * Reads a document in a thread that then ends: of a large one 200 MB are left behind, which would be held while npm
 * installs, with 800 MB of its own.
 */
export async function readInThread(root: string, include?: Include): Promise<ReadForProject> {
  // As this module is: TypeScript in the workspace, JavaScript in the package.
  const thread = new URL(`./read-thread${path.extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(thread, { workerData: { root, include } satisfies ThreadData });
  const [[read]] = await Promise.all([once(worker, "message"), once(worker, "exit")]);
  return read;
}
