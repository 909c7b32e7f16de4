// Copied by `counterpart generate`. Don't edit: it is overwritten.

import { type ClientOptions, mergeHeaders } from "openapi-fetch";
import type { Fetch } from "./calls/retry.ts";
import { readStream } from "./read-stream.ts";
import { serializeBody } from "./serialize-body.ts";
import { type QueryStyle, serializeQuery } from "./serialize-query.ts";
import { type ItemWriting, writeItems } from "./write-items.ts";

/** What a call needs that openapi-fetch doesn't do by itself. */
export interface CallTraits {
  /** Query parameters in other styles than openapi-fetch's own. */
  query?: Record<string, QueryStyle>;
  /** The path with the styles of its parameters, as openapi-fetch reads them. */
  path?: string;
  /** The media type of a body that isn't JSON. */
  body?: string;
  /** The body is a stream of items. */
  bodyItems?: ItemWriting;
  /** How a response is read that isn't JSON. */
  parseAs?: "text" | "blob";
  /** The response is a stream of items. */
  items?: true;
  /** The `data` of server-sent events is JSON. */
  jsonEvents?: true;
  /** Cookies are documented as parameters. */
  cookies?: true;
}

/** Returns the path and the arguments that openapi-fetch gets. The method may be in lower case. */
export type PrepareCall = (
  method: string,
  path: string,
  init?: CallInit,
) => [path: string, init: CallInit | undefined, read?: ReadBody | undefined];

/** Reads the body of an answer. */
type ReadBody = (response: Response, body: ReadableStream<Uint8Array>) => Promise<unknown>;

/** What a caller gives beside the path, as far as it matters before openapi-fetch gets it. */
export interface CallInit {
  signal?: AbortSignal;
  fetch?: Fetch;
  params?: { query?: Record<string, unknown>; cookie?: Record<string, unknown> };
  headers?: ClientOptions["headers"];
  parseAs?: string;
  duplex?: "half";
}

/** Prepares the calls of a table, by method and path (`GET /pets`), and leaves the others as they are. */
export function prepareCalls(calls: Record<string, CallTraits>): PrepareCall {
  return (method, path, init) => {
    const traits = calls[`${method.toUpperCase()} ${path}`];
    return traits
      ? [
          traits.path ?? path,
          initFor(traits, init),
          traits.items && init?.parseAs === undefined
            ? (response, body) => readStream(response, body, traits)
            : undefined,
        ]
      : [path, init];
  };
}

function initFor(
  { query, body, bodyItems, parseAs, items, cookies }: CallTraits,
  init: CallInit = {},
): CallInit {
  const pairs = cookies ? Object.entries(init.params?.cookie ?? {}) : [];
  const headers = mergeHeaders(
    // fetch itself writes the boundary into the header of a form.
    body !== undefined && body !== "multipart/form-data" ? { "Content-Type": body } : undefined,
    pairs.length > 0
      ? { Cookie: pairs.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("; ") }
      : undefined,
    init.headers,
  );
  return {
    ...(parseAs && { parseAs }),
    ...(items && { parseAs: "stream" }),
    ...(query && { querySerializer: (values: Record<string, unknown>) => serializeQuery(values, query) }),
    ...(body !== undefined && {
      bodySerializer: (value: unknown) =>
        bodyItems ? writeItems(bodyItems, value) : serializeBody(body, value),
    }),
    // A body that is a stream is sent while nothing is read yet.
    ...(bodyItems && { duplex: "half" as const }),
    ...init,
    headers,
  };
}
