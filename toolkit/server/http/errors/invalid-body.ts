import type { InexactInteger } from "@counterpart/client/messages";
import { inexactMessage } from "../../validation/schemas/exact-integers.ts";
import { ApiError, type ErrorOptions } from "./api-error.ts";

type InvalidBodyOptions = ErrorOptions & { code?: "INVALID_REQUEST" | "VALIDATION_ERROR" };

/** A body that turns out to be invalid while a handler reads it. Any operation may be answered with it. */
export class InvalidBody extends ApiError {
  constructor(message: string, { code = "INVALID_REQUEST", ...options }: InvalidBodyOptions = {}) {
    super(code, message, options);
  }
}

/**
 * The 400 for an integer that a JavaScript number can't hold exactly.
 * @param around JSON pointer to the part of the body that was read
 */
export function inexactBody(cause: InexactInteger, around = ""): InvalidBody {
  const pointer = around + (cause.pointer ?? "");
  const place = `body${pointer.replaceAll("/", ".")}`;
  return new InvalidBody(`Invalid request: ${place} ${inexactMessage}.`, {
    code: "VALIDATION_ERROR",
    details: [{ in: "body", pointer, rule: "type", message: inexactMessage }],
    cause,
  });
}
