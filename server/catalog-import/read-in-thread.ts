import { Worker } from "node:worker_threads";
import { FaultyFile } from "./faulty-file.ts";
import type { ProductFile } from "./product-file.ts";
import type { ReadProducts } from "./read-products.ts";

/** What the thread is given. */
export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
  currency: string;
  maxProducts: number;
}

/** What the thread found: an error loses its class on the way. */
export type ReadOutcome =
  | { file: ProductFile }
  | { refused: Pick<FaultyFile, "message" | "faults" | "faultCount"> };

/** What 10,000 products need, several times. */
const maxHeapMb = 160;
const timeoutMs = 60_000;

const threadFile = new URL("./read-thread.ts", import.meta.url);

/**
 * `readProducts` in a thread, for files of merchants: requests are answered meanwhile, and a file that takes too much
 * memory or time ends the thread only.
 */
export const readInThread: ReadProducts = async (name, bytes, currency, { maxProducts }) => {
  const { promise, resolve, reject } = Promise.withResolvers<ReadOutcome>();
  const worker = new Worker(threadFile, {
    workerData: { name, bytes, currency, maxProducts } satisfies UploadedFile,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: 16 },
  });
  const timer = setTimeout(() => reject(new FaultyFile("Reading it takes too long. Split it.")), timeoutMs);
  worker.once("message", resolve);
  worker.once("error", (error: NodeJS.ErrnoException) => {
    const isTooLarge = error.code === "ERR_WORKER_OUT_OF_MEMORY";
    reject(isTooLarge ? new FaultyFile("Reading it takes too much memory. Split it.") : error);
  });
  worker.once("exit", () => reject(new Error("The thread has ended without a result.")));
  try {
    const outcome = await promise;
    if ("file" in outcome) return outcome.file;
    const { message, faults, faultCount } = outcome.refused;
    throw new FaultyFile(message, faults, faultCount);
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
};
