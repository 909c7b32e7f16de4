import { type ApiDocument, resolve, type Schema } from "../document.ts";
import { discriminatorTag } from "./discriminator-tag.ts";
import { markedNames } from "./omit-marked.ts";

/** Which way a value goes: a request leaves out what is `readOnly`, an answer what is `writeOnly`. */
export type Direction = "request" | "response";

// The server validates its own responses, so a test that used the server's validation would repeat its mistakes. This file
// and `answer-faults.ts` share with the server what the document says (operations, responses, media types, schemas in
// 2020-12) and nothing that decides whether a value is valid: they translate schemas, choose media types and run ajv on
// their own.

/**
 * A schema of the document, complete in itself: what it refers to is in `$defs`, with what other schemas of the document refer to. What OpenAPI adds to JSON Schema is
 * translated: `discriminator`, `readOnly` and `writeOnly`.
 */
export type ClosedSchema = Schema & { $defs: Record<string, Schema> };

/** A document's definitions are translated once for all of its schemas, each when a schema first refers to it. */
const closings = new WeakMap<ApiDocument["root"], Record<Direction, Closing>>();

/** Cuts a schema out of its document. Throws on a reference that leads nowhere. */
export function closeSchema({ root }: ApiDocument, schema: unknown, direction: Direction): ClosedSchema {
  const known = closings.get(root) ?? {
    request: closing(root, "request"),
    response: closing(root, "response"),
  };
  closings.set(root, known);
  return { ...translated(schema, known[direction]), $defs: known[direction].$defs };
}

function closing(root: ApiDocument["root"], direction: Direction): Closing {
  return { root, direction, $defs: {}, names: new Map() };
}

interface Closing {
  root: ApiDocument["root"];
  direction: Direction;
  $defs: Record<string, Schema>;
  /** In `$defs`, by reference. */
  names: Map<string, string>;
}

/** Keywords whose value is a schema, a list of schemas, or a map of schemas. */
const oneSchema = [
  "items",
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "propertyNames",
  "contains",
  "not",
  "if",
  "then",
  "else",
];
const listOfSchemas = ["allOf", "anyOf", "oneOf", "prefixItems"];
const mapOfSchemas = ["properties", "patternProperties", "dependentSchemas"];
/** Keywords that say nothing about which values are valid, or have been translated. */
const dropped = new Set([
  "$anchor",
  "$comment",
  "$dynamicAnchor",
  "$id",
  "$recursiveAnchor",
  "$schema",
  "$vocabulary",
  "discriminator",
  "externalDocs",
  "id",
  "xml",
]);

/** @param above what the schemas around this one mark as not sent this way, where they apply to the same value */
function translated(node: unknown, closing: Closing, above: Set<string> = nothing): Schema {
  if (node === true || node === undefined) return {};
  if (node === false) return { not: {} };
  const schema = node as Schema;
  const out: Schema = {};
  const marked = markedNames(
    (one) => resolve(closing, one),
    schema,
    closing.direction === "request" ? "readOnly" : "writeOnly",
  );
  const unsent = above.size === 0 ? marked : new Set([...marked, ...above]);
  for (const [keyword, value] of Object.entries(schema)) {
    if (dropped.has(keyword) || keyword.startsWith("x-")) continue;
    if (keyword === "$ref") out.$ref = defined(String(value), closing);
    else if (oneSchema.includes(keyword)) out[keyword] = value === false ? false : translated(value, closing);
    else if (listOfSchemas.includes(keyword))
      out[keyword] = (value as unknown[]).map((one) =>
        translated(one, closing, keyword === "prefixItems" ? nothing : unsent),
      );
    else if (mapOfSchemas.includes(keyword))
      out[keyword] = mapValues(value as object, (one) => translated(one, closing));
    else out[keyword] = value;
  }
  if (unsent.size > 0) leaveOut(out, unsent);
  discriminate(schema, out, closing);
  return out;
}

const nothing: Set<string> = new Set();

function leaveOut(schema: Schema, names: Set<string>): void {
  const { properties, required } = schema;
  if (properties) {
    schema.properties = Object.fromEntries(Object.entries(properties).filter(([name]) => !names.has(name)));
  }
  if (Array.isArray(required)) schema.required = required.filter((name) => !names.has(name));
}

/** Each alternative gets the values of the discriminating property that stand for it. */
function discriminate(schema: Schema, out: Schema, closing: Closing): void {
  const discriminator = (schema.discriminator ?? {}) as { propertyName?: unknown };
  const keyword = out.oneOf ? "oneOf" : "anyOf";
  if (typeof discriminator.propertyName !== "string" || !Array.isArray(out[keyword])) return;
  const originals = schema[keyword] as Schema[];
  out[keyword] = out[keyword].map((branch: Schema, index: number) => {
    const ref = originals[index]?.$ref;
    if (typeof ref !== "string") return branch;
    return {
      allOf: [{ $ref: defined(ref, closing) }, discriminatorTag(discriminator as never, ref, originals)],
    };
  });
}

/** The reference into `$defs`, where the schema now stands. */
function defined(ref: string, closing: Closing): string {
  const { $defs, names } = closing;
  const known = names.get(ref);
  if (known !== undefined) return `#/$defs/${known}`;
  const base = ref.replace(/^#\/(components\/schemas\/)?/, "").replace(/[^\w.-]/g, "_");
  const name = Object.hasOwn($defs, base) ? `${base}_${names.size}` : base;
  names.set(ref, name);
  // Put there before it is filled, since a schema may refer to itself.
  const place: Schema = {};
  $defs[name] = place;
  Object.assign(place, translated(resolve(closing, { $ref: ref }), closing));
  return `#/$defs/${name}`;
}

/** The name in `$defs` that a reference leads to. */
export function definitionOf(ref: string): string {
  return ref.slice("#/$defs/".length);
}

function mapValues<T>(record: object, read: (value: unknown) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, read(value)]));
}
