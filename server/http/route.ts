import type { RequestHandler } from "express";
import findMyWay from "find-my-way";
import { contextOf } from "./context.ts";
import type { ApiDocument, DocumentOperation, Method } from "./document.ts";

type ByMethod = Partial<Record<string, DocumentOperation>>;

/**
 * Finds the operation of a request in constant time, however many paths the document has: a radix tree holds the
 * paths, a table each path's methods. HEAD is answered as GET (RFC 9110, 9.3.2).
 */
export function route(document: ApiDocument): RequestHandler {
  const tree = findMyWay({ onBadUrl: () => {} });
  for (const [path, byMethod] of operationsByPath(document)) {
    tree.on("GET", toPattern(path), () => {}, byMethod);
  }
  return (req, res, next) => {
    const context = contextOf(res);
    const found = tree.find("GET", req.path);
    const byMethod = found?.store as ByMethod | undefined;
    if (found && byMethod) {
      const method = req.method === "HEAD" && !byMethod.HEAD ? "GET" : req.method;
      const operation = byMethod[method];
      if (operation) {
        // Node leaves out the body of a HEAD response by itself; everything else sees a GET.
        req.method = method;
        context.operation = operation;
        context.pathParams = found.params as Record<string, string>;
      } else {
        context.allow = allowed(byMethod);
      }
    }
    next();
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

/** `/v1/cart/{cartId}` as find-my-way writes it. A colon in the document is a colon. */
function toPattern(path: string): string {
  return path.replaceAll(":", "::").replace(/\{([^}]+)\}/g, ":$1");
}

function allowed(byMethod: ByMethod): string[] {
  const methods = new Set<string>([...Object.keys(byMethod), "OPTIONS"] satisfies (
    | Uppercase<Method>
    | string
  )[]);
  if (methods.has("GET")) methods.add("HEAD");
  return [...methods].sort();
}
