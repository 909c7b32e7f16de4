import type { ApiDocument, Parameter } from "@counterpart/server/document/document";
import type { Arbitrary } from "fast-check";
import type { KnownValues } from "../../samples/known.ts";
import { parameterValues } from "../../samples/parameter-values.ts";
import type { Candidate } from "../broken/candidate.ts";
import { waysToBreak } from "../broken/negatives.ts";

/** A parameter and the values that can be sent in it. */
export interface CompiledParameter {
  parameter: Parameter;
  /** Whether the server applies a default if it isn't sent. */
  hasDefault: boolean;
  /** Whether a value can be sent and is valid. */
  isValid: (value: unknown) => boolean;
  /** Throws Unreachable when no value can be sent. */
  values: () => Arbitrary<unknown>;
  negatives: Candidate[];
}

/** Generators are built on first use: a large document has more parameters than a run needs. */
export function compileParameter(
  document: ApiDocument,
  parameter: Parameter,
  known: KnownValues<never>,
): CompiledParameter {
  const { schema, compiler, read, canBeSent, isValid, values } = parameterValues(document, parameter, {
    known,
  });
  const { hasDefault } = compiler.flat(schema);
  return {
    parameter,
    hasDefault,
    isValid,
    values,
    negatives: waysToBreak(compiler, schema, read, canBeSent),
  };
}
