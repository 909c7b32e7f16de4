import { type ApiDocument, resolve, type Schema, targetOf } from "../document/document.ts";
import { createAjv, type Direction, type Formats, toViolations, type Violation } from "./ajv-factories.ts";
import { type Translation, toValidatorSchema } from "./validator-schema.ts";

/** Finds what is wrong with a value; undefined when it is valid. */
export type Validate = (value: unknown) => Violation[] | undefined;

/** Compiles schemas of a document. What several schemas refer to is compiled once. */
export interface SchemaCompiler {
  /** Throws on a schema that has faults. */
  compile(schema: Schema): Validate;
  /** Why a schema can't be compiled, and where in it; undefined when it can. */
  faultOf(schema: Schema): Violation | undefined;
}

export function createSchemaCompiler(
  document: ApiDocument,
  direction: Direction,
  formats: Formats = {},
): SchemaCompiler {
  const ajv = createAjv(direction, formats);
  // ajv reads a key as a URI; what is in a reference may be none.
  const keys = new Map<string, string>();
  const translation: Translation = {
    direction,
    keyOf(ref) {
      const known = keys.get(ref);
      if (known !== undefined) return known;
      const key = `schema-${keys.size}`;
      keys.set(ref, key);
      ajv.addSchema(toValidatorSchema(targetOf(document, ref), translation), key);
      return key;
    },
    resolve: (schema) => resolve(document, schema),
  };
  return {
    compile(schema) {
      const validate = ajv.compile(toValidatorSchema(schema, translation));
      return (value) => (validate(value) ? undefined : toViolations(validate.errors ?? []));
    },
    faultOf(schema) {
      const translated = toValidatorSchema(schema, translation);
      // To compile all schemas of a large document takes seconds. What JSON Schema allows can be compiled, and more.
      if (ajv.validateSchema(translated)) return undefined;
      const [{ instancePath = "" } = {}] = ajv.errors ?? [];
      try {
        ajv.compile(translated);
        return undefined;
      } catch (error) {
        return { path: instancePath, message: (error as Error).message };
      }
    },
  };
}
