import { readdir } from "node:fs/promises";
import path from "node:path";
import type { ApiDocument } from "@counterpart/server/document";
import type { DocumentConfig } from "../../config/define-config.ts";
import { handlerNames } from "./names.ts";

/** The import paths in scaffolded files: relative, without a trailing slash. */
export interface StubImports {
  /** From the list of handlers and its siblings to the generated folder. */
  generated: string;
  /** From there to the operations folder. */
  operations: string;
  /** From an operation's file back to that folder. */
  fromOperation: string;
}

/** The import paths for the configured folders. */
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

/** The operationIds without a file in the operations folder, in the document's order. */
export async function missingStubs(document: ApiDocument, folder: string): Promise<string[]> {
  const files = new Set(await readdir(folder).catch(() => []));
  const names = handlerNames(document);
  return document.operations
    .map(({ operationId }) => operationId)
    .filter((id) => !files.has(`${names.get(id)}.ts`));
}

/**
 * A handler that compiles. Until it is implemented, the mock answers in development, and otherwise 501.
 * @param shape the lines of its success's shape
 */
export function emitStub(
  operationId: string,
  name: string,
  { fromOperation }: StubImports,
  shape: string[],
): string {
  const id = JSON.stringify(operationId);
  const parameters = [`_input: Input<${id}>`, "_services: Services"];
  const head = `export async function ${name}(${parameters.join(", ")}): Promise<Output<${id}>> {`;
  const broken = `export async function ${name}(\n${parameters.map((one) => `  ${one},\n`).join("")}): Promise<Output<${id}>> {`;
  const [first, ...others] = shape;
  const comment = [
    ...(first === undefined ? [] : [`  // On success, return ${first}\n`]),
    ...others.map((line) => `  // ${line}\n`),
  ].join("");
  return `import { NotImplemented } from "@counterpart/server";
import type { Input, Output, Services } from "${fromOperation}/operation.ts";

${head.length > maxLineLength ? broken : head}
${comment}  throw new NotImplemented();
}
`;
}

/** The formatter's limit, so that it leaves new files unchanged. */
const maxLineLength = 110;

/** The list of all handlers; its type makes a missing handler a compile error. */
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

/** Imports are sorted by module, as the formatter requires. */
function from(line: string): string {
  return line.slice(line.indexOf(" from "));
}
