import type { RequestFault } from "../../document/request-fault.ts";
import { ApiError } from "./api-error.ts";

/** A body that turns out to be invalid while a handler reads it. Any operation may be answered with it. */
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
