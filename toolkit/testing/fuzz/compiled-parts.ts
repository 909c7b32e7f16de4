import {
  type ApiDocument,
  isBinary,
  isReadByItem,
  keyParameter,
  type MediaType,
  type Parameter,
  unreadAs,
} from "@counterpart/server/document";
import type { Arbitrary } from "fast-check";
import { bodyValues } from "../samples/body-values.ts";
import type { BodyEncoder } from "../samples/encode-body.ts";
import { freshKeys } from "../samples/fresh-keys.ts";
import type { KnownValues } from "../samples/known.ts";
import { parameterValues } from "../samples/parameter-values.ts";
import type { Candidate } from "./broken/candidate.ts";
import { waysToBreak } from "./broken/negatives.ts";

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
  /** Replaces valid values when they are sent: an `Idempotency-Key` is for one request. */
  fresh?: () => string | undefined;
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
    ...(parameter === keyParameter({ parameters: [parameter] }) && { fresh: freshKeys(document, parameter) }),
  };
}

/** One media type of a request body. */
export interface CompiledBody {
  mediaType: string;
  /** Throws Unreachable if no body can be generated. */
  values: () => Arbitrary<unknown>;
  negatives: Candidate[];
  encode: BodyEncoder;
}

/** Generators are built on first use. */
export function compileBody(
  document: ApiDocument,
  mediaType: string,
  content: MediaType,
  known: KnownValues<never>,
): CompiledBody {
  const { schema, compiler, read, canBeSent, values, encode } = bodyValues(document, mediaType, content, {
    known,
  });
  const isChecked =
    isReadByItem(mediaType, content) ||
    (unreadAs(document, mediaType, content) === undefined && !isBinary(compiler.flat(schema).keywords));
  return {
    mediaType,
    values,
    negatives: isChecked ? waysToBreak(compiler, schema, read, canBeSent) : [],
    encode,
  };
}
