import express, { type RequestHandler } from "express";
import { ApiError } from "../errors.ts";
import { contextOf } from "./context.ts";
import { essence, matchesMediaType } from "./media-type.ts";

/** Bytes; a larger body is 413. */
const maxBodySize = 1024 * 1024;

const any = () => true;
const parsers: [RegExp, RequestHandler | undefined][] = [
  [/^[^/]+\/([^;]+\+)?json$/, express.json({ type: any, limit: maxBodySize, strict: false })],
  [
    /^application\/x-www-form-urlencoded$/,
    express.urlencoded({ type: any, limit: maxBodySize, extended: true }),
  ],
  // The validator reads multipart bodies by itself.
  [/^multipart\//, undefined],
  [/^text\//, express.text({ type: any, limit: maxBodySize })],
  [/^/, express.raw({ type: any, limit: maxBodySize })],
];

/**
 * Reads the body of an operation that takes one. A media type that the document doesn't list is 415, a body that
 * can't be read 400 INVALID_REQUEST, one that is too large 413. Other operations leave the body unread.
 */
export function readBody(): RequestHandler {
  return (req, res, next) => {
    const { operation } = contextOf(res);
    const given = req.headers["content-type"];
    const hasBody =
      req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0;
    if (!operation?.requestBody || !hasBody) {
      // The validator chooses by this header, and answers 415 to a missing body if it is absent.
      const [only] = Object.keys(operation?.requestBody?.content ?? {});
      if (only && operation?.requestBody?.required) req.headers["content-type"] = only;
      else delete req.headers["content-type"];
      return next();
    }
    const mediaTypes = Object.keys(operation.requestBody.content);
    const mediaType = essence(given ?? "");
    const matched = mediaTypes.find((pattern) => matchesMediaType(pattern, mediaType));
    if (!matched) {
      throw new ApiError(
        "INVALID_REQUEST",
        `Send the body as ${mediaTypes.join(" or ")}, and say so in Content-Type.`,
        {
          status: 415,
        },
      );
    }
    const parser = parsers.find(([pattern]) => pattern.test(mediaType))?.[1];
    if (!parser) return next();
    parser(req, res, (error?: unknown) => {
      // The validator keeps a compiled copy for every spelling of this header: give it only the document's.
      if (!matched.includes("*")) req.headers["content-type"] = matched;
      next(error === undefined ? undefined : unreadable(error));
    });
  };
}

function unreadable(error: unknown): unknown {
  const { type } = error as { type?: string };
  if (type === "entity.too.large") {
    return new ApiError("INVALID_REQUEST", `The body is larger than ${maxBodySize / 1024} KiB.`, {
      status: 413,
      headers: { Connection: "close" },
    });
  }
  if (type === "encoding.unsupported" || type === "charset.unsupported") {
    return new ApiError(
      "INVALID_REQUEST",
      "The body's encoding isn't supported: send UTF-8, plain or gzip.",
      {
        status: 415,
      },
    );
  }
  if (type !== undefined || (error as { status?: number }).status === 400) {
    return new ApiError("INVALID_REQUEST", "The body can't be read: it isn't well-formed.", { cause: error });
  }
  return error;
}
