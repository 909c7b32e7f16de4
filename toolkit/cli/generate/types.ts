import { type ApiDocument, targetOf } from "@counterpart/server/document";
import { componentPointer } from "./types/direct-references.ts";
import { directionTypes } from "./types/direction-types.ts";
import { type DocumentTypes, documentTypes } from "./types/document-types.ts";
import { emitInterfaces } from "./types/interfaces.ts";
import { comment } from "./types/object-type.ts";
import { emitLists, emitReferenced, schemaType } from "./types/schema-type.ts";
import { componentSchemas } from "./types/type-names.ts";

/** The document's types as TypeScript: its schemas and bodies by name, `paths`, `webhooks`, `components` and `operations`. */
export function emitTypes(document: ApiDocument): string {
  const all = documentTypes(document);
  const { names, types, bodies, inputs } = all;
  const text = [
    emitNamed(document, all),
    emitInterfaces(document, all),
    emitOperationTypes(document),
    ...bodies.aliases.map(({ name, text }) => `\nexport type ${name} = ${text};\n`),
    `\n${directionTypes(names, inputs)}\n`,
    emitReferenced(types.response),
    emitReferenced(types.request),
    emitLists(types.response.lists),
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

export const jsonImport = 'import type { JsonBody } from "@counterpart/client";\n\n';

function emitOperationTypes({ operations }: ApiDocument): string {
  const members = operations.map(
    ({ operationId, path, method }) =>
      `    ${JSON.stringify(operationId)}: paths[${JSON.stringify(path)}][${JSON.stringify(method)}];\n`,
  );
  return `export interface operations {\n${members.join("")}}\n`;
}
