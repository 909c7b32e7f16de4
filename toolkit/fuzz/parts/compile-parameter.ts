import type { Arbitrary } from "fast-check";
import type { ApiDocument, Parameter } from "../../document/document.ts";
import type { KnownValues } from "../../samples/known.ts";
import { parameterValues } from "../../samples/parameter-values.ts";
import { type Negatives, negatives } from "../broken/negatives.ts";

/** A parameter with what can be sent in it. */
export interface CompiledParameter {
  parameter: Parameter;
  values: Arbitrary<unknown>;
  negatives: Negatives;
}

/** Throws Unreachable when no value can be made that could be sent. */
export function compileParameter(
  document: ApiDocument,
  parameter: Parameter,
  known: KnownValues<never>,
): CompiledParameter {
  const { schema, compiler, read, canBeSent, values } = parameterValues(document, parameter, { known });
  return { parameter, values: values(), negatives: negatives(compiler, schema, read, canBeSent) };
}
