import { readdir } from "node:fs/promises";
import type { ApiDocument } from "../server/http/document.ts";

/** The operationIds of the document that have no file in the operations folder, in the document's order. */
export async function missingStubs(document: ApiDocument, folder: string): Promise<string[]> {
  const files = new Set(await readdir(folder).catch(() => []));
  return document.operations.map(({ operationId }) => operationId).filter((id) => !files.has(`${id}.ts`));
}

/** A handler that compiles and answers 501 until somebody writes it. */
export function emitStub(operationId: string): string {
  return `import { notImplemented } from "../http/not-implemented.ts";
import type { Operation } from "./operation.ts";

export const ${operationId}: Operation<"${operationId}", object> = notImplemented;
`;
}

/** The list of all handlers; typed so that one too few does not compile. */
export function emitHandlers(document: ApiDocument): string {
  const ids = document.operations.map(({ operationId }) => operationId).sort();
  const imports = [
    `import type { Caller, Services } from "./operation.ts";`,
    ...ids.map((id) => `import { ${id} } from "./${id}.ts";`),
  ].sort((a, b) => from(a).localeCompare(from(b), "en"));
  return `// Written by \`npm run scaffold\`: one line an operation of the document.
import type { Handlers } from "../../generated/operations.ts";
${imports.join("\n")}

export const handlers: Handlers<Caller, Services> = {
${ids.map((id) => `  ${id},\n`).join("")}};
`;
}

/** Imports stand in the order of what they import, as the formatter wants it. */
function from(line: string): string {
  return line.slice(line.indexOf(" from "));
}
