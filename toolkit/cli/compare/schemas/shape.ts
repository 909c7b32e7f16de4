import { isDeepStrictEqual } from "node:util";
import { type ApiDocument, isBinary, isObject, type Node } from "@counterpart/server/document";
import { type Discriminator, discriminatorOf } from "@counterpart/server/schemas";
import { escapePointerPart, getOrMake } from "@counterpart/server/values";
import { flattened, namesOf, type Piece, pieceOf } from "./piece.ts";

/** `integer` and `fraction` together are JSON Schema's `number`. */
export type ValueType = "array" | "boolean" | "fraction" | "integer" | "null" | "object" | "string";

const allTypes: ValueType[] = ["array", "boolean", "fraction", "integer", "null", "object", "string"];

/** The properties that one piece describes. */
export interface ObjectPart {
  properties: Map<string, Piece>;
  /** Keyed by regular expression. */
  patterns: Map<string, Piece>;
  /** The schema of all other properties. */
  rest: Piece | undefined;
}

/** The items that one piece describes. */
export interface ArrayPart {
  prefix: Piece[];
  rest: Piece | undefined;
}

export interface Contains {
  piece: Piece;
  min: number;
  max: number;
}

export interface Choice {
  keyword: "anyOf" | "oneOf";
  branches: Piece[];
  discriminator: Discriminator | undefined;
}

/**
 * What several pieces require of one value, in comparable form. Alternatives and conditions stay separate.
 */
export type Shape = ReturnType<typeof emptyShape>;

export interface Bound {
  value: number;
  isExclusive: boolean;
}

/** Formats that don't restrict values. */
const withoutEffect = new Set(["binary", "double", "int64", "password"]);

/** Keywords that restrict values but aren't part of the shape. */
const notUnderstood = ["additionalItems", "contentSchema"];

const known = new WeakMap<ApiDocument, Map<string, Shape>>();

/** The shape of pieces in this order. The same alternatives are compared with many others. */
export function shapeOf(pieces: Piece[]): Shape {
  const [first] = pieces;
  if (first === undefined) return newShape(pieces);
  const shapes = getOrMake(known, first.document, () => new Map<string, Shape>());
  const key = namesOf(pieces).map((name, n) => `${name} ${pieces[n]?.pointer}`);
  return getOrMake(shapes, key.join("\n"), () => newShape(pieces));
}

function newShape(pieces: Piece[]): Shape {
  const shape = emptyShape(flattened(pieces));
  for (const piece of shape.pieces) {
    if (typeof piece.schema === "boolean") shape.types.clear();
    else add(shape, piece, piece.schema);
  }
  for (const piece of shape.pieces) if (isObject(piece.schema)) addUnevaluated(shape, piece, piece.schema);
  settle(shape);
  return shape;
}

/** @param pieces flattened: references and `allOf` are separate pieces */
function emptyShape(pieces: Piece[]) {
  return {
    pieces,
    types: new Set<ValueType>(allTypes),
    /** The only values, if they are listed. */
    values: undefined as unknown[] | undefined,
    /** Inclusive or exclusive bounds. */
    lower: { value: -Infinity, isExclusive: false } as Bound,
    upper: { value: Infinity, isExclusive: false } as Bound,
    multiplesOf: [] as number[],
    minLength: 0,
    maxLength: Infinity,
    patterns: new Set<string>(),
    formats: new Set<string>(),
    minItems: 0,
    maxItems: Infinity,
    uniqueItems: false,
    arrays: [] as ArrayPart[],
    contains: [] as Contains[],
    objects: [] as ObjectPart[],
    required: new Set<string>(),
    minProperties: 0,
    maxProperties: Infinity,
    propertyNames: [] as Piece[],
    dependentRequired: new Map<string, Set<string>>(),
    dependentSchemas: [] as [name: string, piece: Piece][],
    nots: [] as Piece[],
    choices: [] as Choice[],
    /** Unsupported keywords, which are compared as written. */
    others: new Map<string, unknown[]>(),
  };
}

