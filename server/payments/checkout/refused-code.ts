import type { ApiError } from "@counterpart/server/errors";
import { conflict } from "../../domain/error-codes.ts";

/** The error for callers when a promotion code doesn't reduce their purchase. `rule` and `message` say why. */
export function refusedCode(
  sentence: string,
  { rule, message, cause }: { rule: string; message: string; cause?: unknown },
): ApiError {
  return conflict(sentence, {
    cause,
    details: [{ in: "body", pointer: "/promotionCode", rule, message }],
  });
}
