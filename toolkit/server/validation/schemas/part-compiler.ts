import type { ErrorObject, ValidateFunction } from "ajv";
import type { Schema } from "../../document/document.ts";
import { getOrMake } from "../../document/get-or-make.ts";
import type { Direction } from "../../document/schemas/closed-schema.ts";
import type { CheckKeyword, Place } from "./check-keyword.ts";
import { dateText } from "./date-keyword.ts";
import { fills } from "./fill-defaults.ts";
import { members } from "./member-keywords.ts";
import { reference } from "./reference-keyword.ts";
import type { Translation } from "./translation.ts";
import { unevaluated } from "./unevaluated-keywords.ts";
import { unions } from "./union-keywords.ts";
import { bytes, directionKeyword, multipleOf, uniqueItems } from "./value-keywords.ts";

/** Returns the faults of a value; empty when it is valid. */
export type Validate = (value: unknown) => ErrorObject[];

export type PartCompiler = ReturnType<typeof createPartCompiler>;

/** Makes the validator of a schema that uses the keywords. */
export type Maker = (keywords: CheckKeyword[]) => (schema: Schema | boolean) => ValidateFunction;

/**
 * What a validator reports about the faults of a value: only that there is one, the first, or all.
 * `stored` is `none` with the checks of `storedFormats`.
 */
export type Reporting = "none" | "stored" | "first" | "all";

/** Whether validators report only that a value is invalid. Their code is half as long. */
export function isSilent(reporting: Reporting): boolean {
  return reporting === "none" || reporting === "stored";
}

interface PartCompilerOptions {
  translation: Pick<Translation, "targetOf">;
  /** Undefined for schemas without a direction. */
  direction?: Direction | undefined;
  reporting: Reporting;
  /** Called for each value that is checked against the target of a reference. */
  onCall?: () => void;
}

/** Compiles schemas that a translation returns, and their parts when a value reaches them, each once. */
export function createPartCompiler(
  maker: Maker,
  { translation: { targetOf }, direction, reporting, onCall = () => {} }: PartCompilerOptions,
) {
  const compiled = new Map<unknown, ValidateFunction>();
  const compilePart = (schema: Schema | boolean): ValidateFunction =>
    getOrMake(compiled, schema, () => make(schema));
  // Recursive schemas ask for the same verdict again at each level. Without this cache, the work doubles per
  // level.
  const verdicts = new Map<Schema, Map<unknown, boolean>>();
  const fits = (schema: Schema, value: unknown, place: Place): boolean => {
    const known = getOrMake(verdicts, schema, () => new Map<unknown, boolean>());
    return getOrMake(known, value, () => compilePart(schema)(value, place));
  };
  const compileTarget = (ref: string) => compilePart(targetOf(ref).schema);
  const reportsAll = reporting === "all";
  const make = maker([
    ...(direction === undefined ? [] : [directionKeyword(direction)]),
    ...(direction === "response" ? [dateText] : []),
    multipleOf,
    uniqueItems,
    bytes,
    ...(isSilent(reporting) ? [] : unions(compilePart)),
    ...members(compilePart, reportsAll),
    ...fills(compilePart),
    reference(compileTarget, onCall),
    ...unevaluated({ fits, targetOf: (ref) => targetOf(ref).schema }, compilePart, reportsAll),
  ]);
  return {
    compile(schema: Schema | boolean): Validate {
      const validate = compilePart(schema);
      return (value) => {
        // The same object may have changed since the last call.
        verdicts.clear();
        return validate(value) ? [] : (validate.errors ?? []);
      };
    },
    /** Compiles the target of a reference unless it is compiled already. */
    compileTarget,
  };
}