function add(shape: Shape, piece: Piece, schema: Node): void {
  const binary = isBinary(schema);
  const of = (keyword: string) => pieceOf(schema[keyword], `${piece.pointer}/${keyword}`, piece.document);
  const list = (keyword: string) => piecesOf(piece, schema, keyword);
  if (binary) keepTypes(shape, [schema.type].flat().includes("null") ? ["string", "null"] : ["string"]);
  else if (schema.type !== undefined) keepTypes(shape, [schema.type].flat().flatMap(typesNamed));
  if (Array.isArray(schema.enum)) keepValues(shape, schema.enum);
  if (schema.const !== undefined) keepValues(shape, [schema.const]);
  addNumbers(shape, schema);
  addTexts(shape, schema, binary);

  shape.minItems = Math.max(shape.minItems, numberOf(schema.minItems, 0));
  shape.maxItems = Math.min(shape.maxItems, numberOf(schema.maxItems, Infinity));
  shape.uniqueItems ||= schema.uniqueItems === true;
  if (schema.prefixItems !== undefined || schema.items !== undefined)
    shape.arrays.push({
      prefix: list("prefixItems"),
      rest: schema.items === undefined ? undefined : of("items"),
    });
  if (schema.contains !== undefined)
    shape.contains.push({
      piece: of("contains"),
      min: numberOf(schema.minContains, 1),
      max: numberOf(schema.maxContains, Infinity),
    });

  const properties = named(piece, schema, "properties");
  const patterns = named(piece, schema, "patternProperties");
  if (properties.size > 0 || patterns.size > 0 || schema.additionalProperties !== undefined)
    shape.objects.push({
      properties,
      patterns,
      rest: schema.additionalProperties === undefined ? undefined : of("additionalProperties"),
    });
  if (Array.isArray(schema.required)) for (const name of schema.required) shape.required.add(String(name));
  shape.minProperties = Math.max(shape.minProperties, numberOf(schema.minProperties, 0));
  shape.maxProperties = Math.min(shape.maxProperties, numberOf(schema.maxProperties, Infinity));
  if (schema.propertyNames !== undefined) shape.propertyNames.push(of("propertyNames"));
  for (const [name, asked] of Object.entries(
    isObject(schema.dependentRequired) ? schema.dependentRequired : {},
  ))
    if (Array.isArray(asked))
      shape.dependentRequired.set(name, new Set([...(shape.dependentRequired.get(name) ?? []), ...asked]));
  shape.dependentSchemas.push(...named(piece, schema, "dependentSchemas"));

  if (schema.not !== undefined) shape.nots.push(of("not"));
  if (!piece.withoutChoices) {
    for (const keyword of ["anyOf", "oneOf"] as const) {
      const branches = list(keyword);
      if (branches.length > 0)
        shape.choices.push({ keyword, branches, discriminator: discriminatorOf(schema) });
    }
    const condition = conditionOf(piece, schema);
    if (condition) shape.choices.push(condition);
  }
  for (const keyword of notUnderstood) {
    if (schema[keyword] === undefined) continue;
    getOrMake(shape.others, keyword, (): unknown[] => []).push(schema[keyword]);
  }
}

const conditions = new WeakMap<object, Node[]>();

/** Turns `if`, `then` and `else` into two mutually exclusive alternatives. */
function conditionOf({ pointer, document }: Piece, schema: Node): Choice | undefined {
  const { if: test, then: fulfilled = true, else: unfulfilled = true } = schema;
  if (test === undefined || (fulfilled === true && unfulfilled === true)) return undefined;
  const made = getOrMake(conditions, schema, () => [
    { allOf: [test, fulfilled] },
    { allOf: [{ not: test }, unfulfilled] },
  ]);
  const branches = made.map((one, index) =>
    pieceOf(one, `${pointer}/${index === 0 ? "then" : "else"}`, document),
  );
  return { keyword: "anyOf", branches, discriminator: undefined };
}

function addNumbers(shape: Shape, schema: Node): void {
  raise(shape, { value: numberOf(schema.minimum, -Infinity), isExclusive: false });
  raise(shape, { value: numberOf(schema.exclusiveMinimum, -Infinity), isExclusive: true });
  lower(shape, { value: numberOf(schema.maximum, Infinity), isExclusive: false });
  lower(shape, { value: numberOf(schema.exclusiveMaximum, Infinity), isExclusive: true });
  if (schema.format === "int32") {
    raise(shape, { value: -(2 ** 31), isExclusive: false });
    lower(shape, { value: 2 ** 31 - 1, isExclusive: false });
  }
  if (typeof schema.multipleOf === "number") shape.multiplesOf.push(schema.multipleOf);
}

function raise(shape: Shape, bound: Bound): void {
  if (bound.value === -Infinity) return;
  if (bound.value > shape.lower.value || (bound.value === shape.lower.value && bound.isExclusive))
    shape.lower = bound;
}

function lower(shape: Shape, bound: Bound): void {
  if (bound.value === Infinity) return;
  if (bound.value < shape.upper.value || (bound.value === shape.upper.value && bound.isExclusive))
    shape.upper = bound;
}

