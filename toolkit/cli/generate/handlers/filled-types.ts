import { unreadAs } from "@counterpart/server/document/body-reading";
import {
  type ApiDocument,
  type DocumentOperation,
  type MediaType,
  type Parameter,
  resolve,
  type Schema,
  targetOf,
} from "@counterpart/server/document/document";
import { isReadByItem } from "@counterpart/server/document/item-stream";
import { isJson } from "@counterpart/server/document/media-types";
import { defaultOf } from "@counterpart/server/document/schemas/default-of";
import { createFillsIn } from "@counterpart/server/document/schemas/fills-in";
import { isMarked } from "@counterpart/server/document/schemas/omit-marked";
import { binaryParts } from "../types/binary-parts.ts";
import { componentPointer } from "../types/direct-references.ts";
import { documentTypes } from "../types/document-types.ts";
import { emitLists, emitReferenced, schemaType } from "../types/schema-type.ts";
import { schemaTypes } from "../types/schema-types.ts";
import { indented } from "../types/type-text.ts";

/** The input types of handlers, with the server's defaults applied; undefined if there are none. */
export interface FilledTypes {
  body(mediaType: string, documented: MediaType): string | undefined;
  /**
   * The parameters in one location: which are always present, and the types of those that contain defaults.
   */
  parameters(operation: Pick<DocumentOperation, "parameters">, place: Parameter["in"]): FilledParameters;
  /** The components that these types use; call it after all types are made. */
  declarations(): string;
}

interface FilledParameters {
  /** Names of parameters. */
  always: string[];
  /** Types by name. */
  within: Map<string, string>;
}

export function filledTypes(document: ApiDocument): FilledTypes {
  const follow = (one: Schema) => resolve<Schema>(document, one);
  const isWithin = createFillsIn(follow);
  const isFilled = (property: unknown) =>
    defaultOf(follow, property) !== undefined && !isMarked(follow, property, "readOnly");
  const components = new Set<string>();
  const { request } = documentTypes(document).types;
  const { nameOf, omits } = request;
  const types = schemaTypes(document, {
    nameOf,
    ...(omits && { omits }),
    fills: { isFilled, isWithin, components },
  });
  let bytes: ReturnType<typeof binaryParts> | undefined;
  const hasBytes = (schema: unknown) => {
    // Built on demand, because it searches the whole document.
    bytes ??= binaryParts(document);
    return bytes(schema);
  };
  const textOf = (schema: unknown) => indented(schemaType(types, schema).text, "      ");
  return {
    body(mediaType, documented) {
      const isStream = isReadByItem(mediaType, documented);
      const schema = isStream ? documented.itemSchema : documented.schema;
      if (!isWithin(schema) || !(isStream || unreadAs(document, mediaType, documented) === undefined))
        return undefined;
      const type = textOf(schema);
      const body = isJson(mediaType) && hasBytes(schema) ? `JsonBody<${type}>` : type;
      return isStream ? `AsyncIterable<${body}>` : body;
    },
    parameters({ parameters }, place) {
      const here = parameters.filter((one) => one.in === place);
      const schemas = here.map(({ name, schema, content }) => ({
        name,
        schema: content ? Object.values(content)[0]?.schema : schema,
      }));
      const within = schemas.filter(({ schema }) => isWithin(schema));
      return {
        always: schemas.filter(({ schema }) => isFilled(schema)).map(({ name }) => name),
        within: new Map(within.map(({ name, schema }) => [name, textOf(schema)])),
      };
    },
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
      const referenced = `${emitReferenced(types)}${emitLists(types)}`;
      return `${filled}${referenced && `\n${referenced}`}`;
    },
  };
}
