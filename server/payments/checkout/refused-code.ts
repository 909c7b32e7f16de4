import { ApiError } from "@counterpart/server/errors";

/** The error for callers when a promotion code doesn't reduce their purchase. `rule` and `message` say why. */
export function refusedCode(
  sentence: string,
  { rule, message, cause }: { rule: string; message: string; cause?: unknown },
): ApiError {
  return new ApiError("CONFLICT", sentence, {
    cause,
    details: [{ in: "body", pointer: "/promotionCode", rule, message }],
  });
}