function addTexts(shape: Shape, schema: Node, binary: boolean): void {
  if (binary) {
    shape.formats.add("bytes");
    return;
  }
  shape.minLength = Math.max(shape.minLength, numberOf(schema.minLength, 0));
  shape.maxLength = Math.min(shape.maxLength, numberOf(schema.maxLength, Infinity));
  if (typeof schema.pattern === "string") shape.patterns.add(schema.pattern);
  const { format, contentEncoding } = schema;
  // OpenAPI 3.0 writes `format: byte`, 3.1 `contentEncoding: base64`.
  if (contentEncoding === "base64") shape.formats.add("byte");
  else if (typeof format === "string" && format !== "int32" && !withoutEffect.has(format))
    shape.formats.add(format);
}

/** The chosen alternative is already among the pieces, so its properties and items count as evaluated. */
function addUnevaluated(shape: Shape, piece: Piece, schema: Node): void {
  const { unevaluatedProperties, unevaluatedItems } = schema;
  const at = (keyword: string) => pieceOf(schema[keyword], `${piece.pointer}/${keyword}`, piece.document);
  const isEvaluated = { ...piece, schema: true };
  if (unevaluatedProperties !== undefined && !shape.objects.some(({ rest }) => rest !== undefined)) {
    const keysOf = (maps: Map<string, Piece>[]) =>
      new Map(maps.flatMap((map) => [...map.keys()]).map((key): [string, Piece] => [key, isEvaluated]));
    shape.objects.push({
      properties: keysOf(shape.objects.map(({ properties }) => properties)),
      patterns: keysOf(shape.objects.map(({ patterns }) => patterns)),
      rest: at("unevaluatedProperties"),
    });
  }
  if (unevaluatedItems !== undefined && !shape.arrays.some(({ rest }) => rest !== undefined)) {
    const length = Math.max(0, ...shape.arrays.map(({ prefix }) => prefix.length));
    shape.arrays.push({ prefix: Array(length).fill(isEvaluated), rest: at("unevaluatedItems") });
  }
}

/** Normalizes equivalent restrictions. */
function settle(shape: Shape): void {
  if (shape.multiplesOf.some((one) => Number.isInteger(one))) shape.types.delete("fraction");
  if (!shape.types.has("fraction")) {
    shape.lower = wholeBound(shape.lower, Math.floor, 1);
    shape.upper = wholeBound(shape.upper, Math.ceil, -1);
    shape.formats.delete("float");
  }
  // No item can follow an impossible one.
  for (const { prefix, rest } of shape.arrays) {
    const impossible = [...prefix, rest].findIndex((one) => one?.schema === false);
    if (impossible !== -1) shape.maxItems = Math.min(shape.maxItems, impossible);
  }
  if (!shape.values && [...shape.types].every((type) => type === "boolean" || type === "null"))
    shape.values = [true, false, null];
  if (!shape.values) return;
  shape.values = shape.values.filter((value) => shape.types.has(typeOfValue(value)));
  const used = new Set(shape.values.map(typeOfValue));
  for (const type of shape.types) if (!used.has(type)) shape.types.delete(type);
}

function wholeBound({ value, isExclusive }: Bound, round: (value: number) => number, step: number): Bound {
  if (!Number.isFinite(value)) return { value, isExclusive: false };
  const isWhole = Number.isInteger(value);
  return { value: isWhole && !isExclusive ? value : round(value) + step, isExclusive: false };
}

function typeOfValue(value: unknown): ValueType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "fraction";
  return typeof value as "boolean" | "object" | "string";
}

function typesNamed(name: unknown): ValueType[] {
  return name === "number" ? ["integer", "fraction"] : [name as ValueType];
}

function keepTypes({ types }: Shape, allowed: ValueType[]): void {
  for (const type of types) if (!allowed.includes(type)) types.delete(type);
}

function keepValues(shape: Shape, allowed: unknown[]): void {
  shape.values = shape.values ? shape.values.filter((one) => includesValue(allowed, one)) : allowed;
}

export function includesValue(values: unknown[], value: unknown): boolean {
  return values.includes(value) || values.some((one) => isDeepStrictEqual(one, value));
}

function numberOf(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}

function piecesOf({ pointer, document }: Piece, schema: Node, keyword: string): Piece[] {
  const list = Array.isArray(schema[keyword]) ? schema[keyword] : [];
  return list.map((one, index) => pieceOf(one, `${pointer}/${keyword}/${index}`, document));
}

function named({ pointer, document }: Piece, schema: Node, keyword: string): Map<string, Piece> {
  const entries = Object.entries(isObject(schema[keyword]) ? schema[keyword] : {});
  return new Map(
    entries.map(([name, one]) => [
      name,
      pieceOf(one, `${pointer}/${keyword}/${escapePointerPart(name)}`, document),
    ]),
  );
}
