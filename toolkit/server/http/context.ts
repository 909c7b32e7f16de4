import type { ApiDocument, DocumentOperation, Header } from "../document/document.ts";
import { secretRemover } from "../log/secret-text.ts";
import type { SentForm } from "../request/sent-form.ts";
import type { OperationValidators, RequestInput } from "../validation/operation-validator.ts";
import { headerFaultFinder } from "../validation/response-headers.ts";
import type { ApiError } from "./errors/api-error.ts";
import type { ExchangeRequest, ExchangeResponse } from "./exchange.ts";
import { pathOf } from "./path-tree.ts";

/** The authenticated caller. */
export interface Identity {
  /** Handed to the handlers as `caller`. */
  caller: unknown;
  /** Key of the caller's rate-limit bucket. */
  bucket: string;
  /** Whose share of memory and time its requests use, such as the account that has several keys; default: `bucket`. */
  group?: string;
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
  /** The request's trace span, if it is traced: an OpenTelemetry `Span`. */
  span?: { spanContext(): { traceId: string; spanId: string } } | undefined;
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

/**
 * Starts a request's context. Its id is a proxy's `X-Request-Id` if acceptable, else a new one; the response
 * returns it in `X-Request-Id`.
 * @param headers set on every response
 */
export function beginRequest(
  req: ExchangeRequest,
  res: ExchangeResponse,
  headers: Map<string, string>,
  ids: ReturnType<typeof createRequestIds>,
): RequestContext {
  const given = req.headers["x-request-id"];
  const requestId = typeof given === "string" && ids.accepts(given) ? given : ids.create();
  const context: RequestContext = {
    requestId,
    startedAt: performance.now(),
    document: undefined,
    via: req.toolsOf && "mcp",
    method: req.method,
    path: pathOf(req),
    operation: undefined,
    page: undefined,
    pathParams: noParams,
    isHead: undefined,
    hasUndecodablePath: undefined,
    bodyType: undefined,
    input: undefined,
    allow: undefined,
    identity: undefined,
    hasWrongCredential: undefined,
    rateLimitScope: undefined,
    error: undefined,
    span: undefined,
    refusal: undefined,
    idempotencyToken: undefined,
    beforeSending: undefined,
  };
  res.locals.context = context;
  res.setHeader("X-Request-Id", requestId);
  res.setHeaders(headers);
  return context;
}

const noParams: Record<string, string> = {};

interface RequestIdOptions {
  newRequestId?: (() => string) | undefined;
  secretPatterns?: RegExp[] | undefined;
}

/**
 * Ids are logged, so one that looks like a secret is rejected, as is one that doesn't match the document's
 * `X-Request-Id` headers.
 */
export function createRequestIds(
  document: ApiDocument,
  validators: Pick<OperationValidators, "responseHeader">,
  { newRequestId: create = newRequestId, secretPatterns }: RequestIdOptions = {},
) {
  const withoutSecrets = secretRemover(secretPatterns);
  const headers = requestIdHeaders(document);
  const faultOf = headerFaultFinder(document, validators);
  return {
    create,
    /** Whether to keep an id that the request already has. */
    accepts: (id: string) =>
      /^[A-Za-z0-9._-]{1,64}$/.test(id) &&
      withoutSecrets(id) === id &&
      headers.every((header) => faultOf("X-Request-Id", header, id) === undefined),
  };
}

function requestIdHeaders({ operations, unmatched }: ApiDocument): Header[] {
  const responses = [
    ...operations.flatMap((one) => Object.values(one.responses)),
    ...Object.values(unmatched),
  ];
  const all = responses.flatMap(({ headers }) =>
    Object.entries(headers).flatMap(([name, header]) =>
      name.toLowerCase() === "x-request-id" ? header : [],
    ),
  );
  // Most responses share the same header description.
  return [...new Map(all.map((header) => [JSON.stringify(header), header])).values()];
}

/** The default request id, such as `req_8a2f…`. */
export function newRequestId(): string {
  return `req_${crypto.randomUUID().replaceAll("-", "")}`;
}
