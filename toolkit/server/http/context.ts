import type { Span } from "@opentelemetry/api";
import type { Response } from "express";
import type { DocumentOperation } from "../document/document.ts";
import type { SentForm } from "../request/sent-form.ts";
import type { RequestInput } from "../validation/operation-validator.ts";
import type { ApiError } from "./errors/api-error.ts";

/** What an authenticator found out about the caller. */
export interface Identity {
  /** Handed to the handlers as `caller`. */
  caller: unknown;
  /** Key of the caller's own rate-limit buckets. */
  bucket: string;
  /** The caller is known but not admitted: answered after the request has been counted. */
  refusal?: ApiError;
  /** Added to the request's log line; no secrets. */
  log?: Record<string, string>;
}

/** The state of a request on its way through the pipeline. */
export interface RequestContext {
  requestId: string;
  startedAt: number;
  /** The document's name, where the server has several. */
  document?: string | undefined;
  /** As it was sent, also when it is HEAD. */
  method: string;
  /** As it was sent, without the query. */
  path: string;
  /** Undefined where no operation of the document matches. */
  operation?: DocumentOperation | undefined;
  /** It is a HEAD request, which is answered as GET without the body. */
  isHead?: boolean | undefined;
  /** The path matches the operation, but can't be decoded. */
  hasUndecodablePath?: boolean | undefined;
  /** `GET /docs`: the matching page outside the document, or the first page at the path if none has the method. */
  page?: string | undefined;
  /** It asks whether the process is well. */
  isProbe?: boolean | undefined;
  /** From the path, decoded. */
  pathParams: Record<string, string>;
  /** Which of the operation's media types the body has, as the document spells it; undefined without a body. */
  bodyType?: string | undefined;
  /** The body, before it is validated, where it is a form. */
  form?: SentForm | undefined;
  /** The request's input in the types of the document. */
  input?: RequestInput | undefined;
  /** The methods of the document's path, or the page's, when the request's method isn't one of them. */
  allow?: string[] | undefined;
  identity?: Identity | undefined;
  /** It presents a credential that is nobody's, and has to present one. */
  hasWrongCredential?: boolean | undefined;
  /** The scope in which the request was counted. */
  rateLimitScope?: string | undefined;
  /** The code and the message of the error that it was answered with. */
  error?: { code: string; message: string } | undefined;
  /** Where it is traced. */
  span?: Span | undefined;
  /** Why the request is refused once it has been counted; anything but an `ApiError` is unexpected. */
  refusal?: unknown;
  /** The same for each attempt to handle a request with an `Idempotency-Key`, and for no other request. */
  idempotencyToken?: string | undefined;
  /** Keeps the answer, whose status and headers are set; it is sent afterwards. @param body in Base64; undefined for none */
  beforeSending?: ((body: string | undefined) => Promise<void>) | undefined;
}

/** The request's context; `beginRequest` put it there first of all. */
export function contextOf(res: Response): RequestContext {
  return res.locals.context;
}
