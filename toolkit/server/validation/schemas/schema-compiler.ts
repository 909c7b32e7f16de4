import type { Ajv, ErrorObject } from "ajv";
import { type ApiDocument, resolve, type Schema, targetOf } from "../../document/document.ts";
import type { Direction } from "../../document/schemas/closed-schema.ts";
import { hasInheritedNames } from "../../document/schemas/inherited-names.ts";
import { createAjv, toViolations, type Violation } from "../ajv-factories.ts";
import { ajvMaker } from "./ajv-maker.ts";
import { createFindFormat, type Formats } from "./format-test.ts";
import {
  createPartCompiler,
  isSilent,
  type Maker,
  type PartCompiler,
  type Reporting,
  type Validate,
} from "./part-compiler.ts";
import { createTranslation, type Translated } from "./translation.ts";
import { type WrittenValidators, writtenMaker } from "./written-validators.ts";

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

export type SchemaCompiler = ReturnType<typeof createSchemaCompiler>;

/**
 * A validator that describes faults takes longer per call because it collects the faults of every
 * alternative.
 */
const maxCalls = { deciding: 1_000_000, describing: 100_000 };

interface SchemaCompilerOptions {
  formats?: Formats | undefined;
  /** Validators to use instead of compiling. */
  written?: WrittenValidators | undefined;
  /**
   * Whether to limit how often validators call each other for one value. Required for values from untrusted
   * senders.
   */
  isBounded?: boolean;
}

/** Compiles schemas of a document. Shared targets are compiled once. */
export function createSchemaCompiler(
  document: ApiDocument,
  direction: Direction,
  { formats = {}, written, isBounded = false }: SchemaCompilerOptions = {},
) {
  const translation = createTranslation({
    targetOf: (ref) => targetOf(document, ref),
    resolve: (one) => resolve(document, one),
    direction,
  });
  const effort = createEffort();
  const onCall = isBounded ? effort.spend : () => {};
  const findFormatFor = (reporting: Reporting) => createFindFormat(formats, reporting === "stored");
  const ajvs: Partial<Record<Reporting, Ajv>> = {};
  const ownProperties = hasInheritedNames(document);
  const ajvFor = (reporting: Reporting): Ajv => {
    ajvs[reporting] ??= createAjv({ findFormat: findFormatFor(reporting), reporting, ownProperties });
    return ajvs[reporting];
  };
  const compilers: Partial<Record<Reporting, PartCompiler>> = {};
  const compilerFor = (reporting: Reporting): PartCompiler => {
    const otherwise: Maker = (keywords) => ajvMaker(ajvFor(reporting), reporting)(keywords);
    const findFormat = findFormatFor(reporting);
    const maker = written
      ? writtenMaker({ written: written[direction], reporting, findFormat, ownProperties, otherwise })
      : otherwise;
    compilers[reporting] ??= createPartCompiler(maker, { translation, direction, reporting, onCall });
    return compilers[reporting];
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
    /**
     * Compiles a schema. The targets of references are compiled on first use, and so is the code that describes
     * faults, which is twice as long.
     * @throws if the schema can't be compiled
     */
    compile(given: Schema): SchemaValidator {
      const translated = translation.translate(given);
      const validators: Partial<Record<Reporting, Validate>> = {};
      const errorsOf = (value: unknown, reporting: Reporting): ErrorObject[] => {
        const validate = validators[reporting] ?? compilerFor(reporting).compile(translated.schema);
        validators[reporting] = validate;
        effort.allow(isSilent(reporting) ? maxCalls.deciding : maxCalls.describing);
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
    /** @throws if the schema, or one reachable from it, can't be compiled */
    assertCompiles(given: Schema): void {
      const translated = translation.translate(given);
      const assertCompiles = (schema: Schema | boolean): void => {
        // Compiling all schemas of a large document takes seconds. Schemas that the meta-schema accepts always
        // compile, so only the others are tried.
        if (!ajvFor("none").validateSchema(schema)) compilerFor("none").compile(schema);
      };
      assertCompiles(translated.schema);
      for (const ref of reachable(translated, checked)) assertCompiles(translation.targetOf(ref).schema);
    },
  };
}

/** Thrown for a value that makes validators call each other far more often than its size warrants. */
export class TooComplex extends Error {}

/**
 * Limits how often validators may call each other for one value: they try all alternatives at every level of a recursive
 * schema, so an invalid value of 300 bytes could take hours. Ordinary values stay far below the limits.
 */
function createEffort() {
  let left = Number.POSITIVE_INFINITY;
  return {
    /** Sets the number of calls that remain. */
    allow(calls: number): void {
      left = calls;
    },
    /**
     * Counts a call.
     * @throws TooComplex if there were too many
     */
    spend(): void {
      if (--left < 0) throw new TooComplex("The value is too complex to be validated.");
    },
  };
}
