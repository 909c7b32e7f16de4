import {
  isBinary,
  isDateText,
  listIn,
  partsOf,
  resolve,
  type Schema,
  targetOf,
} from "@counterpart/server/document";
import { componentOf } from "./direct-references.ts";
import { isList, listType } from "./list-type.ts";
import { objectType } from "./object-type.ts";
import { omittedFrom, withOmitted } from "./omitted-properties.ts";
import { discriminatorTypes, type SchemaTypes, type Standing } from "./schema-types.ts";
import {
  dateType,
  indented,
  intersectionOf,
  literalType,
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
    if (isList(schema)) return listType(types, schema, standing, (...one) => schemaType(types, ...one));
    const type = objectType(types, schema, standing, (...one) => schemaType(types, ...one));
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
      return listType(types, schema, standing, (...one) => schemaType(types, ...one));
    case "object": {
      const own = objectType(types, schema, standing, (...one) => schemaType(types, ...one));
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
