// Copied by `counterpart generate`. Don't edit: it is overwritten.

import { type ClientOptions, mergeHeaders } from "openapi-fetch";
import type { Fetch } from "./calls/retry.ts";
import { readStream } from "./read-stream.ts";
import { serializeBody } from "./serialize-body.ts";
import { serializeQuery } from "./serialize-query.ts";
import { cookiePairs } from "./styles/cookie-pairs.ts";
import { headerText } from "./styles/header-text.ts";
import { serializePath } from "./styles/serialize-path.ts";
import type { ParameterStyles, ValueStyle } from "./styles/value-style.ts";
import { type ItemWriting, writeItems } from "./write-items.ts";

/** What a call needs that openapi-fetch doesn't do by itself. */
export interface CallTraits {
  /** How parameters are written, where that isn't openapi-fetch's own way. */
  styles?: ParameterStyles;
  /** The path as it is sent, without what only tells operations apart. */
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
  params?: {
    path?: Record<string, unknown>;
    query?: Record<string, unknown>;
    header?: Record<string, unknown>;
    cookie?: Record<string, unknown>;
  };
  pathSerializer?: (path: string, values: Record<string, unknown>) => string;
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
  { styles = {}, body, bodyItems, parseAs, items }: CallTraits,
  init: CallInit = {},
): CallInit {
  const { params } = init;
  const cookies = cookieHeader(params?.cookie ?? {}, styles.cookie);
  const headers = mergeHeaders(
    // fetch itself writes the boundary into the header of a form.
    body !== undefined && body !== "multipart/form-data" ? { "Content-Type": body } : undefined,
    cookies === "" ? undefined : { Cookie: cookies },
    init.headers,
  );
  return {
    ...(parseAs && { parseAs }),
    ...(items && { parseAs: "stream" }),
    ...(styles.query && {
      querySerializer: (values: Record<string, unknown>) => serializeQuery(values, styles.query),
    }),
    ...(styles.path && {
      pathSerializer: (path: string, values: Record<string, unknown>) =>
        serializePath(path, values, styles.path),
    }),
    ...(body !== undefined && {
      bodySerializer: (value: unknown) =>
        bodyItems ? writeItems(bodyItems, value) : serializeBody(body, value),
    }),
    // A body that is a stream is sent while nothing is read yet.
    ...(bodyItems && { duplex: "half" as const }),
    ...init,
    ...(params?.header && { params: { ...params, header: headerTexts(params.header, styles.header) } }),
    headers,
  };
}

function cookieHeader(values: Record<string, unknown>, styles: Record<string, ValueStyle> = {}): string {
  return Object.entries(values)
    .flatMap(([name, value]) => cookiePairs(name, value, ownStyle(styles, name)))
    .join("; ");
}

/** Null removes a header, as everywhere in openapi-fetch. */
function headerTexts(
  values: Record<string, unknown>,
  styles: Record<string, ValueStyle> = {},
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value === null ? value : headerText(value, ownStyle(styles, name)),
    ]),
  );
}

function ownStyle(styles: Record<string, ValueStyle>, name: string): ValueStyle {
  return (Object.hasOwn(styles, name) && styles[name]) || {};
}
