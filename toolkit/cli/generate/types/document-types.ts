import {
  type ApiDocument,
  createFoundWithin,
  hasReadOrWriteOnly,
  isBinary,
  isJson,
  isMarked,
  isObject,
  type Node,
  resolve,
  type Schema,
} from "@counterpart/server/document";
import { getOrMake } from "@counterpart/server/values";
import type { BodySchema, Direction } from "./body-schema.ts";
import { componentPointer } from "./direct-references.ts";
import { type NamedBodies, namedBodies } from "./named-bodies.ts";
import { schemaType } from "./schema-type.ts";
import { type SchemaTypes, schemaTypes } from "./schema-types.ts";
import { componentSchemas, type TypeNames, typeNames } from "./type-names.ts";
import { dateType } from "./type-text.ts";

/** The types of a document and their names. */
export interface DocumentTypes {
  names: TypeNames;
  /** The components whose requests differ from their responses, with the name of the request's type: `PetInput`. */
  inputs: Map<string, string>;
  types: Record<Direction, SchemaTypes>;
  bodies: NamedBodies;
  /** The type of a body, from that of its schema: JSON can't contain a `Blob`. */
  withBytes(body: BodySchema, text: string): string;
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
  const dates = document.dates && { date: dateType };
  const types = {
    response: schemaTypes(document, { nameOf, lists, ...dates, ...(marks && { omits: "writeOnly" }) }),
    request: schemaTypes(document, {
      ...dates,
      nameOf: (component) => inputs.get(component) ?? nameOf(component),
      lists,
      referencedName: "referencedInput",
      ...(marks && { omits: "readOnly" }),
    }),
  };
  const hasBytes = createFoundWithin((schema) => resolve<Schema>(document, schema), isBinary);
  /** Several declarations have the type of one body. */
  const texts = { response: new Map<unknown, string>(), request: new Map<unknown, string>() };
  const value = (schema: unknown, direction: Direction) =>
    getOrMake(texts[direction], schema ?? true, () => schemaType(types[direction], schema ?? true).text);
  const withBytes = ({ schema, mediaType }: BodySchema, text: string) =>
    isJson(mediaType) && hasBytes(schema) ? `JsonBody<${text}>` : text;
  const bodyText = (body: BodySchema, direction: Direction) => withBytes(body, value(body.schema, direction));
  return { names, inputs, types, bodies: namedBodies(document, names, bodyText), withBytes, value };
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
