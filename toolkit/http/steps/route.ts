import type { Request } from "express";
import type { ApiDocument, DocumentOperation } from "../../document/document.ts";
import { allowed } from "../allowed.ts";
import type { RequestContext } from "../context.ts";
import { createPathTree, pathPattern } from "../path-tree.ts";

/** By method, the operation and the names of its path's parameters in their order. */
type ByMethod = Partial<Record<string, { operation: DocumentOperation; names: string[] }>>;

/**
 * Finds the operation of a request, and stores it in the context. It takes constant time, however many paths the
 * document has: a radix tree of paths, and a table of methods for each. HEAD is answered as GET (RFC 9110, 9.3.2).
 */
export type FindOperation = (req: Request, context: RequestContext) => DocumentOperation | undefined;

export function createRouter(document: ApiDocument, basePath = ""): FindOperation {
  const find = createPathTree(placesOf(document, basePath));
  return (req, context) => {
    const found = find(req.url, context.path);
    if (!found) return undefined;
    const { place: byMethod, segments, isUndecodable } = found;
    if (isUndecodable) context.hasUndecodablePath = true;
    const method = req.method === "HEAD" && !byMethod.HEAD ? "GET" : req.method;
    const target = byMethod[method];
    if (!target) {
      context.allow = allowed(Object.keys(byMethod));
      return undefined;
    }
    const { operation, names } = target;
    // Node omits the body of a HEAD response by itself; all other steps see a GET.
    if (method !== req.method) {
      context.isHead = true;
      req.method = method;
    }
    context.operation = operation;
    if (names.length > 0) context.pathParams = named(names, segments);
    return operation;
  };
}

function named(names: string[], segments: string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (let at = 0; at < names.length; at++) params[names[at] ?? ""] = segments[at] ?? "";
  return params;
}

/** Two paths that differ only in their parameters' names are one place. */
function placesOf(document: ApiDocument, basePath: string): [path: string, ByMethod][] {
  const places = new Map<string, [string, ByMethod]>();
  for (const operation of document.operations) {
    const path = basePath + operation.path;
    const pattern = pathPattern(path);
    const place = places.get(pattern) ?? [path, {}];
    place[1][operation.method.toUpperCase()] = { operation, names: parameterNames(operation.path) };
    places.set(pattern, place);
  }
  return [...places.values()];
}

function parameterNames(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
}
