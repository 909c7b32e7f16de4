import { type ApiDocument, isObject, type RawDocument, type Schema } from "@counterpart/server/document";
import { discriminatorOf, namesOf } from "@counterpart/server/schemas";
import { propertyOf } from "./members.ts";
import { type Piece, pieceOf } from "./piece.ts";
import { shapeOf } from "./shape.ts";

/** Whether the schema restricts the property's values itself, so that the discriminator implies none. */
function hasOwnTags(piece: Piece, propertyName: string): boolean {
  return shapeOf(propertyOf(shapeOf([piece]), propertyName)).values !== undefined;
}

/** The discriminator values of components that extend a schema by `allOf`, which no other keyword implies. */
export function tagsOfExtensions(piece: Piece): string[] {
  const discriminator = discriminatorOf(piece.schema);
  const { anyOf, oneOf } = Object(piece.schema);
  if (!discriminator || anyOf || oneOf) return [];
  return Object.entries(componentSchemas(piece.document)).flatMap(([name, schema]) => {
    const extended = pieceOf(schema, `#/components/schemas/${name}`, piece.document);
    if (!extendsPointer(schema, piece.pointer) || hasOwnTags(extended, discriminator.propertyName)) return [];
    return namesOf(discriminator, extended.pointer);
  });
}

function componentSchemas({ root }: ApiDocument): Record<string, Schema> {
  const { components } = root as unknown as RawDocument;
  return isObject(components?.schemas) ? (components.schemas as Record<string, Schema>) : {};
}

function extendsPointer({ allOf }: Schema, pointer: string): boolean {
  return Array.isArray(allOf) && allOf.some((part) => Object(part).$ref === pointer);
}
