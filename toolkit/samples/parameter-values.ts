import type { Arbitrary } from "fast-check";
import type { ApiDocument, Parameter, Schema } from "../document/document.ts";
import { closeSchema } from "../document/schemas/closed-schema.ts";
import { asRead } from "./as-read.ts";
import { Known, type KnownValues } from "./known.ts";
import { serialise } from "./parameter-text.ts";
import type { Compiler } from "./values/compiler.ts";
import { type JsonType, typeOf } from "./values/flat.ts";
import { satisfying } from "./values/satisfying.ts";
import type { Charset } from "./values/text.ts";
import { createCompiler } from "./values/values.ts";

/** What can be sent in a parameter or as a body. */
export interface SentValues {
  schema: Schema;
  compiler: Compiler;
  /** What a server makes of a value once it was sent. */
  read: (value: unknown) => unknown;
  canBeSent: (value: unknown) => boolean;
  /** Whether a value can be sent and is valid when it is read. */
  isValid: (value: unknown) => boolean;
  /** Valid values. Throws Unreachable when none can be made. */
  values: () => Arbitrary<unknown>;
}

export interface ValueOptions {
  /** Values that mean something to the server, by the name of the parameter or property. */
  known?: KnownValues<never>;
  /** Of texts that have no pattern and no format; unless given, all that can stand in the place. */
  charset?: Charset;
}

export function parameterValues(
  document: ApiDocument,
  parameter: Parameter,
  { known = {}, charset }: ValueOptions = {},
): SentValues {
  const [content] = Object.values(parameter.content ?? {});
  const schema = closeSchema(document, content?.schema ?? parameter.schema, "request");
  const { types } = createCompiler(schema).flat(schema);
  const isPlain = !types.includes("array") && !types.includes("object");
  const compiler = createCompiler(schema, { known, charset: charset ?? charsetOf(parameter, isPlain) });
  const read = (value: unknown) => (content ? value : asRead(compiler, schema, value));
  const canBeSent = (value: unknown) =>
    isOfItsKind(types, value) &&
    (!isSpread(parameter, types) || typeOf(compiler.concrete(value)) === "object") &&
    serialise(parameter, compiler.concrete(value)) !== undefined;
  const isValid = (value: unknown) => canBeSent(value) && compiler.isValid(schema, read(value));
  const { in: place, name, example } = parameter;
  const withExample = example === undefined ? schema : { ...schema, default: example };
  return {
    schema,
    compiler,
    read,
    canBeSent,
    isValid,
    values: () => satisfying(compiler.values(withExample, { name }), isValid, `${place} ${name}`),
  };
}

/** A list sent for a plain value couldn't be told from a text with a comma, nor a list of one from the one. */
function isOfItsKind(types: JsonType[], value: unknown): boolean {
  const type = typeOf(value);
  return (type !== "array" && type !== "object") || value instanceof Known || types.includes(type);
}

/** An object whose properties stand in the query by themselves: a plain value would be a parameter that nobody knows. */
function isSpread({ in: place, content, style = "form", explode }: Parameter, types: JsonType[]): boolean {
  if (place !== "query" || content || !types.includes("object")) return false;
  return style === "deepObject" || (style === "form" && explode !== false && !types.includes("array"));
}

function charsetOf({ in: place, content }: Parameter, isPlain: boolean): Charset {
  if (place === "header") return isPlain || content ? "visible" : "token";
  if (place === "cookie") return "token";
  return isPlain || content ? "any" : "token";
}
