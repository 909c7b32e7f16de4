import { isBinary } from "../document/binary.ts";
import { type ApiDocument, resolve, type Schema } from "../document/document.ts";

/** JSON's numbers; what JavaScript would also take for one (`0x10`, ` 1 `) stays text. */
const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Makes of texts, which are all that addresses, headers and forms can carry, what the schema asks for. What doesn't
 * become it stays text, for the validator to refuse.
 */
export function coerce(document: ApiDocument, schema: Schema | undefined, value: unknown): unknown {
  const wanted = gather(document, schema ?? {});
  if (wanted.binary) {
    if (typeof value === "string") return new Blob([value]);
    // Objects and lists are no bytes; the validator can't tell an object from a Blob.
    return value instanceof Blob ? value : null;
  }
  if (wanted.types.has("array")) {
    const list = listOf(value, wanted);
    if (list) return list.map((one) => coerce(document, wanted.items, one));
  }
  if (wanted.types.has("object")) {
    const object = typeof value === "string" ? parsed(value) : value;
    if (isRecord(object)) {
      return Object.fromEntries(
        Object.entries(object).map(([name, one]) => [
          name,
          coerce(document, wanted.properties[name] ?? wanted.additional, one),
        ]),
      );
    }
  }
  return typeof value === "string" ? scalar(value, wanted.types) : value;
}

function scalar(text: string, types: Set<unknown>): unknown {
  if ((types.has("integer") || types.has("number")) && number.test(text)) {
    const value = Number(text);
    // A rounded number isn't what was sent.
    if (!Number.isInteger(value) || Number.isSafeInteger(value)) return value;
  }
  if (types.has("boolean") && (text === "true" || text === "false")) return text === "true";
  if (types.has("null") && !types.has("string") && (text === "" || text === "null")) return null;
  return text;
}

function listOf(value: unknown, { types, items }: Wanted): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (isRecord(value) || value === undefined) return undefined;
  const list = typeof value === "string" && value.startsWith("[") ? parsed(value) : undefined;
  if (Array.isArray(list)) return list;
  // One of `string or list of strings` is a string.
  return types.has("string") && items !== undefined ? undefined : [value];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return !(value instanceof Blob) && !Buffer.isBuffer(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export interface Wanted {
  types: Set<unknown>;
  binary: boolean;
  properties: Record<string, Schema>;
  additional: Schema | undefined;
  items: Schema | undefined;
}

const deepest = 8;

/** What it takes some time to find out, and doesn't change. */
const gathered = new WeakMap<ApiDocument, WeakMap<Schema, Wanted>>();

/** What a schema and all its parts and alternatives together could ask for. */
export function gather(document: ApiDocument, node: Schema): Wanted {
  const known = gathered.get(document) ?? new WeakMap<Schema, Wanted>();
  gathered.set(document, known);
  const wanted = known.get(node) ?? gatherFrom(document, node, 0);
  known.set(node, wanted);
  return wanted;
}

function gatherFrom(document: ApiDocument, node: Schema, depth: number): Wanted {
  const schema = resolve<Schema>(document.raw, node);
  const properties = record(schema.properties);
  const wanted: Wanted = {
    types: new Set([schema.type ?? []].flat()),
    binary: isBinary(schema),
    properties: { ...properties },
    additional: isRecord(schema.additionalProperties) ? schema.additionalProperties : undefined,
    items: isRecord(schema.items) ? schema.items : undefined,
  };
  if (schema.nullable === true) wanted.types.add("null");
  if (schema.type === undefined) {
    if (Object.keys(properties).length > 0) wanted.types.add("object");
    if (wanted.items) wanted.types.add("array");
    for (const value of [schema.const ?? [], schema.enum ?? []].flat()) wanted.types.add(typeof value);
  }
  if (depth > deepest) return wanted;
  for (const part of [schema.allOf ?? [], schema.oneOf ?? [], schema.anyOf ?? []].flat()) {
    const more = gatherFrom(document, part as Schema, depth + 1);
    for (const type of more.types) wanted.types.add(type);
    wanted.binary ||= more.binary;
    wanted.properties = { ...more.properties, ...wanted.properties };
    wanted.additional ??= more.additional;
    wanted.items ??= more.items;
  }
  return wanted;
}

function record(value: unknown): Record<string, Schema> {
  return isRecord(value) ? (value as Record<string, Schema>) : {};
}
