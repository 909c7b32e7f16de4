import { evaluatesAlone, isObject, otherProperties, type Schema } from "@counterpart/server/document";
import { typeKey } from "../literal.ts";
import type { SchemaTypes, Standing, TypeOf } from "./schema-types.ts";
import { membersIn, nullType, type TypeText, unionOf, unknownType } from "./type-text.ts";

/**
 * The type of an object; properties without a schema are `unknown`.
 */
export function objectType(
  types: SchemaTypes,
  schema: Schema,
  { isPart = false, omitted }: Standing,
  typeOf: TypeOf,
): TypeText {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required.filter(isText) : []);
  const kept = Object.entries(properties).filter(([name]) => !omitted?.has(name));
  const declared = kept.map(([name, property]) => {
    const type = typeOf(property);
    const isFilled = types.isFilled?.(property) === true;
    return { name, property, type, isOptional: !required.has(name) && !isFilled };
  });
  const names = [...required].filter((name) => !Object.hasOwn(properties, name) && !omitted?.has(name));
  const other = additionalType(typeOf, schema, names.length > 0 && declared.length === 0 && !isPart);
  const undeclared = names.map((name) => ({ name, type: undeclaredType(schema, other, isPart) }));
  if (declared.length + undeclared.length === 0) {
    if (other)
      return { text: other.text === "unknown" ? freeForm : `{\n    [key: string]: ${other.text};\n}` };
    return restOf(schema) === false && !isPart ? { text: "Record<string, never>" } : unknownType;
  }
  const members = [
    ...declared.map(
      ({ name, property, type, isOptional }) =>
        `${comment(property)}${typeKey(name)}${isOptional ? "?" : ""}: ${type.text};`,
    ),
    ...undeclared.map(({ name, type }) => `${typeKey(name)}: ${type.text};`),
    ...(other ? [`[key: string]: ${indexType(other, [...declared, ...undeclared]).text};`] : []),
  ];
  return { text: membersIn(members) };
}

const freeForm = "Record<string, unknown>";

/** The type of unnamed properties; undefined if the schema doesn't mention them. */
function additionalType(typeOf: TypeOf, schema: Schema, isOpen: boolean): TypeText | undefined {
  const { patternProperties } = schema;
  const patterns = isObject(patternProperties) ? Object.values(patternProperties) : [];
  const rest = restOf(schema);
  const others = rest === undefined || rest === false ? [] : [rest];
  if (patterns.length + others.length === 0) return isOpen ? unknownType : undefined;
  return unionOf([...others, ...patterns].map((one) => typeOf(one)));
}

/** If other parts may name properties, a type can't separate them from the rest. */
function restOf(schema: Schema): unknown {
  const rest: unknown = otherProperties(schema);
  return rest === false || rest === schema.additionalProperties || evaluatesAlone(schema) ? rest : true;
}

/** The type of a required property without a schema. */
function undeclaredType(schema: Schema, other: TypeText | undefined, isPart: boolean): TypeText {
  if (other && other.text !== "unknown" && restOf(schema) !== undefined) return other;
  // Another part declares the property and its type, perhaps as optional.
  return isPart ? unionOf([{ text: "{}" }, nullType]) : unknownType;
}

/** TypeScript requires an index signature to include the types of all properties. */
function indexType(other: TypeText, declared: { type: TypeText; isOptional?: boolean }[]): TypeText {
  const isSparse = declared.some(({ isOptional }) => isOptional);
  return unionOf([other, ...declared.map(({ type }) => type), ...(isSparse ? [{ text: "undefined" }] : [])]);
}

/** The comment above a type or a member, with its line break; empty if there is nothing to say. */
export function comment(annotated: unknown): string {
  return isObject(annotated) ? commentOf(annotated) : "";
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** The parts of a schema, a parameter, … that an editor shows. */
type Annotated = Record<string, unknown>;

function commentOf(annotated: Annotated): string {
  const paragraphs = paragraphsOf(annotated);
  if (paragraphs.length === 0) return "";
  const text = paragraphs
    .join("\n")
    .replaceAll("*/", "*\\/")
    .split(/\r?\n/)
    .map((line) => line.trimEnd());
  if (text.length === 1) return `/** ${text[0]} */\n`;
  return `/**\n${text.map((line) => (line ? ` * ${line}\n` : " *\n")).join("")} */\n`;
}

function paragraphsOf({ title, format, deprecated, description, examples, ...schema }: Annotated): string[] {
  return [
    ...(hasText(title) ? [title.trim()] : []),
    ...(hasText(format) ? [`Format: ${format}`] : []),
    ...(deprecated === true ? ["@deprecated"] : []),
    ...(hasText(description) ? [`@description ${nested(description)}`] : []),
    ...(schema.default === undefined ? [] : [`@default ${nested(schema.default)}`]),
    ...(Array.isArray(examples) ? examples.map((example) => `@example ${nested(example)}`) : []),
  ];
}

function hasText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/** Indents the lines after the first, so that they belong to their tag. */
function nested(value: unknown): string {
  const text = typeof value === "object" ? JSON.stringify(value, null, 2) : String(value);
  return text.trim().replaceAll(/\r?\n/g, "\n    ");
}
