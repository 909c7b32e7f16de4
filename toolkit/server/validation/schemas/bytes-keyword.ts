import type { Ajv } from "ajv";
import { defineCheck } from "./define-check.ts";

/**
 * Matches a Blob; in JSON, which has no bytes, a text. ajv's own types can't distinguish a Blob from other
 * objects.
 */
export const bytesKeyword = "x-bytes";

export function defineBytesKeyword(ajv: Ajv): void {
  defineCheck(ajv, { keyword: bytesKeyword }, ({ isNullable }: { isNullable: boolean }) => (value) => {
    if (typeof value === "string" || value instanceof Blob || (isNullable && value === null))
      return undefined;
    return [{ keyword: "type", message: "must be string", params: { type: "string" } }];
  });
}
