import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/** A picture with a gradient, so that its parts differ. */
export function picture(width: number, height: number, salt = 0) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)];
    pixels[at * 3] = Math.round((255 * x) / width);
    pixels[at * 3 + 1] = Math.round((255 * y) / height);
    pixels[at * 3 + 2] = salt;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A PNG file whose header claims this size, with little else in it. */
export function pngThatClaims(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const content = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(content));
    return Buffer.concat([length, content, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1000))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A PNG with 16 bits per colour, of which the decoder needs all pixels in memory: 225 KiB become 240 MB at 5,400 × 5,500. */
export function interlacedPng(width: number, height: number): Promise<Buffer> {
  const raw = { width, height, channels: 4, depth: "ushort" } as const;
  const image = sharp(Buffer.alloc(width * height * 8), { raw, limitInputPixels: false });
  return image.toColourspace("rgb16").png({ progressive: true }).toBuffer();
}
