import { ownCodes } from "./error-codes.ts";

/** The catalogue of errors: code → status. The document's `ErrorCode` lists the same codes; a test compares them. */
export const catalogue = {
  ...ownCodes,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  VALIDATION_ERROR: 400,
  INVALID_REQUEST: 400,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
} as const;

export type ErrorCode = keyof typeof catalogue;

interface Details {
  /** Where the same code is answered with another status (405, 413 and 415 are INVALID_REQUEST). */
  status?: number;
  headers?: Record<string, string>;
  cause?: unknown;
}

/** A refusal that the caller is told. The message is a sentence that helps them act; it never quotes a secret. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, { status, headers = {}, cause }: Details = {}) {
    super(message, { cause });
    this.name = "ApiError";
    this.code = code;
    this.status = status ?? catalogue[code];
    this.headers = headers;
  }
}

/** Seconds after which what passes by itself has usually passed. */
const usualWaitSeconds = 5;

/**
 * A failure that passes by itself, such as a payment provider that is away or a queue that is full: 500 with
 * `Retry-After`, in seconds. The message is for the caller; the cause is only logged.
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

/** The error body of every operation (interface, section 2.6). */
export function errorBody(code: string, message: string): { error: string; code: string } {
  return { error: message, code };
}
