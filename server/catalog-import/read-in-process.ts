import { FaultyFile } from "./faulty-file.ts";
import type { ProductFile } from "./product-file.ts";
import type { ReadProducts } from "./read-products.ts";
import { runInProcess } from "./run-in-process.ts";

/** The process's input. */
export interface UploadedFile {
  name: string;
  bytes: Uint8Array;
  currency: string;
  maxProducts: number;
}

/** What the process found. An error loses its class when it is sent. */
export type ReadOutcome =
  | { file: ProductFile }
  | { refused: Pick<FaultyFile, "message" | "faults" | "faultCount"> }
  | { failed: string };

const limits = {
  timeoutMs: 60_000,
  /** Several times what 10,000 products need. */
  maxHeapMb: 160,
  tooSlow: () => new FaultyFile("Reading it takes too long. Split it."),
  tooLarge: () => new FaultyFile("Reading it takes too much memory. Split it."),
};

/**
 * `readProducts` in its own process, for merchants' files: the server keeps answering requests, and a file that takes
 * too much memory or time only ends that process. A thread that runs out of memory can end the server.
 */
export const readInProcess: ReadProducts = async (name, bytes, currency, { maxProducts }) => {
  const input: UploadedFile = { name, bytes, currency, maxProducts };
  const outcome = await runInProcess<ReadOutcome>(
    new URL("./read-process.ts", import.meta.url),
    input,
    limits,
  );
  if ("file" in outcome) return outcome.file;
  if ("failed" in outcome) throw new Error(`The file couldn't be read: ${outcome.failed}`);
  const { message, faults, faultCount } = outcome.refused;
  throw new FaultyFile(message, faults, faultCount);
};
