import { type ApiDocument, type Parameter, resolve, type Schema } from "../document/document.ts";
import { type SchemaSummary, summarizeSchema } from "../document/schemas/summarize-schema.ts";
import { styleOf } from "../document/value-style.ts";

/** How to read a parameter, form field or header. */
export interface Shape {
  name: string;
  style: string;
  explode: boolean;
  isList: boolean;
  isObject: boolean;
  summary: SchemaSummary;
  /** Whether a value in the list or object may contain this character. */
  mayContain: (delimiter: string) => boolean;
}

type Described = Pick<Parameter, "in" | "name" | "schema" | "style" | "explode">;

export function shapeOf(document: ApiDocument, parameter: Described): Shape {
  const { style, explode } = styleOf(parameter);
  const summary = summarizeSchema(document, parameter.schema);
  const isList = summary.types.has("array");
  return {
    name: parameter.name,
    style,
    explode,
    isList,
    isObject: summary.types.has("object") && !isList,
    summary,
    mayContain: (delimiter) => !isList || itemMayContain(document, summary.items, delimiter),
  };
}

function itemMayContain(document: ApiDocument, items: Schema | undefined, delimiter: string): boolean {
  if (!items) return true;
  const { enum: values, const: only } = resolve<Schema>(document, items);
  if (only !== undefined) return String(only).includes(delimiter);
  if (Array.isArray(values)) return values.some((value) => String(value).includes(delimiter));
  const { types } = summarizeSchema(document, items);
  const isNumber = delimiter === "." && types.has("number");
  return isNumber || types.size === 0 || [...types].some((type) => type === "string" || type === "object");
}

type Decode = (raw: string) => string;

/**
 * Splits a list or object before decoding it, since an encoded delimiter belongs to a value (RFC 6570). If
 * values can't contain the delimiter, an encoded one separates too: many clients encode everything.
 */
export function split(raw: string, delimiter: string, shape: Shape, decode: Decode): string[] {
  const parts = raw.split(delimiter);
  // URLs never contain a raw space or pipe.
  const isEncoded = delimiter === " " || delimiter === "|";
  if (parts.length > 1 || (!isEncoded && shape.isList && shape.mayContain(delimiter)))
    return parts.map(decode);
  return decode(raw).split(delimiter);
}

/** Reads the pairs of an exploded object, such as `R=100`. Undefined if a part isn't a pair. */
export function fromPairs(parts: string[], decode: Decode): Record<string, string> | undefined {
  const entries = parts.map((part): [string, string] | undefined => {
    const at = part.indexOf("=");
    return at < 0 ? undefined : [decode(part.slice(0, at)), decode(part.slice(at + 1))];
  });
  return entries.some((entry) => entry === undefined)
    ? undefined
    : Object.fromEntries(entries as [string, string][]);
}

/** Reads alternating names and values. Undefined if the last value is missing. */
export function fromAlternating(texts: string[]): Record<string, string> | undefined {
  if (texts.length % 2 !== 0) return undefined;
  const entries: [string, string][] = [];
  for (let at = 0; at < texts.length; at += 2) entries.push([texts[at] ?? "", texts[at + 1] ?? ""]);
  return Object.fromEntries(entries);
}

/**
 * Reads `simple`, and `form` without explode. Malformed text stays text, so that the validator refuses it.
 */
export function readSimple(
  raw: string,
  shape: Shape,
  decode: Decode,
): string | string[] | Record<string, string> {
  if (shape.isList) return split(raw, ",", shape, decode);
  if (!shape.isObject) return decode(raw);
  const isExploded = shape.explode && shape.style === "simple";
  const object = isExploded
    ? fromPairs(raw.split(","), decode)
    : fromAlternating(split(raw, ",", shape, decode));
  return object ?? decode(raw);
}
