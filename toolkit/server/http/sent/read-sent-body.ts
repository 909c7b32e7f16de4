import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** The body isn't what its headers say. The message is the end of `but its body …`. */
export class UnreadableBody extends Error {}

const decoders: Record<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Buffer> = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** Whether a body in this content coding can be read. */
export function isReadableCoding(coding: string): boolean {
  return coding === "" || coding === "identity" || Object.hasOwn(decoders, coding);
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The text of a body.
 * @param coding its `Content-Encoding`
 * @throws UnreadableBody
 */
export function readSentText(bytes: Uint8Array, coding: string, maxBytes: number): string {
  const plain = decode(bytes, coding, maxBytes);
  try {
    return utf8.decode(plain);
  } catch (cause) {
    throw new UnreadableBody("isn't valid UTF-8", { cause });
  }
}

function decode(bytes: Uint8Array, coding: string, maxOutputLength: number): Uint8Array {
  const decoder = decoders[coding];
  if (!decoder) return bytes;
  try {
    return decoder(bytes, { maxOutputLength });
  } catch (cause) {
    throw new UnreadableBody(`isn't valid ${coding}`, { cause });
  }
}
