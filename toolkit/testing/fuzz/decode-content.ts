import { isUtf8 } from "node:buffer";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, zstdDecompress } from "node:zlib";

const decoders: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  br: promisify<Buffer, Buffer>(brotliDecompress),
  deflate: promisify<Buffer, Buffer>(inflate),
  gzip: promisify<Buffer, Buffer>(gunzip),
  identity: async (bytes) => bytes,
  "x-gzip": promisify<Buffer, Buffer>(gunzip),
  zstd: promisify<Buffer, Buffer>(zstdDecompress),
};

export interface DecodedContent {
  text: string;
  /** If false, the text contains replacement characters. */
  isUtf8: boolean;
  /** Why the content couldn't be decoded; the text is then the raw content. */
  codingFault?: string;
}

/** Decodes content by its Content-Encoding, last coding first (RFC 9110, 8.4). */
export async function decodeContent(bytes: Buffer, contentEncoding = ""): Promise<DecodedContent> {
  // A 304 and a response to HEAD have the header but no content.
  if (bytes.length === 0) return { text: "", isUtf8: true };
  const codings = contentEncoding
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "");
  let content = bytes;
  for (const coding of codings.reverse()) {
    const decoder = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
    const decoded = await decoder?.(content).catch(() => undefined);
    if (!decoded) {
      return {
        text: content.toString(),
        isUtf8: isUtf8(content),
        codingFault: `The content can't be decoded as ${coding}, which Content-Encoding names.`,
      };
    }
    content = decoded;
  }
  return { text: content.toString(), isUtf8: isUtf8(content) };
}
