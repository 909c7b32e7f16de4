import { inMemoryTurn } from "../../database/concurrency/memory-turns.ts";
import type { PreparedImage } from "./decode-image.ts";
import { decodeInProcess } from "./decode-in-process.ts";
import { ImageRefused } from "./image-refused.ts";

export const maxImageBytes = 10 * 1024 * 1024;

/** The first bytes of the formats, which are also what their decoders look for. */
const formats: { name: string; isFormat: (bytes: Buffer) => boolean }[] = [
  { name: "png", isFormat: (bytes) => bytes.toString("latin1", 0, 8) === "\x89PNG\r\n\x1a\n" },
  { name: "jpeg", isFormat: (bytes) => bytes.toString("latin1", 0, 3) === "\xff\xd8\xff" },
  {
    name: "webp",
    isFormat: (bytes) =>
      bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP",
  },
];

/**
 * Decodes a PNG, JPEG or WebP image and encodes it in each width as WebP: upright, in sRGB, and without metadata such as the
 * place where it was taken. Of an animation, only the first picture is kept.
 * @param storeId stores take turns
 * @throws ImageRefused for anything else
 */
export async function prepareImage(storeId: string, bytes: Buffer): Promise<PreparedImage> {
  if (bytes.length > maxImageBytes) {
    throw new ImageRefused(`The image is larger than ${maxImageBytes >> 20} MB. Choose a smaller one.`);
  }
  const format = formats.find(({ isFormat }) => isFormat(bytes));
  if (!format) throw new ImageRefused("The file isn’t a PNG, JPEG or WebP image.");
  return inMemoryTurn(storeId, () => decodeInProcess({ bytes, format: format.name }));
}
