import { runInProcess } from "../../catalog-import/run-in-process.ts";
import type { ImageToDecode, PreparedImage } from "./decode-image.ts";
import { ImageRefused } from "./image-refused.ts";

/** What the process found. An error loses its class when it is sent. */
export type ImageOutcome =
  | { image: PreparedImage }
  | { refused: string; reason?: string | undefined }
  | { failed: string };

const limits = {
  timeoutMs: 30_000,
  tooSlow: () => new ImageRefused("Reading the image takes too long."),
  tooLarge: () => new ImageRefused("The image takes too much memory."),
};

/** `decodeImage` in its own process, which watches its memory. */
export async function decodeInProcess(image: ImageToDecode): Promise<PreparedImage> {
  const file = new URL("./image-process.ts", import.meta.url);
  const outcome = await runInProcess<ImageOutcome>(file, image, limits);
  if ("image" in outcome) return outcome.image;
  if ("failed" in outcome) throw new Error(`The image couldn't be decoded: ${outcome.failed}`);
  throw new ImageRefused(outcome.refused, { cause: outcome.reason });
}
