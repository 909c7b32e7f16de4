import { readFile } from "node:fs/promises";
import { type ApiDocument, targetOf } from "@counterpart/server/document";
import { comment } from "./types/comment.ts";
import { componentPointer } from "./types/direct-references.ts";
import { type DocumentTypes, documentTypes } from "./types/document-types.ts";
import { emitInterfaces } from "./types/interfaces.ts";
import { emitLists, emitReferenced, schemaType } from "./types/schema-type.ts";
import { componentSchemas, type TypeNames } from "./types/type-names.ts";

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

const jsonImport = 'import type { JsonBody } from "@counterpart/client";\n\n';

function emitOperationTypes({ operations }: ApiDocument): string {
  const members = operations.map(
    ({ operationId, path, method }) =>
      `    ${JSON.stringify(operationId)}: paths[${JSON.stringify(path)}][${JSON.stringify(method)}];\n`,
  );
  return `export interface operations {\n${members.join("")}}\n`;
}

/** `Readable` and `Writable`, by which generic code finds the other type of a schema. */
function directionTypes(names: TypeNames, inputs: Map<string, string>): string {
  const pairs = [...inputs].map(
    ([component, input]) => `  | { response: ${names.schemas.get(component)}; request: ${input} }`,
  );
  if (pairs.length === 0)
    return `${readableComment}export type Readable<T> = T;

${writableComment}export type Writable<T> = T;
`;
  return `${readableComment}export type Readable<T> = Directed<T, "request", "response">;

${writableComment}export type Writable<T> = Directed<T, "response", "request">;

type Directions =
${pairs.join("\n")};

type Directed<T, From extends keyof Directions, To extends keyof Directions> = T extends (infer Item)[]
  ? Directed<Item, From, To>[]
  : [Matching<T, From>] extends [never]
    ? T
    : Matching<T, From>[To];

type Matching<T, From extends keyof Directions, Pair extends Directions = Directions> = Pair extends Directions
  ? (<X>() => X extends T ? 1 : 2) extends <X>() => X extends Pair[From] ? 1 : 2
    ? Pair
    : never
  : never;
`;
}

const readableComment =
  "/** What a response has: `Readable<PetInput>` is `Pet`, also in lists. Other types stay the same. */\n";
const writableComment =
  "/** What a request has: `Writable<Pet>` is `PetInput`, also in lists. Other types stay the same. */\n";

const banner =
  "// Written by `counterpart types` from the OpenAPI document. Don't edit: change the document.\n\n";

const jsonBody = new URL("json-body.ts", import.meta.resolve("@counterpart/client/sources"));

/** The document's types as one file that imports nothing. */
export async function emitStandaloneTypes(document: ApiDocument): Promise<string> {
  const types = emitTypes(document);
  const own = types.startsWith(jsonImport)
    ? `${(await readFile(jsonBody, "utf8")).replace("export type", "type")}\n${types.slice(jsonImport.length)}`
    : types;
  return banner + own;
}
