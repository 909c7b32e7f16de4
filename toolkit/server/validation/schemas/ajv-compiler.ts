import type { Ajv, ErrorObject, ValidateFunction } from "ajv";
import type { Schema } from "../../document/document.ts";
import { getOrMake } from "../../document/get-or-make.ts";
import { defineBytesKeyword } from "./bytes-keyword.ts";
import type { Place } from "./define-check.ts";
import { defineFillKeywords } from "./fill-defaults.ts";
import { defineMemberKeywords } from "./member-keywords.ts";
import { defineMultipleOf } from "./multiple-of-keyword.ts";
import { defineReference } from "./reference-keyword.ts";
import type { Translation } from "./translation.ts";
import { defineUnevaluated } from "./unevaluated-keywords.ts";
import { defineUnions } from "./union-keywords.ts";
import { defineUniqueItems } from "./unique-items.ts";

/** Returns the faults of a value; empty when it is valid. */
export type Validate = (value: unknown) => ErrorObject[];

export interface AjvCompiler {
  compile(schema: Schema | boolean): Validate;
  /** Compiles the target of a reference unless it is compiled already. */
  compileTarget(ref: string): void;
  /** @throws if a schema can't be compiled */
  assertCompiles(schema: Schema | boolean): void;
}

interface CompilerParts {
  /** The compiler adds its keywords to this ajv, so it can't be shared. */
  ajv: Ajv;
  translation: Pick<Translation, "targetOf">;
  /** Whether validators report only that a value is invalid. Their code is half as long. */
  isSilent?: boolean;
  /** Called for each value that is checked against the target of a reference. */
  onCall?: () => void;
}

/** Compiles schemas that a translation returns. */
export function createAjvCompiler({
  ajv,
  translation: { targetOf },
  isSilent = false,
  onCall = () => {},
}: CompilerParts): AjvCompiler {
  const compiled = new Map<unknown, ValidateFunction>();
  const compilePart = (schema: Schema | boolean): ValidateFunction => {
    // ajv collects no errors inside `if`.
    return getOrMake(compiled, schema, () => ajv.compile(isSilent ? { if: schema, else: false } : schema));
  };
  // Recursive schemas ask for the same verdict again at each level. Without this cache, the work doubles per
  // level.
  const verdicts = new Map<Schema, Map<unknown, boolean>>();
  const fits = (schema: Schema, value: unknown, place: Place): boolean => {
    const known = getOrMake(verdicts, schema, () => new Map<unknown, boolean>());
    return getOrMake(known, value, () => compilePart(schema)(value, place));
  };
  const compileTarget = (ref: string) => compilePart(targetOf(ref).schema);
  defineMultipleOf(ajv);
  defineUniqueItems(ajv);
  defineBytesKeyword(ajv);
  if (!isSilent) defineUnions(ajv, compilePart);
  defineMemberKeywords(ajv, compilePart);
  defineFillKeywords(ajv, compilePart);
  defineReference(ajv, compileTarget, onCall);
  defineUnevaluated(ajv, { fits, targetOf: (ref) => targetOf(ref).schema }, compilePart);
  return {
    compile(schema) {
      const validate = compilePart(schema);
      return (value) => {
        // The same object may have changed since the last call.
        verdicts.clear();
        return validate(value) ? [] : (validate.errors ?? []);
      };
    },
    compileTarget,
    assertCompiles(schema) {
      // Compiling all schemas of a large document takes seconds. Schemas that the meta-schema accepts always
      // compile, so only the others are tried.
      if (!ajv.validateSchema(schema)) compilePart(schema);
    },
  };
}
