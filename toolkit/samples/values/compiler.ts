import type { Arbitrary } from "fast-check";
import type { Schema } from "../../document/document.ts";
import type { Validate } from "../../document/schemas/compile-schema.ts";
import type { KnownValues } from "../known.ts";
import type { Flat } from "./flat.ts";
import type { Charset } from "./text.ts";

export interface CompilerOptions {
  charset?: Charset;
  /** Values that mean something to the server, by the name of the property that takes them. */
  known?: KnownValues<never>;
}

export interface Compiler {
  $defs: Record<string, Schema>;
  charset: Charset;
  flat: (schema: Schema) => Flat;
  /** With the samples of its known values in their places. */
  concrete: (value: unknown) => unknown;
  /** What the schema says is wrong with a value. */
  faults: (schema: Schema, value: unknown) => ReturnType<Validate>;
  isValid: (schema: Schema, value: unknown) => boolean;
  /** Values that are valid, after shrinking too. Throws Unreachable when none can be made. */
  values: (schema: Schema, place?: Place) => Arbitrary<unknown>;
}

/** Where in the whole a schema stands. */
export interface Place {
  /** How many schemas are around it. */
  depth?: number;
  /** The property that it describes, or the parameter. */
  name?: string | undefined;
}

/** Below this depth only what is required is made; far below, nothing: such a schema has no finite value. */
export const roomy = 4;
