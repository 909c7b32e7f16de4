import type { ApiDocument } from "@counterpart/server/document/document";
import { capitalized, isIdentifier } from "../literal.ts";

/** Files of the operations folder that aren't operations. */
const supportFiles = ["authenticators", "handlers", "operation", "service"] as const;

/** What the files that are written for operations import. */
const importedNames = new Set(["Caller", "Input", "NotImplemented", "Output", "Services"]);

// From ECMAScript, with what a module can't declare.
const reserved =
  "arguments await break case catch class const continue debugger default delete do else enum eval export extends false " +
  "finally for function if implements import in instanceof interface let new null package private protected public " +
  "return static super switch this throw true try typeof var void while with yield";

/**
 * What each operation's handler and its file are called: the operationId where that can be the name of a constant, else
 * the nearest name that can (`pets.list` becomes `petsList`). No two differ in their case alone, for the sake of file
 * systems that don't tell them apart.
 */
export function handlerNames({ operations }: Pick<ApiDocument, "operations">): Map<string, string> {
  const taken = new Set<string>([...supportFiles, ...reserved.split(" ")]);
  const names = new Map<string, string>();
  const take = (operationId: string, wanted: string) => {
    let name = wanted;
    while (taken.has(name.toLowerCase()) || importedNames.has(name)) name += "_";
    taken.add(name.toLowerCase());
    names.set(operationId, name);
  };
  // Those that are names already keep them, whatever stands before them in the document.
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
