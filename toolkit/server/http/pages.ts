import type { Request, RequestHandler } from "express";
import helmet from "helmet";
import { allowed } from "./allowed.ts";
import { middlewareStep, type Step, sequence } from "./composition/step.ts";
import type { RequestContext } from "./context.ts";
import { createPagePaths } from "./page-paths.ts";

/** An address outside the document. */
export interface Page {
  method: string;
  /**
   * May have parameters, as in `/pets/{petId}`, whose decoded values are the `pathParams` of `contextOf(res)`. A path that
   * ends in `/*` has every path below it that no other page has. An operation with the same path takes it from the page. Where
   * a request fits a page and an operation of another path, such as `/version` and `/{name}`, the page is found first. The log
   * tells of both when the server starts.
   */
  path: string;
  handler: RequestHandler;
  /** Whether machines ask it all the time: its requests aren't among those that metrics count and time. */
  isProbe?: boolean;
}

interface PageSurroundings {
  /** Whether an operation has this path, which then isn't a page's. */
  isTaken: (path: string) => boolean;
  /** Answers when a page's handler calls `next`. */
  otherwise: Step;
}

/** Finds the page of a request, and stores it in the context. */
export type FindPage = (req: Request, context: RequestContext) => Step | undefined;

/** The pages of one path. */
interface Place {
  path: string;
  byMethod: Map<string, Step>;
  isProbe: boolean;
}

/**
 * HEAD is answered as GET. A method that a page doesn't have is recorded in the context: it is refused like one at an
 * operation's path, but without asking for a credential.
 */
export function createPageFinder(pages: Page[], { isTaken, otherwise }: PageSurroundings): FindPage {
  const forPages = helmet();
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
