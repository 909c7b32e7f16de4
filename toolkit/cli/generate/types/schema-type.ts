import {
  evaluatesAlone,
  isBinary,
  isDateText,
  isObject,
  listIn,
  otherItems,
  otherProperties,
  partsOf,
  resolve,
  type Schema,
  targetOf,
} from "@counterpart/server/document";
import { typeKey } from "../literal.ts";
import { comment } from "./comment.ts";
import { componentOf, referencesOf } from "./direct-references.ts";
import { omittedFrom, withOmitted } from "./omitted-properties.ts";
import { discriminatorTypes, type SchemaTypes, type Standing } from "./schema-types.ts";
import {
  arrayOf,
  dateType,
  indented,
  intersectionOf,
  literalType,
  membersIn,
  neverType,
  nullType,
  type TypeText,
  unionOf,
  unknownType,
} from "./type-text.ts";

/**
 * The type of a JSON Schema 2020-12 schema. Types can't express `not`, `if` or bounds, so they may accept
 * more than the schema.
 */
export function schemaType(types: SchemaTypes, schema: unknown, given: Standing = {}): TypeText {
  if (schema === false) return neverType;
  if (typeof schema !== "object" || schema === null) return unknownType;
  const standing = withOmitted(types, schema as Schema, given);
  const { $ref, allOf, const: constant, enum: values, properties } = schema as Schema;
  const part = { ...standing, isPart: true };
  const alternative = [$ref, allOf, properties].some((keyword) => keyword !== undefined) ? part : standing;
  const parts = [
    ...(typeof $ref === "string" ? [referenceType(types, $ref, standing)] : []),
    ...listIn(allOf).map((one) => schemaType(types, one, part)),
    ...(["anyOf", "oneOf"] as const).flatMap((keyword) => {
      const alternatives = (schema as Schema)[keyword];
      if (!Array.isArray(alternatives)) return [];
      const tags = discriminatorTypes(types.document, schema as Schema, keyword);
      return unionOf(
        alternatives.map((one, index) => {
          const text = tags[index];
          return intersectionOf([schemaType(types, one, alternative), ...(text ? [{ text }] : [])]);
        }),
      );
    }),
  ].filter(({ text }) => text !== "unknown");
  if ("const" in schema) return intersectionOf([literalType(constant), ...parts]);
  if (Array.isArray(values)) return intersectionOf([unionOf(values.map(literalType)), ...parts]);
  const isPart = standing.isPart === true || parts.length > 0;
  const all = [ownType(types, schema as Schema, { ...standing, isPart }), ...parts];
  return intersectionOf(isDate(types, schema as Schema) ? all.filter(({ text }) => text !== "string") : all);
}

/** Whether all values are `Date`s, whose other parts only describe their text. */
function isDate({ document, date }: SchemaTypes, schema: Schema): boolean {
  if (date?.text !== dateType.text) return false;
  return partsOf((one) => resolve<Schema>(document, one), schema, ["allOf"]).some(isDateText);
}

/** A reference that would close a cycle gets only the target's own keywords. */
function referenceType(types: SchemaTypes, ref: string, standing: Standing): TypeText {
  const { place } = standing;
  if (place !== undefined && !types.direct.mayBeComposedOf(place, ref)) {
    const { $ref, allOf, anyOf, oneOf, ...own } = targetOf<Schema>(types.document, ref);
    return schemaType(types, own, standing);
  }
  const type = namedType(types, ref);
  const omitted = omittedFrom(types, ref, standing).map((one) => literalType(one));
  return omitted.length > 0 ? { text: `Omit<${type.text}, ${unionOf(omitted).text}>` } : type;
}

function namedType(types: SchemaTypes, ref: string): TypeText {
  const name = componentOf(ref);
  if (name !== undefined) return { text: types.nameOf(name) };
  types.referenced.add(ref);
  return { text: `${types.referencedName}[${JSON.stringify(ref)}]` };
}

/** The type of a schema's own keywords, without its composition. */
function ownType(types: SchemaTypes, schema: Schema, standing: Standing): TypeText {
  if (schema.type === undefined) {
    if (isBinary(schema)) return { text: "Blob" };
    if (isList(schema)) return listType(types, schema, standing.place);
    const type = objectType(types, schema, standing);
    // Without `type`, the parts decide about null.
    return type.text !== "unknown" && acceptsNull(types, schema) ? unionOf([type, nullType]) : type;
  }
  return unionOf([schema.type].flat().map((type) => typeOfOne(types, type, schema, standing)));
}

