import type { Response } from "express";
import type { DocumentOperation } from "../document/document.ts";
import type { RequestInput } from "../validation/operation-validator.ts";
import type { ApiError } from "./errors/api-error.ts";

/** What a security scheme found out about the request. */
export interface Identity {
  /** Handed to the handlers as `caller`. */
  caller: unknown;
  /** Names the caller's own rate-limit buckets. */
  bucket: string;
  /** Known, but not allowed in: answered after the request has been counted. */
  refusal?: ApiError;
  /** Added to the request's log line; no secrets. */
  log?: Record<string, string>;
}

/** What the house knows of a request on its way through. */
export interface RequestContext {
  requestId: string;
  startedAt: number;
  /** The document's name, where the server has several. */
  document?: string;
  /** Undefined where no operation of the document matches. */
  operation?: DocumentOperation;
  /** It is a HEAD request, which is answered as GET without the body. */
  isHead?: boolean;
  /** The address is the operation's, but it can't be decoded. */
  namesNothing?: boolean;
  /** `GET /docs`: the page outside the document that answers, or the first one at its path, which has no such method. */
  page?: string;
  /** As they stand in the address, decoded. */
  pathParams: Record<string, string>;
  /** Which of the operation's media types the body has, as the document spells it; undefined without a body. */
  bodyType?: string;
  /** What the request says, as the document types it. */
  input?: RequestInput;
  /** The methods of the document's path, or the page's, when the request's method isn't one of them. */
  allow?: string[];
  identity?: Identity;
  /** The scope in which the request was counted. */
  rateLimitScope?: string;
  /** Why the request goes no further than to be counted; anything but an `ApiError` is a surprise. */
  refusal?: unknown;
}

/** The request's context; `requestContext` put it there first of all. */
export function contextOf(res: Response): RequestContext {
  return res.locals.context;
}
