import type { ApiDocument, Schema } from "@counterpart/server/document/document";
import { isJson } from "@counterpart/server/document/media-types";
import { hasReadOrWriteOnly } from "@counterpart/server/document/schemas/read-write-only";
import { astToString, type GlobalContext, resolveRef, transformSchema } from "openapi-typescript";
import ts from "typescript";
import { binaryParts } from "./types/binary-parts.ts";
import { documentFrame } from "./types/frame.ts";
import { joinMethods } from "./types/join-methods.ts";
import { emitReferenced, schemaType } from "./types/schema-type.ts";
import { schemaTypes } from "./types/schema-types.ts";
import { indented } from "./types/type-text.ts";

/**
 * The document's types as TypeScript: `paths`, `webhooks` (with callbacks) and `components` by openapi-typescript, which
 * only this file uses and which needs the compiler API of TypeScript 5; `types/` writes the schemas.
 */
export function emitTypes(document: ApiDocument): string {
  const marks = hasReadOrWriteOnly(document);
  const types = schemaTypes(document, marks);
  const texts: string[] = [];
  const placeholder = unusedName(document);
  const hasBytes = binaryParts(document);
  const frame = documentFrame(document, (schema, { component, mediaType, isItem } = {}) => {
    const { text } = schemaType(types, schema ?? true, {
      ...(component !== undefined && { place: component }),
    });
    const body = isJson(mediaType) && hasBytes(schema) ? `JsonBody<${text}>` : text;
    texts.push(isItem ? `AsyncIterable<${body}>` : body);
    return { ...annotations(schema), type: "object", [position]: texts.length - 1 };
  });
  const nodes = transformSchema(frame as never, transformContext(frame, placeholder));
  // The frame has no operationIds, so this type is empty.
  const written = nodes.filter(
    (node) => !(ts.isTypeAliasDeclaration(node) && node.name.text === "operations"),
  );
  return [
    texts.some((text) => text.startsWith("JsonBody<")) ? jsonImport : "",
    marks ? markTypes : "",
    insertTypes(astToString(joinMethods(written)), placeholder, texts),
    emitOperationTypes(document),
    emitReferenced(types),
  ].join("");
}

/**
 * Uses only the part of openapi-typescript that writes types: bundling and linting take ten times as long.
 * Unlisted options are off.
 */
function transformContext(frame: object, placeholder: string): GlobalContext {
  const context: Partial<GlobalContext> = {
    discriminators: { objects: {}, refsHandled: [] },
    injectFooter: [],
    resolve: (ref) => resolveRef(frame, ref, { silent: true }),
    transform: (schema) => {
      const index = (schema as Positioned)[position];
      return index === undefined ? undefined : ts.factory.createTypeReferenceNode(`${placeholder}${index}__`);
    },
  };
  return context as GlobalContext;
}

/** The index of a schema's type in the list of texts. */
const position = "x-position";
type Positioned = { [position]?: number };

export const jsonImport = 'import type { JsonBody } from "./client-runtime/json-body.ts";\n\n';

const markTypes = `export type $Read<T> = { readonly $read: T };
export type $Write<T> = { readonly $write: T };
`;

/** The annotations that openapi-typescript writes above a component or a parameter. */
function annotations(schema: unknown): object {
  if (typeof schema !== "object" || schema === null) return {};
  const { title, format, deprecated, description, default: preset, examples } = schema as Schema;
  return {
    ...(typeof title === "string" && { title }),
    ...(typeof format === "string" && { format }),
    ...(deprecated === true && { deprecated }),
    ...(typeof description === "string" && { description }),
    ...(preset !== undefined && { default: preset }),
    ...(Array.isArray(examples) && { examples }),
  };
}

/** The beginning of placeholders, which nothing in the document contains. */
function unusedName({ root }: ApiDocument): string {
  const text = JSON.stringify(root);
  let name = "__schema";
  while (text.includes(name)) name = `_${name}`;
  return name;
}

/** Replaces placeholders by the schemas' types, indented to fit. */
function insertTypes(text: string, placeholder: string, types: string[]): string {
  const pattern = new RegExp(`${placeholder}(\\d+)__`, "g");
  return text
    .split("\n")
    .map((line) => {
      const [margin = ""] = /^ */.exec(line) ?? [];
      return line.replace(pattern, (_, index) => indented(types[Number(index)] ?? "", margin));
    })
    .join("\n");
}

function emitOperationTypes({ operations }: ApiDocument): string {
  const members = operations.map(
    ({ operationId, path, method }) =>
      `    ${JSON.stringify(operationId)}: paths[${JSON.stringify(path)}][${JSON.stringify(method)}];\n`,
  );
  return `export interface operations {\n${members.join("")}}\n`;
}
