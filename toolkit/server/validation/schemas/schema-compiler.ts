import type { ErrorObject } from "ajv";
import { type ApiDocument, resolve, type Schema, targetOf } from "../../document/document.ts";
import type { Direction } from "../../document/schemas/closed-schema.ts";
import { hasInheritedNames } from "../../document/schemas/inherited-names.ts";
import { createAjv, type Formats, toViolations, type Violation } from "../ajv-factories.ts";
import { type AjvCompiler, createAjvCompiler, type Validate } from "./ajv-compiler.ts";
import { createEffort } from "./effort.ts";
import { createTranslation, type Translated } from "./translation.ts";

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

/** What a validator says of the faults of a value: only that there is one, the first, or all. */
type Reporting = "none" | "first" | "all";

/** A validator that describes faults takes longer for each call: it collects those of every alternative. */
const maxCalls = { deciding: 1_000_000, describing: 100_000 };

interface SchemaCompilerOptions {
  formats?: Formats;
  /** Whether validators may call each other only so often for one value: somebody else may send any. */
  isBounded?: boolean;
}

export function createSchemaCompiler(
  document: ApiDocument,
  direction: Direction,
  { formats = {}, isBounded = false }: SchemaCompilerOptions = {},
): SchemaCompiler {
  const translation = createTranslation({
    targetOf: (ref) => targetOf(document, ref),
    resolve: (one) => resolve(document, one),
    direction,
  });
  const effort = createEffort();
  const onCall = isBounded ? effort.spend : () => {};
  const compilers: Partial<Record<Reporting, AjvCompiler>> = {};
  const compilerFor = (reporting: Reporting): AjvCompiler => {
    const compiler =
      compilers[reporting] ??
      createAjvCompiler({
        ajv: createAjv(direction, {
          formats,
          allErrors: reporting === "all",
          ownProperties: hasInheritedNames(document),
        }),
        isSilent: reporting === "none",
        translation,
        onCall,
      });
    compilers[reporting] = compiler;
    return compiler;
  };
  const reached = new Set<string>();
  const checked = new Set<string>();

  /** @param seen references that are left out; gets those that are found */
  function* reachable({ refs }: Translated, seen: Set<string>): Iterable<string> {
    for (const ref of refs) {
      if (seen.has(ref)) continue;
      seen.add(ref);
      yield ref;
      yield* reachable(translation.targetOf(ref), seen);
    }
  }

  return {
    compile(given) {
      const translated = translation.translate(given);
      const validators: Partial<Record<Reporting, Validate>> = {};
      const errorsOf = (value: unknown, reporting: Reporting): ErrorObject[] => {
        const validate = validators[reporting] ?? compilerFor(reporting).compile(translated.schema);
        validators[reporting] = validate;
        effort.allow(reporting === "none" ? maxCalls.deciding : maxCalls.describing);
        return validate(value);
      };
      // At once, so that a schema is refused that can't be compiled.
      validators.none = compilerFor("none").compile(translated.schema);
      const faults = (value: unknown, reporting: Reporting): Violation[] | undefined => {
        const errors = errorsOf(value, "none").length === 0 ? [] : errorsOf(value, reporting);
        return errors.length === 0 ? undefined : toViolations(errors);
      };
      return {
        firstFault: (value) => faults(value, "first"),
        allFaults: (value) => faults(value, "all"),
        *compileReferences() {
          for (const ref of reachable(translated, reached)) {
            compilerFor("none").compileTarget(ref);
            yield;
          }
        },
      };
    },
    assertCompiles(given) {
      const translated = translation.translate(given);
      const { assertCompiles } = compilerFor("none");
      assertCompiles(translated.schema);
      for (const ref of reachable(translated, checked)) assertCompiles(translation.targetOf(ref).schema);
    },
  };
}
