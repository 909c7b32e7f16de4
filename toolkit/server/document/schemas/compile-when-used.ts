import type Ajv from "ajv";
import type {
  AnySchema,
  AnyValidateFunction,
  DataValidationCxt,
  ValidateFunction,
} from "ajv/dist/types/index.js";

/**
 * Lets references to a schema of an ajv lead to a function that compiles the schema when a value first comes to it. ajv
 * itself compiles a schema together with all that can be reached from it: of a large document that is up to a hundred
 * others, of which a value has a few.
 * @returns compiles the schema, unless it is compiled
 * @param ready returns the schema to compile, once everything that it refers to is known to the ajv
 * @param onCall is told of each value
 */
export function compileWhenUsed(
  ajv: Ajv.default,
  key: string,
  ready: () => AnySchema,
  onCall = () => {},
): () => void {
  const schema = ajv.schemas[key];
  if (!schema) throw new Error(`There is no schema ${key}.`);
  let compiled: ValidateFunction | undefined;
  const compile = (): ValidateFunction => {
    compiled ??= ajv.compile(ready());
    return compiled;
  };
  const validate = (data: unknown, context?: DataValidationCxt): boolean => {
    onCall();
    const target = compile();
    const isValid = target(data, context);
    // ajv's code reads them from the function that it calls.
    validate.errors = target.errors;
    return isValid;
  };
  validate.errors = undefined as AnyValidateFunction["errors"];
  schema.validate = validate as never;
  return compile;
}
