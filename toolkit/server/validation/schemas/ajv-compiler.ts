import type { Ajv, ErrorObject, ValidateFunction } from "ajv";
import type { Schema } from "../../document/document.ts";
import { getOrMake } from "../../document/get-or-make.ts";
import { defineBytesKeyword } from "./bytes-keyword.ts";
import type { Place } from "./define-check.ts";
import { defineFillKeywords } from "./fill-defaults.ts";
import { defineMultipleOf } from "./multiple-of-keyword.ts";
import { defineReference } from "./reference-keyword.ts";
import type { Translation } from "./translation.ts";
import { defineUnevaluated } from "./unevaluated-keywords.ts";
import { defineUniqueItems } from "./unique-items.ts";

/** What is wrong with a value; empty when it is valid. */
export type Validate = (value: unknown) => ErrorObject[];

export interface AjvCompiler {
  compile(schema: Schema | boolean): Validate;
  /** Compiles what a reference leads to, unless it is compiled. */
  compileTarget(ref: string): void;
  /** Throws where a schema can't be compiled. */
  assertCompiles(schema: Schema | boolean): void;
}

interface CompilerParts {
  /** An ajv of which the compiler makes its own. */
  ajv: Ajv;
  translation: Pick<Translation, "targetOf">;
  /** Whether nothing is said of an invalid value but that it is. Such code is half as long. */
  isSilent?: boolean;
  /** Is told of each value that a reference leads to. */
  onCall?: () => void;
}

/** Compiles schemas as a translation has them. */
export function createAjvCompiler({
  ajv,
  translation: { targetOf },
  isSilent = false,
  onCall = () => {},
}: CompilerParts): AjvCompiler {
  const compiled = new Map<unknown, ValidateFunction>();
  const compilePart = (schema: Schema | boolean): ValidateFunction => {
    // ajv writes no errors for what is within `if`.
    return getOrMake(compiled, schema, () => ajv.compile(isSilent ? { if: schema, else: false } : schema));
  };
  // Asked again at each level of a schema that contains itself, each would double the work.
  const verdicts = new Map<Schema, Map<unknown, boolean>>();
  const fits = (schema: Schema, value: unknown, place: Place): boolean => {
    const known = getOrMake(verdicts, schema, () => new Map<unknown, boolean>());
    return getOrMake(known, value, () => compilePart(schema)(value, place));
  };
  const compileTarget = (ref: string) => compilePart(targetOf(ref).schema);
  defineMultipleOf(ajv);
  defineUniqueItems(ajv);
  defineBytesKeyword(ajv);
  defineFillKeywords(ajv, compilePart);
  defineReference(ajv, compileTarget, onCall);
  defineUnevaluated(ajv, { fits, targetOf: (ref) => targetOf(ref).schema }, compilePart);
  return {
    compile(schema) {
      const validate = compilePart(schema);
      return (value) => {
        // The same object may have changed.
        verdicts.clear();
        return validate(value) ? [] : (validate.errors ?? []);
      };
    },
    compileTarget,
    assertCompiles(schema) {
      // To compile all schemas of a large document takes seconds. What JSON Schema allows can be compiled, and more.
      if (!ajv.validateSchema(schema)) compilePart(schema);
    },
  };
}
