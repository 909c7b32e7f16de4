import type { Span } from "@opentelemetry/api";
import type { DocumentOperation } from "../document/document.ts";
import type { SentForm } from "../request/sent-form.ts";
import type { RequestInput } from "../validation/operation-validator.ts";
import type { ApiError } from "./errors/api-error.ts";
import type { ExchangeResponse } from "./exchange.ts";

/** The authenticated caller. */
export interface Identity {
  /** Handed to the handlers as `caller`. */
  caller: unknown;
  /** Key of the caller's rate-limit bucket. */
  bucket: string;
  /** The caller is known but not admitted; the refusal is sent after the request is counted. */
  refusal?: ApiError;
  /** Added to the request's log line; no secrets. */
  log?: Record<string, string>;
}

/** The state of a request on its way through the pipeline. */
export interface RequestContext {
  requestId: string;
  startedAt: number;
  /** The document's name, if the server has several. */
  document?: string | undefined;
  /** The call of a tool; undefined for requests from outside. */
  via?: "mcp" | undefined;
  /** As sent, including HEAD. */
  method: string;
  /** As sent, without the query. */
  path: string;
  /** Undefined if no operation matches. */
  operation?: DocumentOperation | undefined;
  /** A HEAD request that is answered as GET, without the body. */
  isHead?: boolean | undefined;
  /** The path matches the operation, but can't be decoded. */
  hasUndecodablePath?: boolean | undefined;
  /** `GET /docs`: the matching page outside the document, or the first page at the path if none has the method. */
  page?: string | undefined;
  /** A health check. */
  isProbe?: boolean | undefined;
  /** From the path, decoded. */
  pathParams: Record<string, string>;
  /** The operation's media type that the body has, as the document spells it; undefined without a body. */
  bodyType?: string | undefined;
  /** The body before validation, if it is a form. */
  form?: SentForm | undefined;
  /** The validated input, with the document's types. */
  input?: RequestInput | undefined;
  /** The methods available at the path, if the request's method isn't one of them. */
  allow?: string[] | undefined;
  identity?: Identity | undefined;
  /** The operation requires a credential, and the one presented is invalid. */
  hasWrongCredential?: boolean | undefined;
  /** The scope in which the request was counted. */
  rateLimitScope?: string | undefined;
  /** The error that the request was answered with. */
  error?: { code: string; message: string } | undefined;
  /** A fault of the response that didn't keep it from being sent: a stored text doesn't match its format. */
  formatFault?: string | undefined;
  /** The request's trace span, if it is traced. */
  span?: Span | undefined;
  /** The error to answer with once the request has been counted; anything but an `ApiError` is unexpected. */
  refusal?: unknown;
  /** Identical for every attempt of a request with an `Idempotency-Key`; undefined for other requests. */
  idempotencyToken?: string | undefined;
  /**
   * Stores the response before it is sent; its status and headers are already set.
   * @param body in Base64; undefined for none
   */
  beforeSending?: ((body: string | undefined) => Promise<void>) | undefined;
}

/** The request's context, as set by `beginRequest`. */
export function contextOf(res: ExchangeResponse): RequestContext {
  return res.locals.context as RequestContext;
}
