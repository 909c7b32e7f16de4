import type { ErrorObject } from "ajv";
import { type ApiDocument, resolve, type Schema, targetOf } from "../../document/document.ts";
import type { Direction } from "../../document/schemas/closed-schema.ts";
import { hasInheritedNames } from "../../document/schemas/inherited-names.ts";
import { createAjv, type Formats, toViolations, type Violation } from "../ajv-factories.ts";
import { type AjvCompiler, createAjvCompiler, type Validate } from "./ajv-compiler.ts";
import { createEffort } from "./effort.ts";
import { createTranslation, type Translated } from "./translation.ts";

/** Reports the faults of a value; undefined when it is valid. */
export interface SchemaValidator {
  firstFault(value: unknown): Violation[] | undefined;
  /** Can cost far more than the first fault. */
  allFaults(value: unknown): Violation[] | undefined;
  /** Whether the value is valid apart from texts that an earlier version may have stored (`storedFormats`). */
  isValidAsStored(value: unknown): boolean;
  /** Compiles the reachable schemas that aren't compiled yet, one per step. */
  compileReferences(): Iterable<void>;
}

/** Compiles schemas of a document. Shared targets are compiled once. */
export interface SchemaCompiler {
  /**
   * Compiles a schema. The targets of references are compiled on first use, and so is the code that describes
   * faults, which is twice as long.
   * @throws if the schema can't be compiled
   */
  compile(schema: Schema): SchemaValidator;
  /** @throws if the schema, or one reachable from it, can't be compiled */
  assertCompiles(schema: Schema): void;
}

/**
 * What a validator reports about the faults of a value: only that there is one, the first, or all.
 * `stored` is `none` with the checks of `storedFormats`.
 */
type Reporting = "none" | "stored" | "first" | "all";

/**
 * A validator that describes faults takes longer per call because it collects the faults of every
 * alternative.
 */
const maxCalls = { deciding: 1_000_000, describing: 100_000 };

interface SchemaCompilerOptions {
  formats?: Formats | undefined;
  /**
   * Whether to limit how often validators call each other for one value. Required for values from untrusted
   * senders.
   */
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
    const isStored = reporting === "stored";
    const compiler =
      compilers[reporting] ??
      createAjvCompiler({
        ajv: createAjv(direction, {
          formats,
          allErrors: reporting === "all",
          isStored,
          ownProperties: hasInheritedNames(document),
        }),
        isSilent: reporting === "none" || isStored,
        translation,
        onCall,
      });
    compilers[reporting] = compiler;
    return compiler;
  };
  const reached = new Set<string>();
  const checked = new Set<string>();

  /** @param seen references to skip; references that are found are added */
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
        const describes = reporting === "first" || reporting === "all";
        effort.allow(describes ? maxCalls.describing : maxCalls.deciding);
        return validate(value);
      };
      // Compile immediately, so that an invalid schema is refused here.
      validators.none = compilerFor("none").compile(translated.schema);
      const faults = (value: unknown, reporting: Reporting): Violation[] | undefined => {
        const errors = errorsOf(value, "none").length === 0 ? [] : errorsOf(value, reporting);
        return errors.length === 0 ? undefined : toViolations(errors, value);
      };
      return {
        firstFault: (value) => faults(value, "first"),
        allFaults: (value) => faults(value, "all"),
        isValidAsStored: (value) => errorsOf(value, "stored").length === 0,
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
