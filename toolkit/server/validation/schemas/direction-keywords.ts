import type { Ajv } from "ajv";
import type { Direction } from "../../document/schemas/closed-schema.ts";
import { isObject } from "../../document/walk.ts";
import { defineCheck } from "./define-check.ts";

/**
 * Replaces express-openapi-validator's `readOnly` or `writeOnly` with a version that accepts null and whole
 * bodies.
 */
export function defineDirectionKeyword(ajv: Ajv, direction: Direction): void {
  const [keyword, message] =
    direction === "request" ? ["readOnly", "is read-only"] : ["writeOnly", "is write-only"];
  defineCheck(ajv, { keyword }, (isMarked: unknown) => {
    if (isMarked !== true) return undefined;
    return (value, { instancePath, parentData, parentDataProperty }) => {
      const isProperty = isObject(parentData) && !isWhole(instancePath);
      if (value === null || value === undefined || !isProperty) return undefined;
      return [{ message, params: { [keyword]: parentDataProperty } }];
    };
  });
}

/** Whether the path points to a whole body, item, header or parameter. */
function isWhole(instancePath: string): boolean {
  return /^\/((body|item|value)|(path|query|headers|cookies)\/[^/]*)$/.test(instancePath);
}
