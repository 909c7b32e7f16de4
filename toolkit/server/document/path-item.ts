import { METHODS } from "node:http";
import { type Any, escapePointerPart, isContainer, type RawDocument } from "./references.ts";

/** The methods that are members of a path item; `query` since OpenAPI 3.2. */
export const methods = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
  "query",
] as const;

/** An operation with its place in a path item. */
export interface WrittenOperation {
  /** In lower case. */
  method: string;
  /** The keys that lead from the path item to it. */
  keys: string[];
  operation: Any;
}

/**
 * The operations of a path item: those of the fixed methods, then OpenAPI 3.2's `additionalOperations`, which
 * are keyed by method in the case that is sent.
 * @param pathItem with its reference resolved
 */
export function operationsOf(pathItem: Any): WrittenOperation[] {
  const written: WrittenOperation[] = [];
  const add = (method: string, keys: string[], operation: Any): void => {
    if (isContainer(operation)) written.push({ method, keys, operation });
  };
  for (const method of methods) add(method, [method], pathItem?.[method]);
  for (const [key, operation] of Object.entries<Any>(pathItem?.additionalOperations ?? {}))
    add(key.toLowerCase(), ["additionalOperations", key], operation);
  return written;
}

/** The operations of a document's paths or webhooks, whose items are no references. The name is the path or the webhook's. */
export function operationsIn(raw: RawDocument, section: "paths" | "webhooks") {
  return Object.entries<Any>(raw[section] ?? {}).flatMap(([name, item]) =>
    operationsOf(item).map((written) => ({ ...written, name, item })),
  );
}

/** Finds an operation of a path item by its lower-case method. */
export function operationOf(pathItem: Any, method: string): Any {
  return operationsOf(pathItem).find((one) => one.method === method)?.operation;
}

/** Replaces a path item's operation for a method; undefined removes it. */
export function withOperation(pathItem: Any, method: string, operation: Any): Any {
  const keys = operationsOf(pathItem).find((one) => one.method === method)?.keys ?? [method];
  const [key = "", name] = keys;
  const { [key]: before, ...others } = pathItem;
  if (name === undefined) return operation === undefined ? others : { ...others, [key]: operation };
  const { [name]: _, ...more } = before;
  const changed = operation === undefined ? more : { ...more, [name]: operation };
  return Object.keys(changed).length === 0 ? others : { ...others, [key]: changed };
}

/**
 * The pointer of an operation, as in `#/paths/~1pets/get`.
 * @param method in lower case
 */
export function operationPointer({ path, method }: { path: string; method: string }): string {
  const isOwn = (methods as readonly string[]).includes(method);
  const end = isOwn ? method : `additionalOperations/${escapePointerPart(method.toUpperCase())}`;
  return `#/paths/${escapePointerPart(path)}/${end}`;
}

/** Why a server can't answer an additional operation; undefined if it can. */
export function methodFault(key: string): string | undefined {
  if ((methods as readonly string[]).includes(key.toLowerCase())) {
    return `\`additionalOperations\` can't have ${key}. Write it as \`${key.toLowerCase()}\` beside it.`;
  }
  if (METHODS.includes(key) && key !== "CONNECT") return undefined;
  const upper = key.toUpperCase();
  return METHODS.includes(upper) && upper !== "CONNECT"
    ? `methods are case-sensitive, and Node's HTTP server knows no ${key}. Write ${upper}.`
    : `Node's HTTP server doesn't accept the method ${key}.`;
}

/** The default operationId: `GET /pets/{petId}/toys` becomes `getPetsPetIdToys`. */
export function fallbackOperationId(method: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return method.replace(/\W/g, "") + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("");
}

/** Whether `fetch` sends no body with this method. */
export function isBodilessMethod(method: string): boolean {
  return method === "get" || method === "head";
}
