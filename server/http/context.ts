import type { Response } from "express";
import type { ApiError } from "../errors.ts";
import type { DocumentOperation } from "./document.ts";

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
  /** Undefined where no operation of the document matches. */
  operation?: DocumentOperation;
  /** Texts, until `validate` has made of them what the document says. */
  pathParams: Record<string, unknown>;
  /** The methods of a path that is in the document, when the request's method isn't. */
  allow?: string[];
  identity?: Identity;
  refusal?: ApiError;
}

/** The request's context; `requestContext` put it there first of all. */
export function contextOf(res: Response): RequestContext {
  return res.locals.context;
}
