import { _, type Ajv, type ErrorObject, str } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import ucs2length from "ajv/dist/runtime/ucs2length.js";
import { validateUnion } from "ajv/dist/vocabularies/code.js";
import { escapePointerPart, pointerParts } from "../document/references.ts";
import { regExp } from "../document/schemas/pattern-test.ts";
import { dateKeyword } from "./schemas/date-keyword.ts";
import { inexactMessage } from "./schemas/exact-integers.ts";
import { createFindFormat, type FindFormat } from "./schemas/format-test.ts";
import type { Reporting } from "./schemas/part-compiler.ts";

interface AjvOptions {
  findFormat?: FindFormat;
  reporting?: Reporting;
  /**
   * Whether names that every object inherits, such as `constructor`, count only as own properties. This check
   * is slower.
   */
  ownProperties?: boolean;
  /** Whether the validators are written out. */
  isWritten?: boolean;
}

/** Creates an ajv for OpenAPI 3.1 schemas, to pass to `ajvMaker`. */
export function createAjv({
  findFormat,
  reporting = "none",
  ownProperties = false,
  isWritten = false,
}: AjvOptions = {}) {
  const ajv = new Ajv2020({
    allErrors: reporting === "all",
    ownProperties,
    strict: false,
    strictNumbers: true,
    // Documents are checked at startup.
    validateSchema: false,
    code: { regExp, source: isWritten },
    // ajv would log unknown formats to the console.
    logger: false,
  });
  const isStored = reporting === "stored";
  addFormatKeyword(ajv, findFormat ?? createFindFormat({}, isStored));
  for (const keyword of ["maxLength", "minLength"]) addLengthKeyword(ajv, keyword);
  // Alternatives may differ only in their formats, which are no longer checked.
  if (isStored) {
    ajv.removeKeyword("oneOf");
    ajv.addKeyword({ keyword: "oneOf", schemaType: "array", trackErrors: true, code: validateUnion });
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
  return errors.map(({ instancePath, params, keyword, message = "" }) => {
    const property = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
    const isInexact = keyword === "type" && isInexactNumber(params.type, valueAt(value, instancePath));
    const within = (name: string) => (property === undefined ? instancePath : `${instancePath}/${name}`);
    return {
      path: within(String(property)),
      pointer: within(escapePointerPart(String(property))),
      rule: keywords[keyword] ?? keyword,
      message: isInexact ? inexactMessage : message + allowedIn(params.allowedValues),
    };
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

/** The allowed values of `enum`, as JSON. */
function allowedIn(values: unknown): string {
  return Array.isArray(values) ? `: ${values.map((one) => JSON.stringify(one)).join(", ")}` : "";
}

/** The standard keyword to report in place of one of our own. */
const keywords: Record<string, string> = { [dateKeyword]: "type" };

/** Replaces `format`, so that written validators find formats by their names. */
function addFormatKeyword(ajv: Ajv, findFormat: FindFormat): void {
  ajv.removeKeyword("format");
  ajv.addKeyword({
    keyword: "format",
    type: ["number", "string"],
    schemaType: "string",
    error: {
      message: ({ schemaCode }) => str`must match format "${schemaCode}"`,
      params: ({ schemaCode }) => _`{format: ${schemaCode}}`,
    },
    code(cxt, type = "string") {
      const { gen, data, schema } = cxt;
      const ref = findFormat(schema, type);
      if (!ref) return;
      const key = `${type} ${schema}`;
      const test = gen.scopeValue("formats", { key, ref, code: _`format(${schema}, ${type})` });
      cxt.pass(_`${test}(${data})`);
    },
  });
}

/** Replaces `maxLength` or `minLength`: characters are counted only where the number of UTF-16 code units leaves it open. */
function addLengthKeyword(ajv: Ajv, keyword: string): void {
  const isMax = keyword === "maxLength";
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword,
    type: "string",
    schemaType: "number",
    // A text that is far too long must not be matched.
    before: "pattern",
    error: {
      message: ({ schemaCode }) =>
        str`must NOT have ${isMax ? "more" : "fewer"} than ${schemaCode} characters`,
      params: ({ schemaCode }) => _`{limit: ${schemaCode}}`,
    },
    code(cxt) {
      const { gen, data, schema } = cxt;
      const ref = ucs2length.default ?? ucs2length;
      // As ajv writes it out, which written validators import.
      const code = _`require("ajv/dist/runtime/ucs2length").default`;
      const count = _`${gen.scopeValue("func", { ref, code })}(${data})`;
      // A character has one code unit or two.
      cxt.fail(
        isMax
          ? _`${data}.length > ${schema} && ${count} > ${schema}`
          : _`${data}.length < ${2 * schema} && ${count} < ${schema}`,
      );
    },
  });
}
