import { Worker } from "node:worker_threads";
import { FaultyFile } from "./faulty-file.ts";
import type { ProductFile } from "./product-file.ts";
import type { ReadProducts } from "./read-products.ts";

/** The thread's input. */
export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
  currency: string;
  maxProducts: number;
}

/** The thread's result. An error loses its class when it is transferred. */
export type ReadOutcome =
  | { file: ProductFile }
  | { refused: Pick<FaultyFile, "message" | "faults" | "faultCount"> };

/** Several times what 10,000 products need. */
const maxHeapMb = 160;
const timeoutMs = 60_000;

const threadFile = new URL("./read-thread.ts", import.meta.url);

/**
 * `readProducts` in a thread, for merchants' files. The process keeps answering requests, and a file that
 * takes too much memory or time only ends the thread.
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
  worker.once("exit", () => reject(new Error("The thread ended without a result.")));
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
