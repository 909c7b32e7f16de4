import { readdir } from "node:fs/promises";
import path from "node:path";
import type { ApiDocument } from "@counterpart/server/document/document";
import type { DocumentConfig } from "../../config/define-config.ts";
import { handlerNames } from "./names.ts";

/** How the files that `scaffold` writes import each other and what is generated: relative, without a trailing slash. */
export interface StubImports {
  /** From the list of handlers and what stands beside it: to the generated folder. */
  generated: string;
  /** From there to the operations' folder. */
  operations: string;
  /** From an operation's file back. */
  fromOperation: string;
}

/** The imports for the folders that a configuration names. */
export function stubImports({
  generated,
  operations,
  handlers,
}: Pick<DocumentConfig, "generated" | "operations" | "handlers">): StubImports {
  const home = path.dirname(handlers);
  return {
    generated: specifier(home, generated),
    operations: specifier(home, operations),
    fromOperation: specifier(operations, home),
  };
}

function specifier(from: string, to: string): string {
  const relative = path.relative(from, to).replaceAll(path.sep, "/");
  return /^\.\.(\/|$)/.test(relative) ? relative : `./${relative}`.replace(/\/$/, "");
}

/** The operationIds of the document that have no file in the operations folder, in the document's order. */
export async function missingStubs(document: ApiDocument, folder: string): Promise<string[]> {
  const files = new Set(await readdir(folder).catch(() => []));
  const names = handlerNames(document);
  return document.operations
    .map(({ operationId }) => operationId)
    .filter((id) => !files.has(`${names.get(id)}.ts`));
}

/** A handler that compiles; until somebody writes it, the mock answers for it in development, and else 501. */
export function emitStub(operationId: string, name: string, { fromOperation }: StubImports): string {
  const id = JSON.stringify(operationId);
  const parameters = [`_input: Input<${id}>`, "_services: Services"];
  const head = `export async function ${name}(${parameters.join(", ")}): Promise<Output<${id}>> {`;
  const broken = `export async function ${name}(\n${parameters.map((one) => `  ${one},\n`).join("")}): Promise<Output<${id}>> {`;
  return `import { NotImplemented } from "@counterpart/server";
import type { Input, Output, Services } from "${fromOperation}/operation.ts";

${head.length > maxLineLength ? broken : head}
  throw new NotImplemented();
}
`;
}

/** The formatter's, so that a new file needs no change. */
const maxLineLength = 110;

/** The list of all handlers; typed so that one too few does not compile. */
export function emitHandlers(document: ApiDocument, { generated, operations }: StubImports): string {
  const named = [...handlerNames(document)].sort(([, a], [, b]) => (a < b ? -1 : 1));
  const imports = [
    `import type { Caller, Services } from "./operation.ts";`,
    ...named.map(([, name]) => `import { ${name} } from "${operations}/${name}.ts";`),
  ].sort((a, b) => from(a).localeCompare(from(b), "en"));
  const lines = named.map(([id, name]) =>
    id === name ? `  ${name},\n` : `  ${JSON.stringify(id)}: ${name},\n`,
  );
  return `// Written by \`counterpart scaffold\`: one line per operation of the document.
import type { Handlers } from "${generated}/operations.ts";
${imports.join("\n")}

export const handlers: Handlers<Caller, Services> = {${lines.length > 0 ? `\n${lines.join("")}` : ""}};
`;
}

/** Imports stand in the order of what they import, as the formatter wants it. */
function from(line: string): string {
  return line.slice(line.indexOf(" from "));
}
