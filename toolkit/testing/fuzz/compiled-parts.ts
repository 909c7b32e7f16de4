import {
  type ApiDocument,
  isBinary,
  isReadByItem,
  keyParameter,
  type MediaType,
  type Parameter,
  unreadAs,
} from "@counterpart/server/document";
import { bodyValues } from "../samples/body-values.ts";
import { freshKeys } from "../samples/fresh-keys.ts";
import type { KnownValues } from "../samples/known.ts";
import { parameterValues } from "../samples/parameter-values.ts";
import { waysToBreak } from "./broken/negatives.ts";

/** A parameter and the values that can be sent in it. */
export type CompiledParameter = ReturnType<typeof compileParameter>;

/** Generators are built on first use: a large document has more parameters than a run needs. */
export function compileParameter(document: ApiDocument, parameter: Parameter, known: KnownValues<never>) {
  const { schema, compiler, read, canBeSent, isValid, values } = parameterValues(document, parameter, {
    known,
  });
  return {
    parameter,
    /** Whether the server applies a default if it isn't sent. */
    hasDefault: compiler.flat(schema).hasDefault,
    /** Whether a value can be sent and is valid. */
    isValid,
    /** Throws Unreachable when no value can be sent. */
    values,
    negatives: waysToBreak(compiler, schema, read, canBeSent),
    /** Replaces valid values when they are sent: an `Idempotency-Key` is for one request. */
    ...(parameter === keyParameter({ parameters: [parameter] }) && { fresh: freshKeys(document, parameter) }),
  };
}

/** One media type of a request body. */
export type CompiledBody = ReturnType<typeof compileBody>;

/** Generators are built on first use. */
export function compileBody(
  document: ApiDocument,
  mediaType: string,
  content: MediaType,
  known: KnownValues<never>,
) {
  const { schema, compiler, read, canBeSent, values, encode } = bodyValues(document, mediaType, content, {
    known,
  });
  const isChecked =
    isReadByItem(mediaType, content) ||
    (unreadAs(document, mediaType, content) === undefined && !isBinary(compiler.flat(schema).keywords));
  return {
    mediaType,
    /** Throws Unreachable if no body can be generated. */
    values,
    negatives: isChecked ? waysToBreak(compiler, schema, read, canBeSent) : [],
    encode,
  };
}
