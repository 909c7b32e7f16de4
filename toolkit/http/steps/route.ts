import type { Request } from "express";
import type { ApiDocument, DocumentOperation } from "../../document/document.ts";
import { allowed } from "../allowed.ts";
import type { RequestContext } from "../context.ts";
import { createPathTree } from "../path-tree.ts";

type ByMethod = Partial<Record<string, DocumentOperation>>;

/**
 * Finds the operation of a request, and stores it in the context. It takes constant time, however many paths the
 * document has: a radix tree of paths, and a table of methods for each. HEAD is answered as GET (RFC 9110, 9.3.2).
 */
export type FindOperation = (req: Request, context: RequestContext) => DocumentOperation | undefined;

export function createRouter(document: ApiDocument, basePath = ""): FindOperation {
  const find = createPathTree(
    [...operationsByPath(document)].map(([path, byMethod]) => [
      basePath + path,
      { byMethod, names: parameterNames(path) },
    ]),
  );
  return (req, context) => {
    const found = find(req);
    if (!found) return undefined;
    const { place, segments, isUndecodable } = found;
    const { byMethod, names } = place;
    if (isUndecodable) context.namesNothing = true;
    const method = req.method === "HEAD" && !byMethod.HEAD ? "GET" : req.method;
    const operation = byMethod[method];
    if (!operation) {
      context.allow = allowed(Object.keys(byMethod));
      return undefined;
    }
    // Node omits the body of a HEAD response by itself; all other steps see a GET.
    if (method !== req.method) context.isHead = true;
    req.method = method;
    context.operation = operation;
    context.pathParams = Object.fromEntries(names.map((name, index) => [name, segments[index] ?? ""]));
    return operation;
  };
}

function operationsByPath(document: ApiDocument): Map<string, ByMethod> {
  const paths = new Map<string, ByMethod>();
  for (const operation of document.operations) {
    const byMethod = paths.get(operation.path) ?? {};
    byMethod[operation.method.toUpperCase()] = operation;
    paths.set(operation.path, byMethod);
  }
  return paths;
}

function parameterNames(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
}
