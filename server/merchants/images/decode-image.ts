import { createHash } from "node:crypto";
import type { Sharp, SharpOptions } from "sharp";
import { type ImageWidth, imageWidths, largestWidth } from "../../domain/product-image.ts";
import { ImageRefused } from "./image-refused.ts";

export interface ImageToDecode {
  bytes: Buffer;
  /** What the decoder has to find: png, jpeg or webp. */
  format: string;
}

export interface PreparedImage {
  /** SHA-256 of the largest file, in hexadecimal. */
  hash: string;
  files: { width: ImageWidth; bytes: Buffer }[];
}

const maxPixels = 30_000_000;
/** Banners are wider and posters higher, but not by more than this. */
const maxHeightToWidth = 4;
const maxSeconds = 20;

/** Decodes an image and encodes it in each width. Throws ImageRefused. */
export async function decodeImage({ bytes, format }: ImageToDecode): Promise<PreparedImage> {
  const open = await loadSharp();
  await checkSize(open(bytes, safely), format);
  const large = await decoded(open(bytes, safely));
  const files = await Promise.all(
    imageWidths.map(async (width) => ({
      width,
      bytes: await open(large.data, { raw: large.info })
        .resize({ width, withoutEnlargement: true })
        .webp()
        .toBuffer(),
    })),
  );
  const hash = createHash("sha256");
  for (const file of files) if (file.width === largestWidth) hash.update(file.bytes);
  return { hash: hash.digest("hex"), files };
}

const safely: SharpOptions = { limitInputPixels: maxPixels, failOn: "error" };

async function loadSharp() {
  const { default: sharp } = await import("sharp");
  // libvips has decoders for many more formats, which an upload shouldn't reach.
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({
    operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadWebpBuffer"],
  });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** Reads only the header. */
async function checkSize(image: Sharp, wanted: string): Promise<void> {
  const { format, width, height } = await image.metadata().catch((cause: unknown) => {
    throw isTooLarge(cause) ? tooManyPixels : broken(cause);
  });
  if (format !== wanted) throw broken();
  if (width * height > maxPixels) throw tooManyPixels;
}

async function decoded(image: Sharp) {
  try {
    return await image
      .timeout({ seconds: maxSeconds })
      .autoOrient()
      .resize({
        width: largestWidth,
        height: largestWidth * maxHeightToWidth,
        fit: "inside",
        withoutEnlargement: true,
      })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (cause) {
    throw isTooLarge(cause) ? tooManyPixels : broken(cause);
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && /pixel limit/.test(error.message);
}

const tooManyPixels = new ImageRefused(
  `The image has more than ${maxPixels / 1_000_000} million pixels. Choose a smaller one.`,
);

function broken(cause?: unknown): ImageRefused {
  return new ImageRefused("The image is damaged or incomplete. Save it again and retry.", { cause });
}
