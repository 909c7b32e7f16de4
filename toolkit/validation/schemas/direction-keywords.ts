import type Ajv from "ajv";
import type {
  DataValidateFunction,
  DataValidationCxt,
  SchemaValidateFunction,
} from "ajv/dist/types/index.js";
import type { Direction } from "../ajv-factories.ts";

/** Writes a value as the text that is sent. */
export interface Serializer {
  serialize(value: unknown): unknown;
}

/**
 * Gives an ajv keywords of our own in the place of express-openapi-validator's, whose functions keep all of what ajv
 * generates code with in memory: half a megabyte for each schema of a large document.
 */
export function defineDirectionKeywords(ajv: Ajv.default, direction: Direction): void {
  const [marker, message] =
    direction === "request" ? ["readOnly", "is read-only"] : ["writeOnly", "is write-only"];
  ajv.removeKeyword(marker);
  ajv.addKeyword({
    keyword: marker,
    errors: true,
    compile: (marked: unknown) => (marked === true ? absent(marker, message) : accept),
  });
  if (direction === "request") return;
  ajv.removeKeyword("x-eov-res-serdes");
  ajv.addKeyword({
    keyword: "x-eov-res-serdes",
    modifying: true,
    errors: true,
    before: "x-eov-type",
    compile: serialized,
  });
}

const accept: SchemaValidateFunction = () => true;

/** Valid where there is nothing, or null, and where the value isn't a property: it is read-only in that role alone. */
function absent(keyword: string, message: string): DataValidateFunction {
  const validate: DataValidateFunction = (data: unknown, context = nowhere) => {
    const { instancePath, parentData, parentDataProperty } = context;
    if (data === null || data === undefined || Array.isArray(parentData) || isWhole(instancePath))
      return true;
    validate.errors = [{ keyword, instancePath, message, params: { [keyword]: parentDataProperty } }];
    return false;
  };
  return validate;
}

/** Whether a value is a whole body, item, header or parameter. */
function isWhole(instancePath: string): boolean {
  return /^\/((body|item|value)|(path|query|headers|cookies)\/[^/]*)$/.test(instancePath);
}

/** Replaces a value that isn't a text yet by its text. */
function serialized(serializer: Serializer): DataValidateFunction {
  const validate: DataValidateFunction = (data: unknown, context = nowhere) => {
    if (typeof data === "string") return true;
    try {
      context.parentData[context.parentDataProperty] = serializer.serialize(data);
      return true;
    } catch {
      const { instancePath } = context;
      validate.errors = [{ keyword: "serdes", instancePath, message: "format is invalid", params: {} }];
      return false;
    }
  };
  return validate;
}

/** Where a value is that isn't part of another. */
const nowhere = { instancePath: "", parentData: {}, parentDataProperty: "" } as DataValidationCxt;
