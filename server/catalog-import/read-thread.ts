import { parentPort, workerData } from "node:worker_threads";
import { FaultyFile } from "./faulty-file.ts";
import type { ReadOutcome, UploadedFile } from "./read-in-thread.ts";
import { readProducts } from "./read-products.ts";

const { name, bytes, currency, maxProducts }: UploadedFile = workerData;

function outcome(): ReadOutcome {
  try {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { file: readProducts(name, content, currency, { maxProducts }) };
  } catch (error) {
    if (!(error instanceof FaultyFile)) throw error;
    const { message, faults, faultCount } = error;
    return { refused: { message, faults, faultCount } };
  }
}

parentPort?.postMessage(outcome());
