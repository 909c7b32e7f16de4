import type Ajv from "ajv";
import type { DataValidateFunction } from "ajv/dist/types/index.js";

/** For a Blob; in JSON, which has no bytes, for a text. ajv's own types can't tell a Blob from another object. */
export const bytesKeyword = "x-bytes";

export function defineBytesKeyword(ajv: Ajv.default): void {
  ajv.addKeyword({ keyword: bytesKeyword, errors: true, compile: bytes });
}

function bytes({ isNullable }: { isNullable: boolean }): DataValidateFunction {
  const validate: DataValidateFunction = (data: unknown, context) => {
    if (typeof data === "string" || data instanceof Blob || (isNullable && data === null)) return true;
    const instancePath = context?.instancePath ?? "";
    validate.errors = [
      { keyword: "type", instancePath, message: "must be string", params: { type: "string" } },
    ];
    return false;
  };
  return validate;
}
