import type { RequestFault } from "../../document/request-fault.ts";
import { ApiError } from "./api-error.ts";

/** What is wrong with a body that a handler is reading: the request's fault, and no decision of the handler. */
export class InvalidBody extends ApiError {
  constructor(message: string, { code = "INVALID_REQUEST", ...options }: InvalidBodyOptions = {}) {
    super(code, message, options);
  }
}

interface InvalidBodyOptions {
  code?: "INVALID_REQUEST" | "VALIDATION_ERROR";
  status?: number;
  details?: RequestFault[];
  cause?: unknown;
}
