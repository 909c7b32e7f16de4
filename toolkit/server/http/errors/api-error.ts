import type { RequestFault } from "../../document/request-fault.ts";

/** The framework's error codes and their statuses. */
export const standardCodes = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  VALIDATION_ERROR: 400,
  INVALID_REQUEST: 400,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
} as const;

export type StandardCode = keyof typeof standardCodes;

export interface ErrorOptions {
  /** Required for custom codes; overrides the status of a standard code. */
  status?: number;
  headers?: Record<string, string>;
  /**
   * What is wrong, included if the documented error body has a place for it. Details may have other properties that the
   * document's items have.
   */
  details?: RequestFault[];
  cause?: unknown;
}

/**
 * A refusal that helps the caller act: `throw new ApiError("NOT_FOUND", "No such pet.")`, or with a code of your own,
 * `throw new ApiError("OUT_OF_STOCK", "Sold out.", { status: 409 })`. `cause` is only logged.
 */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly details: RequestFault[] | undefined;

  constructor(code: StandardCode, message: string, options?: ErrorOptions);
  constructor(code: string, message: string, options: ErrorOptions & { status: number });
  constructor(code: string, message: string, { status, headers = {}, details, cause }: ErrorOptions = {}) {
    super(message, { cause });
    this.name = "ApiError";
    this.code = code;
    this.status = status ?? standardCodes[code as StandardCode];
    this.headers = headers;
    this.details = details;
  }
}

/** Seconds. */
const usualWaitSeconds = 5;

/**
 * A temporary failure, such as an unreachable database or a full queue: 500 with `Retry-After`, in seconds.
 * The message is sent to the caller; the cause is only logged.
 */
export function unavailable(
  message: string,
  { cause, retryAfterSeconds = usualWaitSeconds }: { cause?: unknown; retryAfterSeconds?: number } = {},
): ApiError {
  return new ApiError("INTERNAL_ERROR", message, {
    headers: { "Retry-After": String(retryAfterSeconds) },
    cause,
  });
}

/** A refusal of an access token that lacks scopes (RFC 6750, 3.1). */
export function insufficientScope(message: string, scopes: string[]): ApiError {
  const challenge = `Bearer error="insufficient_scope", scope="${scopes.join(" ")}"`;
  return new ApiError("FORBIDDEN", message, { headers: { "WWW-Authenticate": challenge } });
}

/** The default error body. */
export function errorBody(code: string, message: string): { error: string; code: string } {
  return { error: message, code };
}

/** A failed ping's error when a system answers but refuses writes. `/readyz` reports it. */
export class ReadOnly extends Error {
  /** Whether reads work. If so, `/readyz` stays 200, because all processes are in the same state. */
  readonly isReadable: boolean;

  constructor(message: string, { isReadable, cause }: { isReadable: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isReadable = isReadable;
  }
}
