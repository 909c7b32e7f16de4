import sharp, { type Sharp } from "sharp";
import { describe, expect, test } from "vitest";
import { decodeImage } from "../../../server/merchants/images/decode-image.ts";
import { ImageRefused } from "../../../server/merchants/images/image-refused.ts";
import { maxImageBytes, prepareImage } from "../../../server/merchants/images/prepare-image.ts";
import { interlacedPng, picture, pngThatClaims } from "./pictures.ts";

async function sizesOf(bytes: Buffer) {
  const { files } = await prepareImage("store_1", bytes);
  return Promise.all(
    files.map(async (file) => {
      const { format, width, height } = await sharp(file.bytes).metadata();
      return [file.width, format, width, height];
    }),
  );
}

/** The colour of one pixel of an image's largest file. */
async function pixel(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const { files } = await prepareImage("store_1", bytes);
  const area = { left, top, width: 1, height: 1 };
  return [...(await sharp(files.at(-1)?.bytes).removeAlpha().extract(area).raw().toBuffer())];
}

describe("an image", () => {
  test.each(["png", "jpeg", "webp"] as const)("in %s becomes WebP in three widths", async (format) => {
    const bytes = await picture(2000, 1000).toFormat(format).toBuffer();
    expect(await sizesOf(bytes)).toEqual([
      [320, "webp", 320, 160],
      [640, "webp", 640, 320],
      [1280, "webp", 1280, 640],
    ]);
    const [red, green] = await pixel(bytes, 1270, 10);
    expect(red).toBeGreaterThan(240);
    expect(green).toBeLessThan(20);
  });

  test("that is smaller isn't enlarged", async () => {
    const bytes = await picture(400, 300).png().toBuffer();
    expect((await sizesOf(bytes)).map(([, , width]) => width)).toEqual([320, 400, 400]);
  });

  test("that is very high is bounded", async () => {
    const bytes = await picture(1000, 9000).png().toBuffer();
    expect((await sizesOf(bytes)).at(-1)).toEqual([1280, "webp", 569, 5120]);
  });

  test.each([
    ["greyscale", (image: Sharp) => image.greyscale().png()],
    ["16-bit", (image: Sharp) => image.toColourspace("rgb16").png()],
    ["CMYK", (image: Sharp) => image.toColourspace("cmyk").jpeg()],
    ["a palette", (image: Sharp) => image.png({ palette: true, colours: 16 })],
    ["progressive", (image: Sharp) => image.jpeg({ progressive: true })],
  ])("with %s colours becomes sRGB", async (_, encode) => {
    const { files } = await prepareImage("store_1", await encode(picture(800, 600)).toBuffer());
    expect(await sharp(files.at(-1)?.bytes).metadata()).toMatchObject({ space: "srgb", width: 800 });
  });

  test("keeps its transparency", async () => {
    const bytes = await sharp({
      create: { width: 50, height: 50, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.25 } },
    })
      .png()
      .toBuffer();
    const { files } = await prepareImage("store_1", bytes);
    expect([...(await sharp(files.at(-1)?.bytes).raw().toBuffer())].slice(3, 4)).toEqual([64]);
  });

  test("is turned upright, and loses where it was taken", async () => {
    const bytes = await picture(400, 200)
      .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "53/1 20/1 0/1" } })
      .withIccProfile("p3")
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    expect((await sizesOf(bytes)).at(-1)).toEqual([1280, "webp", 200, 400]);
    const { files } = await prepareImage("store_1", bytes);
    for (const file of files) {
      const { exif, icc, xmp, iptc } = await sharp(file.bytes).metadata();
      expect([exif, icc, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined]);
      expect(file.bytes.includes("EXIF")).toBe(false);
    }
  });

  test("has the hash of its content", async () => {
    const hashOf = async (salt: number) =>
      (await prepareImage("store_1", await picture(400, 300, salt).png().toBuffer())).hash;
    expect(await hashOf(1)).toMatch(/^[0-9a-f]{64}$/);
    expect(await hashOf(1)).toBe(await hashOf(1));
    expect(await hashOf(1)).not.toBe(await hashOf(2));
  });
});

