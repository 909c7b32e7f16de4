import { type ApiDocument, mayBeEmpty, type Parameter, type Schema } from "@counterpart/server/document";
import { closeSchema } from "@counterpart/server/schemas";
import type { Arbitrary } from "fast-check";
import { asRead } from "./as-read.ts";
import { Known, type KnownValues } from "./known.ts";
import { serialise } from "./parameter-text.ts";
import { satisfying } from "./values/arbitraries.ts";
import type { Compiler } from "./values/compiler.ts";
import { type JsonType, typeOf } from "./values/flat.ts";
import type { Charset } from "./values/text.ts";
import { createCompiler } from "./values/values.ts";

/** The values that can be sent in a parameter or as a body. */
export interface SentValues {
  schema: Schema;
  compiler: Compiler;
  /** The value that a server reads from a sent value. */
  read: (value: unknown) => unknown;
  canBeSent: (value: unknown) => boolean;
  /** Whether a value can be sent and is valid as the server reads it. */
  isValid: (value: unknown) => boolean;
  /** Valid values. Throws Unreachable if there are none. */
  values: () => Arbitrary<unknown>;
}

export interface ValueOptions {
  /** Values that exist on the server, by the name of the parameter or property. */
  known?: KnownValues<never>;
  /** For strings without pattern and format; default: every character that the place allows. */
  charset?: Charset;
}

export function parameterValues(
  document: ApiDocument,
  parameter: Parameter,
  { known = {}, charset }: ValueOptions = {},
): SentValues {
  const [content] = Object.values(parameter.content ?? {});
  const schema = closeSchema(document, content?.schema ?? parameter.schema, "request");
  const types = possibleTypes(createCompiler(schema), schema);
  const isPlain = !types.includes("array") && !types.includes("object");
  const compiler = createCompiler(schema, { known, charset: charset ?? charsetOf(parameter, isPlain) });
  const read = (value: unknown) => (content ? value : asRead(compiler, schema, value));
  const canBeSent = (value: unknown) =>
    isOfItsKind(types, value) &&
    // The server treats an empty value as missing, or always accepts it.
    !(mayBeEmpty(parameter) && compiler.concrete(value) === "") &&
    !(isLabel(parameter, types) && hasDot(compiler.concrete(value))) &&
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

/** The depth of nested alternatives that are examined; a schema may be its own alternative. */
const maxDepth = 3;

/** The types that a value may have by its schema, its listed values, and one alternative of each choice. */
function possibleTypes(compiler: Compiler, schema: Schema, depth = 0): JsonType[] {
  const { types: declared, groups, keywords } = compiler.flat(schema);
  const { enum: listed, const: only } = keywords;
  const values = only === undefined ? listed : [only];
  const listedTypes = Array.isArray(values) ? values.map(typeOf) : undefined;
  const isListed = (type: JsonType) =>
    listedTypes?.some((one) => one === type || (one === "integer" && type === "number")) !== false;
  const types = declared.filter(isListed);
  if (depth > maxDepth) return types;
  return groups.reduce((left, { branches }) => {
    const allowed = new Set(branches.flatMap((branch) => possibleTypes(compiler, branch, depth + 1)));
    return left.filter((type) => allowed.has(type));
  }, types);
}

/** Excludes unexpected lists and objects: a server reads a list as text with commas, or as its only item. */
function isOfItsKind(types: JsonType[], value: unknown): boolean {
  const type = typeOf(value);
  return (type !== "array" && type !== "object") || value instanceof Known || types.includes(type);
}

/** Whether an object's properties are separate query parameters; a scalar would be an unknown parameter. */
function isSpread({ in: place, content, style = "form", explode }: Parameter, types: JsonType[]): boolean {
  if (place !== "query" || content || !types.includes("object")) return false;
  return style === "deepObject" || (style === "form" && explode !== false && !types.includes("array"));
}

/** Whether dots separate values, as in `.3.4`. */
function isLabel({ in: place, style }: Parameter, types: JsonType[]): boolean {
  return place === "path" && style === "label" && (types.includes("array") || types.includes("object"));
}

function hasDot(value: unknown): boolean {
  const values = value !== null && typeof value === "object" ? Object.values(value) : [value];
  return values.some((one) => String(one).includes("."));
}

function charsetOf({ in: place, content }: Parameter, isPlain: boolean): Charset {
  if (place === "header") return isPlain || content ? "visible" : "token";
  if (place === "cookie") return "token";
  return isPlain || content ? "any" : "token";
}
