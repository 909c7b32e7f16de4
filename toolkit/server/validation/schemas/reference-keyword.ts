import type { ValidateFunction } from "ajv";
import type { CheckKeyword } from "./check-keyword.ts";

/** Replaces `$ref`. */
export const referenceKeyword = "x-ref";

/**
 * Compiles the target of a reference when a value first reaches it. ajv itself compiles everything reachable, up to
 * a hundred schemas in a large document, of which a value uses a few.
 */
export function reference(targetOf: (ref: string) => ValidateFunction, onCall: () => void): CheckKeyword {
  return {
    keyword: referenceKeyword,
    // The target may change the value, so it must run before the keywords beside the reference.
    before: "$ref",
    modifying: true,
    createCheck(ref: string) {
      let target: ValidateFunction | undefined;
      return (value, place) => {
        onCall();
        target ??= targetOf(ref);
        return target(value, place) ? undefined : (target.errors ?? []);
      };
    },
  };
}
