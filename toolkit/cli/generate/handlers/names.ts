import type { ApiDocument } from "@counterpart/server/document";
import { capitalized, isIdentifier, reservedWords } from "../literal.ts";

/** Files of the operations folder that aren't operations. */
const supportFiles = ["authenticators", "handlers", "operation", "service"] as const;

/** Names that the files of operations import. */
const importedNames = new Set(["Caller", "Input", "NotImplemented", "Output", "Services"]);

/**
 * The name of each operation's handler and file: the operationId, or the nearest valid identifier (`pets.list` becomes
 * `petsList`). Names differ by more than case, for case-insensitive file systems.
 */
export function handlerNames({ operations }: Pick<ApiDocument, "operations">): Map<string, string> {
  const taken = new Set<string>([...supportFiles, ...reservedWords]);
  const names = new Map<string, string>();
  const take = (operationId: string, wanted: string) => {
    let name = wanted;
    while (taken.has(name.toLowerCase()) || importedNames.has(name)) name += "_";
    taken.add(name.toLowerCase());
    names.set(operationId, name);
  };
  // OperationIds that are valid identifiers take precedence, whatever their order in the document.
  const ids = operations.map(({ operationId }) => operationId);
  for (const id of ids.filter(isIdentifier)) take(id, id);
  for (const id of ids.filter((id) => !isIdentifier(id))) take(id, toName(id));
  return names;
}

function toName(operationId: string): string {
  const [first = "", ...rest] = operationId.split(/[^A-Za-z0-9_$]+/).filter(Boolean);
  const name = first + rest.map(capitalized).join("");
  return /^[A-Za-z_$]/.test(name) ? name : `operation${name}`;
}
