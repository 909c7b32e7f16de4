import { writeFile } from "node:fs/promises";
import { ApiError } from "@counterpart/server/errors";
import { decodeImage, type ImageToDecode } from "./decode-image.ts";
import type { ImageOutcome } from "./decode-in-process.ts";

/** With a server's own 200 MB, less than the 512 MB that deployments give it. Node and sharp take 90 of it. */
const maxMemoryBytes = 260 * 1024 ** 2;
const watchEveryMs = 10;

// If memory runs out all the same, Linux ends this process before the server.
await writeFile("/proc/self/oom_score_adj", "1000").catch(() => {});

process.once("disconnect", () => process.exit());
process.once("message", async (image: ImageToDecode) => {
  // Pictures are decoded in another thread, so this one is free to watch.
  setInterval(() => {
    if (process.memoryUsage.rss() > maxMemoryBytes) answer({ refused: tooMuchMemory });
  }, watchEveryMs);
  answer(await outcome(image));
});

const tooMuchMemory =
  "The image takes too much memory. Choose one with fewer pixels, or don’t save it as “interlaced” or “progressive”.";

async function outcome(image: ImageToDecode): Promise<ImageOutcome> {
  try {
    return { image: await decodeImage(image) };
  } catch (error) {
    if (!(error instanceof ApiError)) return { failed: String(error) };
    return { refused: error.message, reason: error.cause === undefined ? undefined : String(error.cause) };
  }
}

/** Sends the outcome, and ends the process. */
function answer(sent: ImageOutcome): void {
  process.send?.(sent, () => process.exit());
}
