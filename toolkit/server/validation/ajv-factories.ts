import type { ErrorObject, Format } from "ajv";
import { createRequestAjv, createResponseAjv } from "express-openapi-validator/dist/framework/ajv/index.js";
import {
  ajvErrorsToValidatorError,
  augmentAjvErrors,
} from "express-openapi-validator/dist/middlewares/util.js";
import { escapePointerPart } from "../document/references.ts";
import type { Direction } from "../document/schemas/closed-schema.ts";
import { regExp } from "../document/schemas/pattern-test.ts";
import { dateKeyword, defineDateKeyword } from "./schemas/date-keyword.ts";
import { defineDirectionKeyword } from "./schemas/direction-keywords.ts";

// The only file that names express-openapi-validator. Its middleware compiles every path pattern of the document at each
// request and looks at a response through `res.json`; what it is made of does neither: an ajv for requests and one for
// responses.

/** Formats by name, beside those of JSON Schema and OpenAPI. */
export type Formats = Record<string, Format>;

interface AjvOptions {
  formats?: Formats;
  allErrors?: boolean;
  /** Whether `constructor` and other names that every object inherits count only as an object's own. That takes longer. */
  ownProperties?: boolean;
}

/** An ajv for schemas of OpenAPI 3.1, of which `createAjvCompiler` makes a compiler. */
export function createAjv(
  direction: Direction,
  { formats = {}, allErrors = false, ownProperties = false }: AjvOptions = {},
) {
  const options = {
    allErrors,
    ownProperties,
    strict: false,
    strictNumbers: true,
    // Documents are checked at start.
    validateSchema: false,
    formats,
    // In its other mode, February has 31 days.
    ajvFormats: { mode: "full" as const },
    code: { regExp },
    // It would warn on the console of formats that it doesn't know.
    logger: false as const,
  };
  const document = { openapi: "3.1.1" } as unknown as Parameters<typeof createRequestAjv>[0];
  const ajv =
    direction === "request" ? createRequestAjv(document, options) : createResponseAjv(document, options);
  defineDirectionKeyword(ajv, direction);
  if (direction === "response") defineDateKeyword(ajv);
  return ajv;
}

/** One fault of a value: a path to it as it is shown to people, and what is wrong. */
export interface Violation {
  path: string;
  /** JSON pointer (RFC 6901) to the value, or to where it is missing. */
  pointer: string;
  /** The keyword that isn't met. */
  rule: string;
  message: string;
}

export function toViolations(errors: ErrorObject[]): Violation[] {
  const kept = augmentAjvErrors(errors);
  return ajvErrorsToValidatorError(400, kept).errors.map(({ path, message }, index) => {
    const { instancePath, params, keyword } = kept[index] as ErrorObject;
    const property = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
    const pointer =
      property === undefined ? instancePath : `${instancePath}/${escapePointerPart(String(property))}`;
    return { path, pointer, rule: keywords[keyword] ?? keyword, message };
  });
}

/** What stands in the place of a keyword. */
const keywords: Record<string, string> = { [dateKeyword]: "type" };
