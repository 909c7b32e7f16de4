import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ImageToDecode, PreparedImage } from "./decode-image.ts";
import { ImageRefused } from "./image-refused.ts";

/** What the process found. An error loses its class when it is sent. */
export type ImageOutcome =
  | { image: PreparedImage }
  | { refused: string; reason?: string | undefined }
  | { failed: string };

const file = fileURLToPath(new URL("./image-process.ts", import.meta.url));
const timeoutMs = 30_000;

/**
 * `decodeImage` in its own process, which has a limit of memory and returns it when it ends. It has none of the server's
 * environment, so that a fault in a decoder finds no secrets there.
 */
export async function decodeInProcess(image: ImageToDecode): Promise<PreparedImage> {
  const { promise, resolve, reject } = Promise.withResolvers<ImageOutcome>();
  const child = fork(file, { serialization: "advanced", execArgv: [], env: {}, stdio: "ignore" });
  const timer = setTimeout(() => reject(new ImageRefused("Reading the image takes too long.")), timeoutMs);
  child.once("message", (outcome) => resolve(outcome as ImageOutcome));
  child.once("error", reject);
  child.once("exit", (code, signal) => {
    // Ended by the system, most likely for its memory.
    reject(
      signal ? new ImageRefused("The image takes too much memory.") : new Error(`It exited with ${code}.`),
    );
  });
  try {
    child.send(image, (error) => error && reject(error));
    const outcome = await promise;
    if ("image" in outcome) return outcome.image;
    if ("failed" in outcome) throw new Error(`The image couldn't be decoded: ${outcome.failed}`);
    throw new ImageRefused(outcome.refused, { cause: outcome.reason });
  } finally {
    clearTimeout(timer);
    child.kill("SIGKILL");
  }
}
