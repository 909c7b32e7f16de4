import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import Negotiator from "negotiator";
import { essence, isJson } from "../../document/media-types.ts";
import { rememberResults } from "./remember-results.ts";

export type Coding = "br" | "gzip";

/** Codings that responses may be compressed with. */
export const codings: readonly Coding[] = ["br", "gzip"];

/** Bytes. Shorter responses fit into one packet with the head, so compression saves no time. */
const minBytes = 1024;

/**
 * Quality 5 compresses a list of 100 objects (43 KB) to 3.2 KB in 0.5 ms. Quality 11 reaches 3.0 KB in 70 ms;
 * gzip's default level reaches 4.1 KB in the same 0.5 ms.
 */
const brotliQuality = 5;

const compressors: Record<Coding, (bytes: Buffer) => Promise<Buffer>> = {
  gzip: promisify<Buffer, Buffer>(gzip),
  br: (bytes) =>
    promisify<Buffer, object, Buffer>(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
};

/** Compresses on another thread. */
export function compress(coding: Coding, bytes: Buffer): Promise<Buffer> {
  return compressors[coding](bytes);
}

/** Whether content is worth compressing; images and archives are already compressed. */
export function isCompressible(contentType: string, length: number): boolean {
  return length > minBytes && isCompressibleType(contentType);
}

const isCompressibleType = rememberResults((contentType) => {
  const type = essence(contentType);
  return isJson(type) || type.startsWith("text/") || /[/+](?:xml|javascript|yaml)$/.test(type);
});

/** The coding that `Accept-Encoding` prefers; undefined when it prefers none or isn't sent (RFC 9110, 12.5.3). */
export function chooseCoding(acceptEncoding: string | undefined): Coding | undefined {
  return acceptEncoding === undefined ? undefined : preferredCoding(acceptEncoding);
}

const preferredCoding = rememberResults((acceptEncoding) => {
  const headers = { "accept-encoding": acceptEncoding };
  const chosen = new Negotiator({ headers }).encoding([...codings, "identity"]);
  return codings.find((coding) => coding === chosen);
});
