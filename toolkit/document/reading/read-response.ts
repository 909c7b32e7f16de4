import type { MediaType, Response } from "../document.ts";
import { withListSchema } from "../item-stream.ts";
import { mapValues } from "../map-values.ts";
import { type RawDocument, resolveIn } from "../references.ts";

// biome-ignore lint/suspicious/noExplicitAny: a parsed document has no static shape before it is read.
type Any = any;

/** The document that is read, with what its operations share. */
export interface Reading {
  raw: RawDocument;
  readContent: ReturnType<typeof contentReader>;
}

/**
 * Reads media types, the references of their examples followed. Operations that share a response share what is read of
 * it, so that a schema is compiled once for all of them.
 */
export function contentReader(raw: RawDocument) {
  const known = new WeakMap<object, MediaType>();
  return (content: Record<string, Any> = {}): Record<string, MediaType> =>
    mapValues(content, (node) => {
      const mediaType = resolveIn(raw, node);
      const { examples } = mediaType ?? {};
      if (!examples) return mediaType;
      const read = known.get(mediaType) ?? {
        ...mediaType,
        examples: mapValues(examples, (one) => resolveIn(raw, one)),
      };
      known.set(mediaType, read);
      return read;
    });
}

/** Reads a response, which may be a reference. */
export function readResponse({ raw, readContent }: Reading, node: Any): Response {
  const response = resolveIn(raw, node);
  // OpenAPI ignores a header of this name: `content` says it.
  const { [contentTypeIn(response.headers)]: _, ...headers } = response.headers ?? {};
  return {
    description: response.description ?? response.summary ?? "",
    content: Object.fromEntries(
      Object.entries(readContent(response.content)).map(([name, one]) => [name, withListSchema(name, one)]),
    ),
    headers: mapValues(headers, (header) => {
      const { required, schema, "x-set-by": setBy } = resolveIn(raw, header);
      return { required: required === true, schema: schema ?? {}, setByServer: setBy === "server" };
    }),
  };
}

function contentTypeIn(headers: object = {}): string {
  return Object.keys(headers).find((name) => name.toLowerCase() === "content-type") ?? "";
}
