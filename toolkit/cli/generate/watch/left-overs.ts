import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { ApiDocument } from "@counterpart/server/document";
import { handlerNames } from "../handlers/names.ts";

/** A file in the operations folder whose handler the server doesn't use. */
export interface LeftOver {
  file: string;
  /** The operation that the handler is written for. */
  operationId: string;
  /** The file that the server uses for this operation; undefined if the document has no such operation. */
  usedFile?: string;
}

/** How a handler names its operation: `Input<"listPets">`. */
const operationType = /\b(?:Input|Output|Operation)<\s*"([^"]+)"/;

/**
 * Finds handlers of renamed or removed operations, and second handlers of one operation. Files without an
 * operation's type are taken for helpers.
 */
export async function findLeftOvers(
  document: Pick<ApiDocument, "operations">,
  folder: string,
): Promise<LeftOver[]> {
  const names = handlerNames(document);
  const used = new Set([...names.values()].map((name) => `${name}.ts`));
  const files = await readdir(folder).catch(() => []);
  const others = files.filter((name) => name.endsWith(".ts") && !used.has(name)).sort();
  const found: LeftOver[] = [];
  for (const name of others) {
    const file = path.join(folder, name);
    const [, operationId] = operationType.exec(await readFile(file, "utf8").catch(() => "")) ?? [];
    if (operationId === undefined) continue;
    const usedName = names.get(operationId);
    found.push({
      file,
      operationId,
      ...(usedName !== undefined && { usedFile: path.join(folder, `${usedName}.ts`) }),
    });
  }
  return found;
}
