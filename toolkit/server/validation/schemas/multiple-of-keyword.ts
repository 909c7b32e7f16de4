import type { Ajv } from "ajv";
import { createIsMultiple } from "../../document/schemas/multiple-of.ts";
import { defineCheck } from "./define-check.ts";

/** Replaces `multipleOf` with a keyword that uses decimal arithmetic. */
export function defineMultipleOf(ajv: Ajv): void {
  defineCheck(ajv, { keyword: "multipleOf", type: "number", schemaType: "number" }, (multipleOf: number) => {
    const isMultiple = createIsMultiple(multipleOf);
    const misfits = [{ message: `must be multiple of ${multipleOf}`, params: { multipleOf } }];
    return (value) => (isMultiple(value as number) ? undefined : misfits);
  });
}
