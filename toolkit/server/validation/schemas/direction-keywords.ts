import type Ajv from "ajv";
import type {
  DataValidateFunction,
  DataValidationCxt,
  SchemaValidateFunction,
} from "ajv/dist/types/index.js";
import type { Direction } from "../ajv-factories.ts";

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

/** Where a value is that isn't part of another. */
const nowhere = { instancePath: "", parentData: {}, parentDataProperty: "" } as DataValidationCxt;
