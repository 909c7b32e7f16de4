import type { Schema } from "@counterpart/server/document";
import type { Validate } from "@counterpart/server/validation";
import type { Arbitrary } from "fast-check";
import type { KnownValues } from "../known.ts";
import type { Flat } from "./flat.ts";
import type { Charset } from "./text.ts";

export interface CompilerOptions {
  charset?: Charset;
  /** Values that exist on the server, by the name of the property that they are for. */
  known?: KnownValues<never>;
  /** Whether numbers, texts and lists have an everyday size, instead of one at their bounds. */
  isEveryday?: boolean;
}

export interface Compiler {
  $defs: Record<string, Schema>;
  charset: Charset;
  isEveryday: boolean;
  flat: (schema: Schema) => Flat;
  /** Replaces known values by their samples. */
  concrete: (value: unknown) => unknown;
  /** The validation errors of a value. */
  faults: (schema: Schema, value: unknown) => ReturnType<Validate>;
  isValid: (schema: Schema, value: unknown) => boolean;
  /** Valid values, also after shrinking. Throws Unreachable if there are none. */
  values: (schema: Schema | false, place?: Place) => Arbitrary<unknown>;
}

/** The place of a schema within the outermost one. */
export interface Place {
  /** The number of schemas around it. */
  depth?: number;
  /** The property or parameter that it describes. */
  name?: string | undefined;
}

/** Beyond this depth, objects have only required properties; far beyond it, the schema counts as infinite. */
export const roomy = 4;
