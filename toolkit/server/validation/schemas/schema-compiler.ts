import type { ValidateFunction } from "ajv";
import type { ApiDocument, Schema } from "../../document/document.ts";
import { createVerdicts } from "../../document/schemas/verdicts.ts";
import { type Direction, type Formats, toViolations, type Violation } from "../ajv-factories.ts";
import { type AjvCompiler, createAjvCompiler } from "./ajv-compiler.ts";
import { createEffort } from "./effort.ts";
import type { Reporting } from "./reporting.ts";
import { createTranslation } from "./translation.ts";

/** Tells what is wrong with a value of a schema; undefined when it is valid. */
export interface SchemaValidator {
  firstFault(value: unknown): Violation[] | undefined;
  /** Can cost far more than the first fault. */
  allFaults(value: unknown): Violation[] | undefined;
  /** Compiles what the schema leads to by references and isn't compiled yet, a schema in each step. */
  compileReferences(): Iterable<void>;
}

/** Compiles schemas of a document. What several schemas refer to is compiled once. */
export interface SchemaCompiler {
  /**
   * Throws on a schema that can't be compiled. What it refers to is compiled when a value first has such a part; the code
   * that describes faults, which is twice as long, when a value first has one.
   */
  compile(schema: Schema): SchemaValidator;
  /** Throws where a schema, or one that it leads to by references, can't be compiled. */
  assertCompiles(schema: Schema): void;
}

/** A validator that describes faults takes longer for each call: it collects those of every alternative. */
const maxCalls = { deciding: 1_000_000, describing: 100_000 };

export interface SchemaCompilerOptions {
  formats?: Formats;
  /** Whether validators may call each other only so often for one value: somebody else may send any. */
  isBounded?: boolean;
}

export function createSchemaCompiler(
  document: ApiDocument,
  direction: Direction,
  { formats = {}, isBounded = false }: SchemaCompilerOptions = {},
): SchemaCompiler {
  const translation = createTranslation(document, direction);
  const verdicts = createVerdicts();
  const effort = createEffort();
  const onCall = isBounded ? effort.spend : () => {};
  const compilers: Partial<Record<Reporting, AjvCompiler>> = {};
  function compilerFor(reporting: Reporting): AjvCompiler {
    const compiler =
      compilers[reporting] ??
      createAjvCompiler({ direction, formats, reporting, translation, verdicts, onCall });
    compilers[reporting] = compiler;
    return compiler;
  }

  return {
    compile(schema) {
      const translated = translation.translate(schema);
      const isValid = compilerFor("none").compile(translated);
      const find: Partial<Record<Reporting, ValidateFunction>> = {};
      const faults = (value: unknown, reporting: Reporting): Violation[] | undefined => {
        const validate = find[reporting] ?? compilerFor(reporting).compile(translated);
        find[reporting] = validate;
        effort.allow(maxCalls.describing);
        verdicts.forget();
        return validate(value) ? undefined : toViolations(validate.errors ?? []);
      };
      const passes = (value: unknown): boolean => {
        effort.allow(maxCalls.deciding);
        verdicts.forget();
        return isValid(value);
      };
      return {
        firstFault: (value) => (passes(value) ? undefined : faults(value, "first")),
        allFaults: (value) => (passes(value) ? undefined : faults(value, "all")),
        compileReferences: () => compilerFor("none").compileReferences(translated),
      };
    },
    assertCompiles: (schema) => compilerFor("none").assertCompiles(translation.translate(schema)),
  };
}
