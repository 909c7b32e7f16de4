import type { Readable } from "node:stream";
import { addressOf, unavailable } from "@counterpart/server";
import { ApiError } from "@counterpart/server/errors";
import { Busboy, type BusboyInstance } from "@fastify/busboy";
import type { Request, Response } from "express";
import { formTooLarge, notAForm, uploads } from "./forms.ts";

/** A form's file, whose content is read as it arrives, so that it is never in memory as a whole. */
export interface StreamedFile {
  /** As the browser sends it. */
  name: string;
  /** At most this many. */
  bytes: number;
  /** Throws INVALID_REQUEST if it is cut off or too large. */
  content: AsyncIterable<Uint8Array>;
}

/** A part that arrives, one that is being stored, and what the parser holds. */
const bytesInMemory = 3 * 1024 * 1024;

/** Bytes of the form beside its file. */
const otherBytes = 64 * 1024;

/**
 * Reads a form up to its file. The fields come first, in the order of the page; later ones are ignored.
 * @param maxBytes of the file
 * @param heldBytes how much of the file its reader may hold in memory
 */
export function readToFile(
  req: Request,
  res: Response,
  maxBytes: number,
  heldBytes = 0,
): Promise<{ form: FormData; file?: StreamedFile }> {
  const length = Number(req.headers["content-length"] ?? maxBytes);
  if (length > maxBytes + otherBytes) throw formTooLarge(maxBytes);
  const type = req.headers["content-type"] ?? "";
  if (!type.startsWith("multipart/form-data")) throw notAForm();
  const reserved = uploads.take(addressOf(req), bytesInMemory + Math.min(length, heldBytes));
  if (!reserved) throw unavailable("The server is receiving too many requests. Try again later.");
  res.once("close", reserved.release);
  return new Promise((resolve, reject) => {
    const form = new FormData();
    const parser = parserOf(type, maxBytes);
    parser.on("field", (name, value) => form.append(name, value));
    parser.on("file", (_field, stream, name?: string) => {
      // Without a reader, an error would end the process.
      stream.on("error", () => {});
      // A browser without a chosen file sends an empty one without a name.
      if (!name) return stream.resume();
      req.once("close", () => req.complete || stream.destroy(cutOff()));
      resolve({
        form,
        file: { name, bytes: Math.min(length, maxBytes), content: contentOf(stream, maxBytes) },
      });
    });
    parser.once("finish", () => resolve({ form }));
    parser.on("error", (cause) => reject(notAForm(cause)));
    req.once("close", () => req.complete || reject(cutOff()));
    // What a refused upload still sends is discarded.
    res.once("finish", () => {
      req.unpipe(parser);
      req.resume();
    });
    req.pipe(parser);
  });
}

function parserOf(type: string, maxBytes: number): BusboyInstance {
  try {
    const limits = { files: 1, fileSize: maxBytes, fields: 20, fieldSize: 4096 };
    return new Busboy({ headers: { "content-type": type }, limits });
  } catch (cause) {
    throw notAForm(cause);
  }
}

async function* contentOf(stream: Readable & { truncated: boolean }, maxBytes: number) {
  try {
    yield* stream as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw cutOff(cause);
  }
  if (stream.truncated) throw formTooLarge(maxBytes);
}

const cutOff = (cause?: unknown) =>
  new ApiError("INVALID_REQUEST", "The upload was cut off. Send the file again.", { cause });
