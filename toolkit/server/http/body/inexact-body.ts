import type { InexactInteger } from "../../client-runtime/parse-json.ts";
import { inexactMessage } from "../../validation/schemas/exact-integers.ts";
import { InvalidBody } from "../errors/invalid-body.ts";

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
