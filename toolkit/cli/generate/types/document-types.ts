import { type ApiDocument, resolve, type Schema } from "@counterpart/server/document/document";
import { getOrMake } from "@counterpart/server/document/get-or-make";
import { isJson } from "@counterpart/server/document/media-types";
import { createFoundWithin } from "@counterpart/server/document/schemas/found-within";
import { isMarked } from "@counterpart/server/document/schemas/omit-marked";
import { hasReadOrWriteOnly } from "@counterpart/server/document/schemas/read-write-only";
import { isObject, type Node } from "@counterpart/server/document/walk";
import { binaryParts } from "./binary-parts.ts";
import type { BodySchema, Direction } from "./body-schema.ts";
import { componentPointer } from "./direct-references.ts";
import { type NamedBodies, namedBodies } from "./named-bodies.ts";
import { schemaType } from "./schema-type.ts";
import { type SchemaTypes, schemaTypes } from "./schema-types.ts";
import { componentSchemas, type TypeNames, typeNames } from "./type-names.ts";

/** The types of a document and their names. */
export interface DocumentTypes {
  names: TypeNames;
  /** The components whose requests differ from their responses, with the name of the request's type: `PetInput`. */
  inputs: Map<string, string>;
  types: Record<Direction, SchemaTypes>;
  bodies: NamedBodies;
  /** The type of a parameter or a header. */
  value(schema: unknown, direction: Direction): string;
}

const known = new WeakMap<ApiDocument, DocumentTypes>();

/** The same for every file that is generated from a document. */
export function documentTypes(document: ApiDocument): DocumentTypes {
  return getOrMake(known, document, () => createDocumentTypes(document));
}

function createDocumentTypes(document: ApiDocument): DocumentTypes {
  const schemas = Object.keys(componentSchemas(document));
  const names = typeNames(schemas);
  const nameOf = (component: string) => names.schemas.get(component) ?? "unknown";
  const marks = hasReadOrWriteOnly(document);
  const isDifferent = marks ? differences(document) : () => false;
  const different = schemas.filter((name) => isDifferent({ $ref: componentPointer(name) }));
  const inputs = new Map(different.map((name) => [name, names.take(`${nameOf(name)}Input`)]));
  const lists: string[] = [];
  const types = {
    response: schemaTypes(document, { nameOf, lists, ...(marks && { omits: "writeOnly" }) }),
    request: schemaTypes(document, {
      nameOf: (component) => inputs.get(component) ?? nameOf(component),
      lists,
      referencedName: "referencedInput",
      ...(marks && { omits: "readOnly" }),
    }),
  };
  const hasBytes = binaryParts(document);
  const value = (schema: unknown, direction: Direction) => schemaType(types[direction], schema ?? true).text;
  const bodyText = ({ schema, mediaType }: BodySchema, direction: Direction) => {
    const text = value(schema, direction);
    return isJson(mediaType) && hasBytes(schema) ? `JsonBody<${text}>` : text;
  };
  return { names, inputs, types, bodies: namedBodies(document, names, bodyText), value };
}

/** Whether a schema contains properties, itself or through references, that only requests or only responses have. */
function differences(document: ApiDocument): (schema: unknown) => boolean {
  const follow = (schema: Schema) => resolve<Schema>(document, schema);
  const hasMarks = ({ properties }: Node) =>
    isObject(properties) &&
    Object.values(properties).some(
      (property) => isMarked(follow, property, "readOnly") || isMarked(follow, property, "writeOnly"),
    );
  return createFoundWithin(follow, hasMarks);
}