const text = (content: string) => async () => Buffer.from(content);
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
const otherType = "The file isn’t a PNG, JPEG or WebP image.";
const damaged = "The image is damaged or incomplete. Save it again and retry.";
const tooMuchMemory =
  "The image takes too much memory. Choose one with fewer pixels, or don’t save it as “interlaced” or “progressive”.";
const tooMany = "The image has more than 30 million pixels. Choose a smaller one.";

describe("refuses", () => {
  test.each<[string, () => Promise<Buffer>, string]>([
    ["an empty file", text(""), otherType],
    ["SVG", text(svg), otherType],
    ["HTML", text("<!doctype html><script>alert(1)</script>"), otherType],
    ["GIF", () => picture(20, 20).gif().toBuffer(), otherType],
    ["TIFF", () => picture(20, 20).tiff().toBuffer(), otherType],
    ["AVIF", () => picture(20, 20).avif().toBuffer(), otherType],
    ["HTML after the first bytes of a PNG", text("\x89PNG\r\n\x1a\n<script>"), otherType],
    ["SVG after the first bytes of a JPEG", async () => Buffer.from(`\xff\xd8\xff${svg}`, "latin1"), damaged],
    [
      "SVG after the first bytes of a PNG",
      async () => Buffer.from(`\x89PNG\r\n\x1a\n${svg}`, "latin1"),
      damaged,
    ],
    ["SVG in a WebP", async () => Buffer.from(`RIFF\x10\0\0\0WEBP${svg}`, "latin1"), damaged],
    ["a PNG that ends in the middle", async () => halfOf(await picture(900, 900).png().toBuffer()), damaged],
    [
      "a JPEG that ends in the middle",
      async () => halfOf(await picture(900, 900).jpeg().toBuffer()),
      damaged,
    ],
    [
      "a WebP that ends in the middle",
      async () => halfOf(await picture(900, 900).webp().toBuffer()),
      damaged,
    ],
    ["a PNG of 50,000 × 50,000 pixels", async () => pngThatClaims(50_000, 50_000), tooMany],
    ["a PNG of 2³¹ − 1 pixels in a row", async () => pngThatClaims(2 ** 31 - 1, 1), damaged],
    ["a small file that takes hundreds of megabytes", () => interlacedPng(5400, 5500), tooMuchMemory],
    ["a PNG whose rows are missing", async () => pngThatClaims(3000, 3000), damaged],
    [
      "more than 10 MB",
      async () => Buffer.alloc(maxImageBytes + 1),
      "The image is larger than 10 MB. Choose a smaller one.",
    ],
  ])("%s", async (_, bytesOf, message) => {
    const refusal = await prepareImage("store_1", await bytesOf()).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ImageRefused);
    expect(refusal).toMatchObject({ status: 400, message });
  });
});

const halfOf = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);

test("an animation becomes its first picture", async () => {
  const frames = [1, 2].map((salt) =>
    picture(60, 40, salt * 100)
      .png()
      .toBuffer(),
  );
  const animation = await sharp(await Promise.all(frames), { join: { animated: true } })
    .webp()
    .toBuffer();
  expect((await sharp(animation).metadata()).pages).toBe(2);
  expect((await sizesOf(animation)).at(-1)).toEqual([1280, "webp", 60, 40]);
});

test("files with random changes are either refused or decoded", async () => {
  const formats = ["png", "jpeg", "webp"] as const;
  for (const format of formats) {
    const bytes = await picture(64, 64).toFormat(format).toBuffer();
    for (let at = 12; at < bytes.length; at += Math.ceil(bytes.length / 60)) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      const result = await decodeImage({ bytes: changed, format }).catch((error: unknown) => error);
      if (result instanceof Error) expect(result).toBeInstanceOf(ImageRefused);
    }
  }
});
