import type { Ajv, ValidateFunction } from "ajv";
import { defineCheck } from "./define-check.ts";

/** Replaces `$ref`. */
export const referenceKeyword = "x-ref";

/**
 * Makes an ajv compile the target of a reference when a value first reaches it. ajv itself compiles
 * everything reachable, up to a hundred schemas in a large document, of which a value uses a few.
 */
export function defineReference(
  ajv: Ajv,
  targetOf: (ref: string) => ValidateFunction,
  onCall: () => void,
): void {
  // The target may change the value, so it must run before the keywords beside the reference.
  const definition = { keyword: referenceKeyword, before: "$ref", modifying: true };
  defineCheck(ajv, definition, (ref: string) => {
    let target: ValidateFunction | undefined;
    return (value, place) => {
      onCall();
      target ??= targetOf(ref);
      return target(value, place) ? undefined : (target.errors ?? []);
    };
  });
}
