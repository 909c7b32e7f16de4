import type { ErrorObject, Format } from "ajv";
import { createRequestAjv, createResponseAjv } from "express-openapi-validator/dist/framework/ajv/index.js";
import {
  ajvErrorsToValidatorError,
  augmentAjvErrors,
} from "express-openapi-validator/dist/middlewares/util.js";
import { escapePointerPart, pointerParts } from "../document/references.ts";
import type { Direction } from "../document/schemas/closed-schema.ts";
import { formats, storedFormats } from "../document/schemas/formats.ts";
import { regExp } from "../document/schemas/pattern-test.ts";
import { dateKeyword, defineDateKeyword } from "./schemas/date-keyword.ts";
import { defineDirectionKeyword } from "./schemas/direction-keywords.ts";
import { inexactMessage } from "./schemas/exact-integers.ts";

// The only file that imports from express-openapi-validator. It uses the package's two ajv factories and not
// its middleware, which compiles every path pattern per request and intercepts `res.json`.

/** Custom formats by name, in addition to those of JSON Schema and OpenAPI. */
export type Formats = Record<string, Format>;

interface AjvOptions {
  formats?: Formats;
  allErrors?: boolean;
  /** Whether texts may be as an earlier version stored them (`storedFormats`). `formats` are always checked. */
  isStored?: boolean;
  /**
   * Whether names that every object inherits, such as `constructor`, count only as own properties. This check
   * is slower.
   */
  ownProperties?: boolean;
}

/** Creates an ajv for OpenAPI 3.1 schemas, to pass to `createAjvCompiler`. */
export function createAjv(
  direction: Direction,
  { formats: own = {}, allErrors = false, isStored = false, ownProperties = false }: AjvOptions = {},
) {
  const options = {
    allErrors,
    ownProperties,
    strict: false,
    strictNumbers: true,
    // Documents are checked at startup.
    validateSchema: false,
    formats: { ...(isStored ? storedFormats : formats), ...own },
    code: { regExp },
    // ajv would log unknown formats to the console.
    logger: false as const,
  };
  const document = { openapi: "3.1.1" } as unknown as Parameters<typeof createRequestAjv>[0];
  const ajv =
    direction === "request" ? createRequestAjv(document, options) : createResponseAjv(document, options);
  defineDirectionKeyword(ajv, direction);
  if (direction === "response") defineDateKeyword(ajv);
  // Alternatives may differ only in their formats, which are no longer checked.
  if (isStored) {
    ajv.removeKeyword("oneOf");
    ajv.addKeyword({ keyword: "oneOf", macro: (anyOf: object[]) => ({ anyOf }) });
  }
  return ajv;
}

/** One fault of a value. The path is the human-readable form of the pointer. */
export interface Violation {
  path: string;
  /** JSON pointer (RFC 6901) to the value, or to the missing member. */
  pointer: string;
  /** The keyword that the value violates. */
  rule: string;
  message: string;
}

/** @param value in which the errors are */
export function toViolations(errors: ErrorObject[], value: unknown): Violation[] {
  const kept = augmentAjvErrors(errors.map(withValuesAsJson));
  return ajvErrorsToValidatorError(400, kept).errors.map(({ path, message: given }, index) => {
    const { instancePath, params, keyword } = kept[index] as ErrorObject;
    const isInexact = keyword === "type" && isInexactNumber(params.type, valueAt(value, instancePath));
    const message = isInexact ? inexactMessage : given;
    const property = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
    const pointer =
      property === undefined ? instancePath : `${instancePath}/${escapePointerPart(String(property))}`;
    return { path, pointer, rule: keywords[keyword] ?? keyword, message };
  });
}

/** Integers in URLs, headers and forms that would be rounded stay text. */
function isInexactNumber(type: unknown, value: unknown): boolean {
  const isNumeric = [type].flat().some((one) => one === "integer" || one === "number");
  if (!isNumeric || typeof value !== "string") return false;
  return /^-?[1-9]\d*$/.test(value) && !Number.isSafeInteger(Number(value));
}

function valueAt(value: unknown, pointer: string): unknown {
  return pointerParts(`#${pointer}`).reduce<unknown>((one, name) => Object(one)[name], value);
}

/** The allowed values of `enum`, as JSON in the message. */
function withValuesAsJson(error: ErrorObject): ErrorObject {
  const { allowedValues } = error.params;
  if (!Array.isArray(allowedValues)) return error;
  return { ...error, params: { allowedValues: allowedValues.map((one) => JSON.stringify(one)) } };
}

/** The standard keyword to report in place of one of our own. */
const keywords: Record<string, string> = { [dateKeyword]: "type" };
