import { isObject } from "../../walk.ts";

/** The values that a schema keyword may have. */
interface KeywordRule {
  allows(value: unknown): boolean;
  /** Describes them, as in "a number". */
  expected: string;
}

const count: KeywordRule = {
  allows: (value) => Number.isInteger(value) && (value as number) >= 0,
  expected: "a whole number from 0",
};
const number: KeywordRule = { allows: (value) => typeof value === "number", expected: "a number" };
const boolean: KeywordRule = { allows: (value) => typeof value === "boolean", expected: "true or false" };
const text: KeywordRule = { allows: (value) => typeof value === "string", expected: "a text" };
const list: KeywordRule = {
  allows: (value) => Array.isArray(value) && value.length > 0,
  expected: "a list that isn't empty",
};

/** A boolean is OpenAPI 3.0's form, in documents of any version; `upgradeSchema` converts it. */
const bound: KeywordRule = {
  allows: (value) => typeof value === "number" || typeof value === "boolean",
  expected: "a number",
};

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

/** The keywords whose values a validator relies on, except `type` and those that contain schemas. */
export const keywordRules: Record<string, KeywordRule> = {
  $ref: text,
  allOf: list,
  anyOf: list,
  dependentRequired: {
    allows: (value) => isObject(value) && Object.values(value).every(isTextList),
    expected: "an object of lists of names",
  },
  discriminator: {
    allows: (value) => typeof (value as { propertyName?: unknown } | null)?.propertyName === "string",
    expected: "an object with `propertyName`",
  },
  enum: list,
  exclusiveMaximum: bound,
  exclusiveMinimum: bound,
  format: text,
  maxContains: count,
  maximum: number,
  maxItems: count,
  maxLength: count,
  maxProperties: count,
  minContains: count,
  minimum: number,
  minItems: count,
  minLength: count,
  minProperties: count,
  multipleOf: { allows: (value) => typeof value === "number" && value > 0, expected: "a number above 0" },
  nullable: boolean,
  oneOf: list,
  pattern: text,
  prefixItems: list,
  readOnly: boolean,
  required: { allows: isTextList, expected: "a list of property names" },
  uniqueItems: boolean,
  writeOnly: boolean,
};
