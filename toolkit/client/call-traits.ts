import type { BodySerializer, ClientOptions } from "openapi-fetch";
import type { FindNext } from "./calls/following-page.ts";

/** What a call needs beyond openapi-fetch: functions of this package, which generated code imports where it needs them. */
export interface CallTraits {
  /** The path as sent, without the fragment that distinguishes operations. */
  path?: string;
  /** The URL of the operation's own server, which is used unless the client has a `baseUrl`. */
  server?: string;
  /** Changes the arguments before openapi-fetch gets them, in this order. */
  prepare?: Prepare[];
  /** Reads a successful response, and an error that isn't JSON. Default: by its `Content-Type`, as JSON or text. */
  read?: ReadResponse;
  /** Changes what was read, of a success or an error. */
  convert?: Convert;
  /** Whether it may be retried, if the method doesn't decide it. */
  isIdempotent?: Idempotency;
  /** Where the following page is. */
  next?: FindNext;
}

/**
 * Whether a call may be retried although it may have taken effect; `key` if its `Idempotency-Key` lets the server
 * recognise it (draft-ietf-httpapi-idempotency-key-header).
 */
export type Idempotency = boolean | "key";

export type Fetch = (request: Request, init?: RequestInit) => Promise<Response>;

/** @param call its name in errors and its client's options */
export type Prepare = (init: CallInit, call: PreparedCall) => CallInit;

export interface PreparedCall {
  /** Such as `POST /pets`. */
  name: string;
  /** The client's own options. */
  defaults: Pick<ClientOptions, "headers" | "bodySerializer">;
}

export type ReadResponse = (response: Response, reading: { idleTimeoutMs?: number }) => Promise<unknown>;

/** @param parseAs how the caller asked to read the body of a success */
export type Convert = (
  answer: { response: Response; data?: unknown; error?: unknown },
  parseAs: string | undefined,
) => { data?: unknown; error?: unknown };

/** The parts of a caller's arguments that matter before openapi-fetch gets them. */
export interface CallInit {
  signal?: AbortSignal;
  fetch?: Fetch;
  baseUrl?: string;
  params?: Partial<Record<ParameterPlace, Record<string, unknown>>>;
  querySerializer?: (values: Record<string, unknown>) => string;
  pathSerializer?: (path: string, values: Record<string, unknown>) => string;
  headers?: ClientOptions["headers"];
  body?: unknown;
  bodySerializer?: BodySerializer<unknown>;
  parseAs?: string;
  duplex?: "half";
}

type ParameterPlace = "path" | "query" | "header" | "cookie";
