import {
  type ApiDocument,
  createFoundWithin,
  isDateText,
  isJson,
  resolve,
  type Schema,
  targetOf,
} from "@counterpart/server/document";
import { getOrMake } from "@counterpart/server/values";
import type { BodySchema } from "../types/body-schema.ts";
import { comment } from "../types/comment.ts";
import { componentPointer } from "../types/direct-references.ts";
import { documentTypes } from "../types/document-types.ts";
import { emitReferenced, schemaType } from "../types/schema-type.ts";
import { schemaTypes } from "../types/schema-types.ts";
import { componentSchemas, typeNames } from "../types/type-names.ts";
import { dateType, unionOf } from "../types/type-text.ts";

/** The types of what is sent. */
export interface SentTypes {
  /** The type of a body. */
  bodyOf(body: BodySchema): string;
  /** The type of a header. */
  headerOf(schema: unknown): string;
}

/**
 * The types of what handlers return: a date may be text or a `Date`.
 * @param lists receives the items of recursive lists
 */
export function outputTypes(document: ApiDocument, lists: string[]) {
  const { names, bodies, value, withBytes, types: documented } = documentTypes(document);
  const { nameOf, omits } = documented.response;
  const hasDates = createFoundWithin((schema) => resolve<Schema>(document, schema), isDateText);
  const { take } = typeNames([...names.all]);
  const declared = new Set(bodies.declared.map(({ name }) => name));
  /** By the name of the documented type. */
  const outputs = new Map<string, { name: string; annotated: unknown; text: () => string }>();
  const output = (type: string, annotated: unknown, text: () => string): string =>
    getOrMake(outputs, type, () => ({ name: take(`${type}Output`), annotated, text })).name;
  const types = schemaTypes(document, {
    nameOf(component) {
      const place = componentPointer(component);
      if (!hasDates({ $ref: place })) return nameOf(component);
      const text = () => schemaType(types, targetOf(document, place), { place }).text;
      return output(nameOf(component), componentSchemas(document)[component], text);
    },
    ...(omits && { omits }),
    lists,
    referencedName: "referencedOutput",
    date: unionOf([{ text: "string" }, dateType]),
  });
  return {
    bodyOf({ isItem, ...body }: BodySchema) {
      const { schema, mediaType } = body;
      const isChecked = isItem || (mediaType !== undefined && isJson(mediaType));
      const type = bodies.typeOf(body, "response");
      const text = () => withBytes(body, schemaType(types, schema).text);
      const own =
        !isChecked || !hasDates(schema) ? type : declared.has(type) ? output(type, schema, text) : text();
      return isItem ? `AsyncIterable<${own}>` : own;
    },
    headerOf: (schema: unknown) =>
      hasDates(schema) ? schemaType(types, schema).text : value(schema, "response"),
    /** The types that these use, such as `PetOutput`; call it after all types are made. */
    declarations() {
      const written: string[] = [];
      // A type may add those that it refers to.
      for (const { name, annotated, text } of outputs.values())
        written.push(`\n${comment(annotated)}export type ${name} = ${text()};\n`);
      return `${written.join("")}${emitReferenced(types)}`;
    },
  };
}
