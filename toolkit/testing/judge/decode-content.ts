import { isUtf8 } from "node:buffer";
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from "node:zlib";

/** In bytes. A few kilobytes could expand to gigabytes. */
const maxOutputLength = 64 * 1024 * 1024;

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  br: (bytes) => brotliDecompressSync(bytes, { maxOutputLength }),
  deflate: (bytes) => inflateSync(bytes, { maxOutputLength }),
  gzip: (bytes) => gunzipSync(bytes, { maxOutputLength }),
  identity: (bytes) => bytes,
  "x-gzip": (bytes) => gunzipSync(bytes, { maxOutputLength }),
  zstd: (bytes) => zstdDecompressSync(bytes, { maxOutputLength }),
};

export interface DecodedBytes {
  bytes: Buffer;
  /** Why the content couldn't be decoded; the bytes are then those of the raw content. */
  codingFault?: string;
  /** Whether the decoded content is larger than 64 MiB, which is why it wasn't decoded. */
  isTooLarge?: boolean;
}

/** Decodes content by its Content-Encoding, last coding first (RFC 9110, 8.4). */
export function decodeBytes(raw: Buffer, contentEncoding = ""): DecodedBytes {
  // A 304 and a response to HEAD have the header but no content.
  if (raw.length === 0) return { bytes: raw };
  let bytes = raw;
  for (const coding of codingsOf(contentEncoding).reverse()) {
    const decoded = decodedAs(coding, bytes);
    if (decoded === "too large")
      return {
        bytes,
        codingFault: "The content isn't checked: decoded, it is larger than 64 MiB.",
        isTooLarge: true,
      };
    if (!decoded) {
      return {
        bytes,
        codingFault: `The content can't be decoded as ${coding}, which Content-Encoding names.`,
      };
    }
    bytes = decoded;
  }
  return { bytes };
}

/** Whether a Content-Encoding has only codings that can be decoded. */
export function isDecodable(contentEncoding = ""): boolean {
  return codingsOf(contentEncoding).every((coding) => Object.hasOwn(decoders, coding));
}

function codingsOf(contentEncoding: string): string[] {
  return contentEncoding
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "");
}

function decodedAs(coding: string, bytes: Buffer): Buffer | "too large" | undefined {
  try {
    return Object.hasOwn(decoders, coding) ? decoders[coding]?.(bytes) : undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? "too large" : undefined;
  }
}

export interface DecodedContent {
  text: string;
  /** If false, the text contains replacement characters. */
  isUtf8: boolean;
  /** Why the content couldn't be decoded; the text is then the raw content. */
  codingFault?: string;
}

/** Decodes content as text. */
export function decodeContent(raw: Buffer, contentEncoding = ""): DecodedContent {
  const { bytes, codingFault } = decodeBytes(raw, contentEncoding);
  return { text: bytes.toString(), isUtf8: isUtf8(bytes), ...(codingFault !== undefined && { codingFault }) };
}
