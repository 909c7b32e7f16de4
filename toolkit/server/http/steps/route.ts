import type { ApiDocument, DocumentOperation } from "../../document/document.ts";
import { setOwn } from "../../document/own.ts";
import { allowed } from "../allowed.ts";
import type { RequestContext } from "../context.ts";
import type { ExchangeRequest } from "../exchange.ts";
import { createOperationTrees } from "../operation-trees.ts";

/** Finds a request's operation and stores it in the context, in time independent of the number of paths. */
export type FindOperation = (req: ExchangeRequest, context: RequestContext) => DocumentOperation | undefined;

export function createRouter(document: ApiDocument, basePath = ""): FindOperation {
  const { find, methodsAt } = createOperationTrees(document, basePath);
  return (req, context) => {
    const found = find(req.method, req.url, context.path, req);
    if (!found) {
      const { methods, isUndecodable } = methodsAt(req.url, context.path);
      if (isUndecodable) context.hasUndecodablePath = true;
      if (methods.length > 0) context.allow = allowed(methods);
      return undefined;
    }
    const { segments, isUndecodable } = found;
    const { operation, names } = found.place;
    if (isUndecodable) context.hasUndecodablePath = true;
    // Node omits the body of a HEAD response; all other steps see a GET.
    if (req.method === "HEAD" && operation.method === "get") {
      context.isHead = true;
      req.method = "GET";
    }
    context.operation = operation;
    if (names.length > 0) context.pathParams = named(names, segments);
    return operation;
  };
}

function named(names: string[], segments: string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (let at = 0; at < names.length; at++) setOwn(params, names[at] ?? "", segments[at] ?? "");
  return params;
}
