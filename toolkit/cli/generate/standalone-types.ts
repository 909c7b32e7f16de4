import { readFile } from "node:fs/promises";
import type { ApiDocument } from "@counterpart/server/document/document";
import { isIdentifier, literal } from "./literal.ts";
import { emitTypes, jsonImport } from "./types.ts";

const banner =
  "// Written by `counterpart types` from the OpenAPI document. Don't edit: change the document.\n\n";

const jsonBody = new URL(
  "client-runtime/json-body.ts",
  import.meta.resolve("@counterpart/server/package.json"),
);

/** The document's types as one file that imports nothing, with a type for each component schema by its name. */
export async function emitStandaloneTypes(document: ApiDocument): Promise<string> {
  const types = emitTypes(document);
  const own = types.startsWith(jsonImport)
    ? `${(await readFile(jsonBody, "utf8")).replace("export type", "type")}\n${types.slice(jsonImport.length)}`
    : types;
  return banner + own + namedSchemas(document, own);
}

/** Exports of the file, which a schema's type can't replace. */
const exported = ["paths", "webhooks", "components", "operations", "$defs", "$Read", "$Write"];

/** Names in the file's own types, which an exported type would hide. */
const used = /^(referenced|JsonBody|List\d+|Record|Blob|Array|AsyncIterable|Extract|Omit|Pick)$/;

/** TypeScript can't declare a type with these names, but can export one. */
const reserved =
  /^(any|as|async|await|bigint|boolean|break|case|catch|class|const|continue|debugger|declare|default|delete|do|else|enum|export|extends|false|finally|for|function|if|implements|import|in|infer|instanceof|interface|intrinsic|is|keyof|let|namespace|never|new|null|number|object|of|package|private|protected|public|readonly|require|return|static|string|super|switch|symbol|this|throw|true|try|type|typeof|undefined|unique|unknown|var|void|while|with|yield)$/;

function namedSchemas({ root }: ApiDocument, types: string): string {
  const schemas = Object.keys((root as { components?: { schemas?: object } }).components?.schemas ?? {});
  const taken = new Set(exported);
  const lines = schemas.map((schema) => {
    const name = unused(identifier(schema), taken);
    taken.add(name);
    const type = `components["schemas"][${literal(schema)}]`;
    if (!used.test(name) && !reserved.test(name)) return `export type ${name} = ${type};\n`;
    const local = unused(`Schema_${name}`, { has: (one) => types.includes(one) || schemas.includes(one) });
    return `type ${local} = ${type};\nexport type { ${local} as ${name} };\n`;
  });
  return lines.join("");
}

/** `my-pet` becomes `my_pet`. */
function identifier(schema: string): string {
  const name = schema.replaceAll(/[^\w$]/g, "_");
  return isIdentifier(name) ? name : `_${name}`;
}

function unused(name: string, taken: { has: (name: string) => boolean }): string {
  let free = name;
  while (taken.has(free)) free += "_";
  return free;
}
