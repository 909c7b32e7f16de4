import { writeFile } from "node:fs/promises";
import { FaultyFile } from "./faulty-file.ts";
import type { ReadOutcome, UploadedFile } from "./read-in-process.ts";
import { readProducts } from "./read-products.ts";

// If memory runs out all the same, Linux ends this process before the server.
await writeFile("/proc/self/oom_score_adj", "1000").catch(() => {});

process.once("disconnect", () => process.exit());
process.once("message", (file: UploadedFile) => process.send?.(outcome(file), () => process.exit()));

function outcome({ name, bytes, currency, maxProducts }: UploadedFile): ReadOutcome {
  try {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { file: readProducts(name, content, currency, { maxProducts }) };
  } catch (error) {
    if (!(error instanceof FaultyFile)) return { failed: String(error) };
    const { message, faults, faultCount } = error;
    return { refused: { message, faults, faultCount } };
  }
}
