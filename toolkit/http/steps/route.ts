import type { Request } from "express";
import findMyWay from "find-my-way";
import type { ApiDocument, DocumentOperation } from "../../document/document.ts";
import { allowed } from "../allowed.ts";
import type { RequestContext } from "../context.ts";

type ByMethod = Partial<Record<string, DocumentOperation>>;

/** What stands at the end of a path. */
interface Place {
  /** Of the path's parameters, in their order. */
  names: string[];
  byMethod: ByMethod;
}

/**
 * Finds the operation of a request, and notes it in the context. It takes constant time, however many paths the document
 * has: a radix tree holds the paths, a table each path's methods. HEAD is answered as GET (RFC 9110, 9.3.2).
 */
export type FindOperation = (req: Request, context: RequestContext) => DocumentOperation | undefined;

export function createRouter(document: ApiDocument, basePath = ""): FindOperation {
  // By default a path with a parameter of more than 100 characters would be unknown; Node bounds the request line.
  const tree = findMyWay({ onBadUrl: () => {}, maxParamLength: 64 * 1024 });
  for (const [path, byMethod] of operationsByPath(document)) {
    tree.on("GET", toPattern(basePath + path), () => {}, {
      names: parameterNames(path),
      byMethod,
    } satisfies Place);
  }
  return (req, context) => {
    // A fragment isn't sent (RFC 9112, 3.2); Express would take it away.
    let found = req.url.includes("#") ? null : tree.find("GET", req.path);
    if (!found?.store && req.path.includes("%")) {
      // A percent sign that encodes nothing can't name anything, but it tells which operation was meant.
      found = tree.find("GET", req.path.replaceAll("%", "%25"));
      context.namesNothing = true;
    }
    const place = found?.store as Place | undefined;
    const segments = found ? Object.values(found.params) : [];
    // `/pets/` is not `/pets/{petId}` with an id of no letters.
    if (!place || segments.includes("")) return undefined;
    const { byMethod, names } = place;
    const method = req.method === "HEAD" && !byMethod.HEAD ? "GET" : req.method;
    const operation = byMethod[method];
    if (!operation) {
      context.allow = allowed(Object.keys(byMethod));
      return undefined;
    }
    // Node leaves out the body of a HEAD response by itself; everything else sees a GET.
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

/**
 * `/v1/pets/{petId}` as find-my-way writes it: `/v1/pets/:p0`. Parameters are numbered, since in its names a hyphen or
 * a point would end the parameter. A colon in the document is a colon.
 */
function toPattern(path: string): string {
  let n = 0;
  return path
    .replaceAll(":", "::")
    .split("/")
    .map((part) =>
      part.replace(/\{[^}]+\}/g, (parameter) => (parameter === part ? `:p${n++}` : `:p${n++}([^/]+?)`)),
    )
    .join("/");
}
