import type { Ajv, ValidateFunction } from "ajv";
import { defineCheck } from "./define-check.ts";

/** Stands in place of `$ref`. */
export const referenceKeyword = "x-ref";

/**
 * Gives an ajv references whose targets are compiled when a value first comes to them. ajv itself compiles a schema
 * together with all that can be reached from it: of a large document that is up to a hundred others, of which a value has a few.
 */
export function defineReference(
  ajv: Ajv,
  targetOf: (ref: string) => ValidateFunction,
  onCall: () => void,
): void {
  // A target may change the value that the keywords beside the reference see.
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
