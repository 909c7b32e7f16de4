import { createHash } from "node:crypto";
import pLimit from "p-limit";
import type { Sharp, SharpOptions } from "sharp";
import { type ImageWidth, imageWidths, largestWidth } from "../../domain/product-image.ts";
import { ImageRefused } from "./image-refused.ts";

export interface PreparedImage {
  /** SHA-256 of the largest file, in hexadecimal. */
  hash: string;
  files: { width: ImageWidth; bytes: Buffer }[];
}

export const maxImageBytes = 10 * 1024 * 1024;
/** An interlaced PNG with 16 bits per colour takes 8 bytes each, so up to 240 of the 512 MB that deployments give a server. */
const maxPixels = 30_000_000;
/** Banners are wider and posters higher, but not by more than this. */
const maxHeightToWidth = 4;
const maxSeconds = 20;

/** One at a time, so that uploads share one image's memory. */
const inTurn = pLimit(1);

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
 * @throws ImageRefused for anything else
 */
export async function prepareImage(bytes: Buffer): Promise<PreparedImage> {
  if (bytes.length > maxImageBytes) {
    throw new ImageRefused(`The image is larger than ${maxImageBytes >> 20} MB. Choose a smaller one.`);
  }
  const format = formats.find(({ isFormat }) => isFormat(bytes));
  if (!format) throw new ImageRefused("The file isn’t a PNG, JPEG or WebP image.");
  return inTurn(() => prepared(bytes, format.name));
}

async function prepared(bytes: Buffer, format: string): Promise<PreparedImage> {
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

/** Loaded when the first image is uploaded, since few processes need it. */
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
