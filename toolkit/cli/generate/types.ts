import { type ApiDocument, type Schema, targetOf } from "@counterpart/server/document/document";
import { astToString, type GlobalContext, resolveRef, transformSchema } from "openapi-typescript";
import ts from "typescript";
import { componentPointer } from "./types/direct-references.ts";
import { directionTypes } from "./types/direction-types.ts";
import { type DocumentTypes, documentTypes } from "./types/document-types.ts";
import { documentFrame } from "./types/frame.ts";
import { joinMethods } from "./types/join-methods.ts";
import { comment } from "./types/object-type.ts";
import { emitLists, emitReferenced, schemaType } from "./types/schema-type.ts";
import { componentSchemas } from "./types/type-names.ts";
import { indented } from "./types/type-text.ts";

/**
 * The document's types as TypeScript: its schemas and bodies by name, and `paths`, `webhooks` (with callbacks) and
 * `components` by openapi-typescript, which only this file uses and which needs the compiler API of TypeScript 5.
 */
export function emitTypes(document: ApiDocument): string {
  const all = documentTypes(document);
  const { names, types, bodies, inputs } = all;
  const named = emitNamed(document, all);
  const texts: string[] = [];
  const placeholder = unusedName(document);
  const placeholderFor = (schema: unknown, text: string) => {
    texts.push(text);
    return { ...annotations(schema), type: "object", [position]: texts.length - 1 };
  };
  const frame = documentFrame(document, {
    component: (name) => placeholderFor({}, names.schemas.get(name) ?? "unknown"),
    body: (body, direction) => placeholderFor(body.schema, bodies.typeOf(body, direction)),
    value: (schema, direction) => placeholderFor(schema, all.value(schema, direction)),
    isDirected: inputs.size > 0,
  });
  const nodes = transformSchema(frame as never, transformContext(frame, placeholder));
  // The frame has no operationIds, so this type is empty.
  const written = nodes.filter(
    (node) => !(ts.isTypeAliasDeclaration(node) && node.name.text === "operations"),
  );
  const text = [
    named,
    insertTypes(astToString(joinMethods(written)), placeholder, texts),
    emitOperationTypes(document),
    ...bodies.aliases.map(({ name, text }) => `\nexport type ${name} = ${text};\n`),
    `\n${directionTypes(names, inputs)}\n`,
    emitReferenced(types.response),
    emitReferenced(types.request),
    emitLists(types.response),
  ].join("");
  // A union on several lines begins on the next line.
  return `${text.includes("JsonBody<") ? jsonImport : ""}${text.replaceAll(/ +\n/g, "\n")}`;
}

/** The schemas and bodies of the document, each by its name. */
function emitNamed(document: ApiDocument, { names, inputs, types, bodies }: DocumentTypes): string {
  const declare = (name: string, text: string, schema: unknown) =>
    `${comment(schema)}export type ${name} = ${text};\n`;
  const components = Object.entries(componentSchemas(document)).flatMap(([component, schema]) => {
    const place = componentPointer(component);
    const target = targetOf(document, place);
    const name = names.schemas.get(component) ?? "";
    const input = inputs.get(component);
    return [
      declare(name, schemaType(types.response, target, { place }).text, schema),
      ...(input === undefined
        ? []
        : [declare(input, schemaType(types.request, target, { place }).text, schema)]),
    ];
  });
  const own = bodies.declared.map(({ name, text, schema }) => declare(name, text, schema));
  return [...components, ...own].map((one) => `${one}\n`).join("");
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

/** The annotations that openapi-typescript writes above a parameter or a header. */
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