function typeOfOne(types: SchemaTypes, type: unknown, schema: Schema, standing: Standing): TypeText {
  switch (type) {
    case "null":
    case "boolean":
      return { text: type };
    case "string":
      if (isBinary(schema)) return { text: "Blob" };
      return (isDateText(schema) && types.date) || { text: "string" };
    case "integer":
    case "number":
      return { text: "number" };
    case "array":
      return listType(types, schema, standing.place);
    case "object": {
      const own = objectType(types, schema, standing);
      return own.text === "unknown" && !standing.isPart ? { text: "Record<string, unknown>" } : own;
    }
    default:
      return unknownType;
  }
}

/** Whether any part of a composed schema mentions null. */
function acceptsNull(types: SchemaTypes, schema: unknown, depth = 0): boolean {
  if (typeof schema !== "object" || schema === null || depth > maxDepth) return false;
  const { $ref, type, enum: values, allOf, anyOf, oneOf } = schema as Schema;
  const within = (one: unknown) => acceptsNull(types, one, depth + 1);
  return (
    [type].flat().includes("null") ||
    (Array.isArray(values) && values.includes(null)) ||
    (typeof $ref === "string" && within(targetOf(types.document, $ref))) ||
    [allOf, anyOf, oneOf].some((parts) => listIn(parts).some(within))
  );
}

const maxDepth = 8;

function isList({ items, prefixItems }: Schema): boolean {
  return items !== undefined || Array.isArray(prefixItems);
}

/** The type of a list. Named first items form a tuple, optional beyond `minItems`. */
function listType(types: SchemaTypes, schema: Schema, place: string | undefined): TypeText {
  const { prefixItems, minItems, maxItems } = schema;
  const items: unknown = evaluatesAlone(schema) ? otherItems(schema) : schema.items;
  const others = items === undefined ? unknownType : schemaType(types, items);
  const first = listIn(prefixItems).map((one) => schemaType(types, one));
  if (place !== undefined && isListOfItself(types, schema, place)) {
    types.lists.push(unionOf([...first, others]).text);
    return { text: `List${types.lists.length}` };
  }
  if (first.length === 0) return arrayOf(others);
  const most = typeof maxItems === "number" ? maxItems : Infinity;
  const isThere = (index: number) => typeof minItems === "number" && index < minItems;
  const texts = first.slice(0, most).map((type, index) => (isThere(index) ? type.text : optionalItem(type)));
  const rest = items === false || most <= first.length ? [] : [`...${arrayOf(others).text}`];
  return { text: `[${[...texts, ...rest].join(", ")}]` };
}

function isListOfItself(types: SchemaTypes, { items, prefixItems }: Schema, place: string): boolean {
  const refs = [items, ...listIn(prefixItems)].flatMap((one) => referencesOf(one, true));
  return refs.some((ref) => types.direct.isListOfItself(place, ref));
}

function optionalItem({ text, operator }: TypeText): string {
  return operator === undefined ? `${text}?` : `(${text})?`;
}

/** The type of an object; properties without a schema are `unknown`. */
function objectType(types: SchemaTypes, schema: Schema, { isPart = false, omitted }: Standing): TypeText {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required.filter(isText) : []);
  const kept = Object.entries(properties).filter(([name]) => !omitted?.has(name));
  const declared = kept.map(([name, property]) => {
    const type = schemaType(types, property);
    const isFilled = types.isFilled?.(property) === true;
    return { name, property, type, isOptional: !required.has(name) && !isFilled };
  });
  const names = [...required].filter((name) => !Object.hasOwn(properties, name) && !omitted?.has(name));
  const other = additionalType(types, schema, names.length > 0 && declared.length === 0 && !isPart);
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
function additionalType(types: SchemaTypes, schema: Schema, isOpen: boolean): TypeText | undefined {
  const { patternProperties } = schema;
  const patterns = isObject(patternProperties) ? Object.values(patternProperties) : [];
  const rest = restOf(schema);
  const others = rest === undefined || rest === false ? [] : [rest];
  if (patterns.length + others.length === 0) return isOpen ? unknownType : undefined;
  return unionOf([...others, ...patterns].map((one) => schemaType(types, one)));
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

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** The referenced types that aren't components. */
export function emitReferenced(types: SchemaTypes): string {
  const members: string[] = [];
  for (const ref of types.referenced) {
    const { text } = schemaType(types, targetOf(types.document, ref), { place: ref });
    members.push(`    ${JSON.stringify(ref)}: ${indented(text, "    ")};\n`);
  }
  return members.length > 0 ? `interface ${types.referencedName} {\n${members.join("")}}\n` : "";
}

/** The interfaces of recursive lists. */
export function emitLists(lists: string[]): string {
  return lists.map((item, index) => `interface List${index + 1} extends Array<${item}> {}\n`).join("");
}
