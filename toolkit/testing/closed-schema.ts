import Ajv2020, { type ErrorObject } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type ApiDocument, resolve, type Schema } from "../document/document.ts";

/** Which way a value goes: a request leaves out what is `readOnly`, an answer what is `writeOnly`. */
export type Direction = "request" | "response";

/**
 * A schema of the document as JSON Schema 2020-12 and complete in itself: what it refers to stands in `$defs`. What
 * OpenAPI says in words of its own is translated: `nullable` and the boolean `exclusiveMinimum` of 3.0,
 * `discriminator`, `readOnly` and `writeOnly`.
 */
export type ClosedSchema = Schema & { $defs: Record<string, Schema> };

/** Cuts a schema out of its document. Throws on a reference that leads nowhere. */
export function closeSchema({ root }: ApiDocument, schema: unknown, direction: Direction): ClosedSchema {
  const $defs: Record<string, Schema> = {};
  return { ...translated(schema, { root, direction, $defs }), $defs };
}

interface Closing {
  root: ApiDocument["root"];
  direction: Direction;
  $defs: Record<string, Schema>;
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
const dropped = new Set(["nullable", "discriminator", "xml", "externalDocs", "$id", "$schema", "$comment"]);

function translated(node: unknown, closing: Closing): Schema {
  if (node === true || node === undefined) return {};
  if (node === false) return { not: {} };
  const schema = node as Schema;
  if (
    typeof schema.$ref === "string" &&
    (closing.root as unknown as { openapi: string }).openapi.startsWith("3.0")
  ) {
    return { $ref: defined(schema.$ref, closing) };
  }
  const out: Schema = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (dropped.has(keyword) || keyword.startsWith("x-")) continue;
    if (keyword === "$ref") out.$ref = defined(String(value), closing);
    else if (oneSchema.includes(keyword)) out[keyword] = value === false ? false : translated(value, closing);
    else if (listOfSchemas.includes(keyword))
      out[keyword] = (value as unknown[]).map((one) => translated(one, closing));
    else if (mapOfSchemas.includes(keyword))
      out[keyword] = mapValues(value as object, (one) => translated(one, closing));
    else out[keyword] = value;
  }
  const nullable = schema.nullable === true;
  if (nullable && typeof out.type === "string") out.type = [out.type, "null"];
  if (nullable && Array.isArray(out.enum) && !out.enum.includes(null)) out.enum = [...out.enum, null];
  exclusive(out, "exclusiveMinimum", "minimum");
  exclusive(out, "exclusiveMaximum", "maximum");
  withoutOtherWay(out, closing);
  discriminate(schema, out, closing);
  // On a reference by way of allOf it is meant as on a type, as server and types have it too.
  return nullable && out.type === undefined ? { anyOf: [{ type: "null" }, out] } : out;
}

/** 3.0 says `minimum: 1, exclusiveMinimum: true` where 3.1 says `exclusiveMinimum: 1`. */
function exclusive(schema: Schema, exclusiveBound: string, bound: string): void {
  if (typeof schema[exclusiveBound] !== "boolean") return;
  const isExclusive = schema[exclusiveBound] && schema[bound] !== undefined;
  delete schema[exclusiveBound];
  if (!isExclusive) return;
  schema[exclusiveBound] = schema[bound];
  delete schema[bound];
}

function withoutOtherWay(schema: Schema, { direction, $defs }: Closing): void {
  const properties = schema.properties as Record<string, Schema> | undefined;
  if (!properties) return;
  const word = direction === "request" ? "readOnly" : "writeOnly";
  const gone = Object.keys(properties).filter((name) => {
    const property = properties[name] ?? {};
    const target = typeof property.$ref === "string" ? $defs[definitionOf(property.$ref)] : undefined;
    return property[word] === true || target?.[word] === true;
  });
  if (gone.length === 0) return;
  schema.properties = Object.fromEntries(Object.entries(properties).filter(([name]) => !gone.includes(name)));
  if (Array.isArray(schema.required))
    schema.required = schema.required.filter((name) => !gone.includes(name));
}

/** Each alternative gets the values of the discriminating property that stand for it. */
function discriminate(schema: Schema, out: Schema, closing: Closing): void {
  const { propertyName, mapping = {} } = (schema.discriminator ?? {}) as {
    propertyName?: string;
    mapping?: Record<string, string>;
  };
  const keyword = out.oneOf ? "oneOf" : "anyOf";
  if (propertyName === undefined || !Array.isArray(out[keyword])) return;
  const originals = schema[keyword] as Schema[];
  out[keyword] = out[keyword].map((branch: Schema, index: number) => {
    const ref = originals[index]?.$ref;
    if (typeof ref !== "string") return branch;
    const name = ref.split("/").at(-1) ?? "";
    const mapped = Object.keys(mapping).filter((key) => mapping[key] === ref || mapping[key] === name);
    const values = mapped.length > 0 ? mapped : [name];
    const tag = { required: [propertyName], properties: { [propertyName]: { enum: values } } };
    return { allOf: [{ $ref: defined(ref, closing) }, tag] };
  });
}

/** The reference into `$defs`, where the schema now stands. */
function defined(ref: string, closing: Closing): string {
  const name = definitionName(ref);
  if (!closing.$defs[name]) {
    // Put there before it is filled, since a schema may refer to itself.
    const place: Schema = {};
    closing.$defs[name] = place;
    Object.assign(place, translated(resolve(closing, { $ref: ref }), closing));
  }
  return `#/$defs/${name}`;
}

function definitionName(ref: string): string {
  return ref.replace(/^#\/(components\/schemas\/)?/, "").replace(/[^\w.-]/g, "_");
}

/** The name in `$defs` that a reference leads to. */
export function definitionOf(ref: string): string {
  return ref.slice("#/$defs/".length);
}

function mapValues<T>(record: object, read: (value: unknown) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, read(value)]));
}

/** What is wrong with a value; empty when it is valid. */
export type Validate = (value: unknown) => ErrorObject[];

const ajv = new Ajv2020.default({ strict: false, allErrors: true, verbose: true, logger: false });
addFormats.default(ajv);

/** Compiles a schema for the validator that stands for the document's meaning. */
export function compileSchema(schema: ClosedSchema): Validate {
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? [] : (validate.errors ?? []));
}

/** The faults as one sentence. */
export function faultText(errors: ErrorObject[]): string {
  return errors.map(({ instancePath, message }) => `it${instancePath} ${message}`).join(", ");
}
