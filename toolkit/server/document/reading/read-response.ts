import type { Header, MediaType, PageLink, Response } from "../document.ts";
import { getOrMake } from "../get-or-make.ts";
import { withListSchema } from "../item-stream.ts";
import { mapValues } from "../map-values.ts";
import { isJson } from "../media-types.ts";
import { type Any, type RawDocument, resolveIn } from "../references.ts";
import { filterMember } from "../walk.ts";

/** The document being read, and what its operations share. */
export interface Reading {
  raw: RawDocument;
  readContent: ReturnType<typeof contentReader>;
}

/**
 * Reads media types and resolves the references of their examples. Operations that share a response get the
 * same objects, so that each schema is compiled once.
 */
export function contentReader(raw: RawDocument) {
  const known = new WeakMap<object, MediaType>();
  return (content: Record<string, Any> = {}): Record<string, MediaType> =>
    mapValues(content, (node) => {
      const mediaType = resolveIn(raw, node);
      const { examples } = mediaType ?? {};
      if (!examples) return mediaType;
      return getOrMake(known, mediaType, () => ({
        ...mediaType,
        examples: mapValues(examples, (one) => resolveIn(raw, one)),
      }));
    });
}

/** Reads a response, which may be a reference. */
export function readResponse({ raw, readContent }: Reading, node: Any): Response {
  const response = resolveIn(raw, node);
  // OpenAPI ignores a Content-Type header here because `content` determines it.
  const headers = filterMember(response, "headers", (name) => name.toLowerCase() !== "content-type")
    .headers as object;
  return {
    description: response.description ?? response.summary ?? "",
    content: mapValues(readContent(response.content), (one, name) => withListSchema(name, one)),
    headers: mapValues({ ...headers }, (header) => readHeader(raw, header)),
    ...(response.links?.next && { next: readPageLink(resolveIn(raw, response.links.next)) }),
  };
}

function readPageLink({ operationId, operationRef, parameters = {}, "x-target": target }: Any): PageLink {
  return {
    ...(operationId !== undefined && { operationId }),
    ...(operationRef !== undefined && { operationRef }),
    parameters,
    ...(typeof target === "string" && { target }),
  };
}

/** Reads a response header, which may be a reference. */
export function readHeader(raw: RawDocument, node: Any): Header {
  const { required, schema, content, explode, "x-set-by": setBy } = resolveIn(raw, node);
  const [[mediaType = "", media] = []] = Object.entries<Any>(content ?? {});
  return {
    required: required === true,
    schema: (content ? resolveIn(raw, media)?.schema : schema) ?? {},
    explode: explode === true,
    isJson: isJson(mediaType),
    setByServer: setBy === "server",
  };
}
