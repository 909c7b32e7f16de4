import helmet from "helmet";
import { allowed } from "./allowed.ts";
import { middlewareStep, type Step, sequence } from "./composition/step.ts";
import type { RequestContext } from "./context.ts";
import type { ExchangeRequest, Handler } from "./exchange.ts";
import { createPagePaths } from "./page-paths.ts";

/** An address outside the document. */
export interface Page {
  method: string;
  /**
   * May have parameters, decoded in `contextOf(res).pathParams`; `/*` at the end matches every path below. An operation
   * with the same path replaces the page; where only patterns overlap, the page wins. Both are logged.
   */
  path: string;
  handler: Handler;
  /** Whether it is a health check, which metrics don't count or time. */
  isProbe?: boolean;
}

interface PageSurroundings {
  /** Whether an operation has this path and replaces the page. */
  isTaken: (path: string) => boolean;
  /** Runs when a page's handler calls `next`. */
  otherwise: Step;
}

/** Finds the page for a request and stores it in the context. */
export type FindPage = (req: ExchangeRequest, context: RequestContext) => Step | undefined;

/** The pages at a path. */
interface Place {
  path: string;
  byMethod: Map<string, Step>;
  isProbe: boolean;
}

/**
 * Falls back to GET for HEAD. A method that the page doesn't have is recorded in the context and refused as
 * for an operation, but without requiring a credential.
 */
export function createPageFinder(pages: Page[], { isTaken, otherwise }: PageSurroundings): FindPage {
  const forPages = helmet() as unknown as Handler;
  const places = new Map<string, Place>();
  for (const { method, path, handler, isProbe = false } of pages) {
    if (isTaken(path)) continue;
    const place = places.get(path) ?? { path, byMethod: new Map<string, Step>(), isProbe };
    places.set(path, place);
    place.byMethod.set(method, sequence(middlewareStep(forPages, handler), otherwise));
  }
  const find = createPagePaths(places);
  return (req, context) => {
    const found = find(req.url, context.path);
    if (!found) return undefined;
    const { path, byMethod, isProbe } = found.place;
    context.isProbe = isProbe;
    const method = req.method === "HEAD" && !byMethod.has("HEAD") ? "GET" : req.method;
    const page = byMethod.get(method);
    if (page) {
      context.page = `${method} ${path}`;
      context.pathParams = found.params;
      return page;
    }
    const [first = ""] = byMethod.keys();
    context.page = `${first} ${path}`;
    context.allow = allowed([...byMethod.keys()]);
    return undefined;
  };
}
