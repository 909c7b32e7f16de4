import {
  type ApiDocument,
  createFillsIn,
  type DocumentOperation,
  defaultOf,
  isMarked,
  isReadByItem,
  type MediaType,
  type Parameter,
  resolve,
  type Schema,
  targetOf,
  unreadAs,
} from "@counterpart/server/document";
import { componentPointer } from "../types/direct-references.ts";
import { documentTypes } from "../types/document-types.ts";
import { emitReferenced, schemaType } from "../types/schema-type.ts";
import { schemaTypes } from "../types/schema-types.ts";
import { indented } from "../types/type-text.ts";

export type FilledTypes = ReturnType<typeof filledTypes>;

/**
 * The input types of handlers, with the server's defaults applied; undefined if there are none.
 * @param lists receives the items of recursive lists
 */
export function filledTypes(document: ApiDocument, lists: string[]) {
  const follow = (one: Schema) => resolve<Schema>(document, one);
  const isWithin = createFillsIn(follow);
  const isFilled = (property: unknown) =>
    defaultOf(follow, property) !== undefined && !isMarked(follow, property, "readOnly");
  const components = new Set<string>();
  const { types: documented, withBytes } = documentTypes(document);
  const { nameOf, omits, date } = documented.request;
  const types = schemaTypes(document, {
    nameOf(component) {
      if (!isWithin({ $ref: componentPointer(component) })) return nameOf(component);
      components.add(component);
      return `filled[${JSON.stringify(component)}]`;
    },
    ...(omits && { omits }),
    ...(date && { date }),
    lists,
    isFilled,
  });
  const textOf = (schema: unknown) => indented(schemaType(types, schema).text, "      ");
  return {
    body(mediaType: string, documented: MediaType): string | undefined {
      const isStream = isReadByItem(mediaType, documented);
      const schema = isStream ? documented.itemSchema : documented.schema;
      if (!isWithin(schema) || !(isStream || unreadAs(document, mediaType, documented) === undefined))
        return undefined;
      const body = withBytes({ schema, mediaType }, textOf(schema));
      return isStream ? `AsyncIterable<${body}>` : body;
    },
    /** The parameters in one location: which are always present, and the types of those that contain defaults. */
    parameters({ parameters }: Pick<DocumentOperation, "parameters">, place: Parameter["in"]) {
      const here = parameters.filter((one) => one.in === place);
      const schemas = here.map(({ name, schema, content }) => ({
        name,
        schema: content ? Object.values(content)[0]?.schema : schema,
      }));
      const within = schemas.filter(({ schema }) => isWithin(schema));
      return {
        /** Names of parameters. */
        always: schemas.filter(({ schema }) => isFilled(schema)).map(({ name }) => name),
        /** Types by name. */
        within: new Map(within.map(({ name, schema }) => [name, textOf(schema)])),
      };
    },
    /** The types of components that these use; call it after all types are made. */
    declarations() {
      const members: string[] = [];
      for (const name of components) {
        const place = componentPointer(name);
        const { text } = schemaType(types, targetOf(document, place), { place });
        members.push(`  ${JSON.stringify(name)}: ${indented(text, "  ")};\n`);
      }
      const filled =
        members.length > 0
          ? `\n/** Input types with the server's defaults. */\ninterface filled {\n${members.join("")}}\n`
          : "";
      const referenced = emitReferenced(types);
      return `${filled}${referenced && `\n${referenced}`}`;
    },
  };
}
