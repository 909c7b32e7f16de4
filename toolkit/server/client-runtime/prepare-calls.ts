import type { BodySerializer, ClientOptions, HeadersOptions } from "openapi-fetch";
import type { DocumentedPage } from "./calls/documented-page.ts";
import type { Fetch } from "./calls/retry.ts";
import { type BodyTypes, isStream } from "./choose-media-type.ts";
import { combineHeaders, toHeaders } from "./combine-headers.ts";
import type { EventData } from "./item-format.ts";
import { type BodyReadings, readBody } from "./read-body.ts";
import type { ItemReading } from "./read-items.ts";
import { serializeQuery } from "./serialize-query.ts";
import { cookiePairs } from "./styles/cookie-pairs.ts";
import { headerText } from "./styles/header-text.ts";
import { serializePath } from "./styles/serialize-path.ts";
import type { ParameterStyles, ValueStyle } from "./styles/value-style.ts";
import { writeBody } from "./write-body.ts";

/** What a call needs beyond openapi-fetch. */
export interface CallTraits {
  /** How parameters are serialized, if openapi-fetch does it differently. */
  styles?: ParameterStyles;
  /** The path as sent, without the fragment that distinguishes operations. */
  path?: string;
  /** The media types of the body, unless only `application/json` is documented. */
  bodies?: BodyTypes;
  /** How responses are read, unless only `application/json` is documented. */
  answers?: BodyReadings;
  /** The texts among the `data` of server-sent events. All other `data` is JSON. */
  eventData?: EventData;
  /** How the document leads to the following page, if not by a `Link` header. */
  next?: DocumentedPage;
}

/** The client's default headers. */
type ClientDefaults = Pick<ClientOptions, "headers" | "bodySerializer">;

/** Returns the path and the arguments for openapi-fetch. The method may be in lower case. */
export type PrepareCall = (
  method: string,
  path: string,
  init?: CallInit,
  defaults?: ClientDefaults,
) => PreparedCall;

export interface PreparedCall {
  path: string;
  init: CallInit;
  /** Reads a body that openapi-fetch left unread; undefined if the caller chose how to read it. */
  read?: (response: Response, reading: Pick<ItemReading, "idleTimeoutMs">) => Promise<unknown>;
  next?: DocumentedPage;
}

/** The parts of a caller's arguments that matter before openapi-fetch gets them. */
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
  body?: unknown;
  bodySerializer?: ClientOptions["bodySerializer"];
  parseAs?: string;
  duplex?: "half";
}

/**
 * Prepares the calls of a document. The table has those that differ from JSON and openapi-fetch's styles (`GET
 * /pets`).
 */
export function prepareCalls(calls: Record<string, CallTraits>): PrepareCall {
  return (method, path, given = {}, defaults = {}) => {
    const name = `${method.toUpperCase()} ${path}`;
    const traits = (Object.hasOwn(calls, name) && calls[name]) || {};
    const { styles = {}, answers, eventData, next } = traits;
    const init = withParameters(given, styles);
    const isReadHere = given.parseAs === undefined;
    return {
      path: traits.path ?? path,
      init: {
        ...init,
        ...withBody(name, init, { traits, defaults }),
        ...(isReadHere && { parseAs: "stream" }),
      },
      ...(next && { next }),
      ...(isReadHere && {
        read: (response, reading) =>
          readBody(response, answers, { ...reading, ...(eventData && { eventData }) }),
      }),
    };
  };
}

function withParameters(init: CallInit, styles: ParameterStyles): CallInit {
  const { params } = init;
  const cookies = cookieHeader(params?.cookie ?? {}, styles.cookie);
  return {
    ...(styles.query && {
      querySerializer: (values: Record<string, unknown>) => serializeQuery(values, styles.query),
    }),
    ...(styles.path && {
      pathSerializer: (path: string, values: Record<string, unknown>) =>
        serializePath(path, values, styles.path),
    }),
    ...init,
    ...(params?.header && { params: { ...params, header: headerTexts(params.header, styles.header) } }),
    headers: combineHeaders(cookies === "" ? {} : { cookie: cookies }, init.headers),
  };
}

const onlyJson: BodyTypes = { "application/json": {} };

/** The body as sent, with its media type. */
function withBody(
  call: string,
  init: CallInit,
  { traits: { bodies = onlyJson }, defaults }: { traits: CallTraits; defaults: ClientDefaults },
): CallInit {
  if (init.body === undefined) return {};
  const headers = [defaults.headers, init.headers, init.params?.header as HeadersOptions | undefined];
  const given = combineHeaders(...headers)["content-type"];
  const serialize = init.bodySerializer ?? defaults.bodySerializer;
  const { body, contentType } = writeBody(init.body, {
    call,
    types: bodies,
    ...(given !== undefined && { given: given === null ? null : String(given) }),
    ...(serialize && { serialize: bound(serialize, toHeaders(combineHeaders(...headers))) }),
  });
  return {
    headers: combineHeaders(init.headers, { "Content-Type": contentType }),
    ...(init.params && { params: { ...init.params, header: withoutContentType(init.params.header) } }),
    body,
    bodySerializer: (written) => written,
    // A streamed body is sent before any response is read.
    ...(isStream(body) && { duplex: "half" as const }),
  };
}

/** openapi-fetch also passes the headers to a serializer, which its types omit. */
function bound(serialize: BodySerializer<unknown>, headers: Headers): (value: unknown) => unknown {
  const withHeaders = serialize as (value: unknown, headers: Headers) => unknown;
  return (value) => withHeaders(value, headers);
}

/** openapi-fetch would send the parameter instead of the chosen header. */
function withoutContentType(header: Record<string, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(header).filter(([name]) => name.toLowerCase() !== "content-type"));
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
