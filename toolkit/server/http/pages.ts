import helmet from "helmet";
import type { ApiDocument } from "../document/document.ts";
import { parameterNames } from "../document/path-template.ts";
import { middlewareStep, type Step, sequence } from "./composition/step.ts";
import type { RequestContext } from "./context.ts";
import type { ExchangeRequest, Handler } from "./exchange.ts";
import { createPathTree, pathPattern } from "./path-tree.ts";
import { allowed } from "./route.ts";

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

interface PageContext {
  /** Whether an operation has this path and replaces the page. */
  isTaken: (path: string) => boolean;
  /** Runs when a page's handler calls `next`. */
  otherwise: Step;
}

/** The pages at a path. */
interface Place {
  path: string;
  byMethod: Map<string, Step>;
  isProbe: boolean;
}

/**
 * Finds the page for a request and stores it in the context. Falls back to GET for HEAD. A method that the page doesn't have is recorded in the context and refused as
 * for an operation, but without requiring a credential.
 */
export function createPageFinder(pages: Page[], { isTaken, otherwise }: PageContext) {
  const forPages = helmet() as unknown as Handler;
  const places = new Map<string, Place>();
  for (const { method, path, handler, isProbe = false } of pages) {
    if (isTaken(path)) continue;
    const place = places.get(path) ?? { path, byMethod: new Map<string, Step>(), isProbe };
    places.set(path, place);
    place.byMethod.set(method, sequence(middlewareStep(forPages, handler), otherwise));
  }
  const find = createPagePaths(places);
  return (req: ExchangeRequest, context: RequestContext): Step | undefined => {
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

const everythingBelow = "/*";

/**
 * Finds the page at a request's path: an exact match first, then a match by parameters, then the first `/*`
 * page above the path.
 * @returns the place and the path parameters, decoded
 */
export function createPagePaths<Place>(places: Map<string, Place>) {
  const withParameters = [...places].flatMap(([path, place]) => {
    const names = parameterNames(path);
    return names.length > 0 ? [[path, { place, names }] as [string, { place: Place; names: string[] }]] : [];
  });
  const findByParameters = withParameters.length > 0 ? createPathTree(withParameters) : undefined;
  // Saves the tree search for most requests, which are to operations.
  const inexact = [...places.keys()].filter((path) => path.includes("{") || path.endsWith(everythingBelow));
  const beginnings = [...new Set(inexact.map(firstSegment))];
  const above = [...places].filter(([path]) => path.endsWith(everythingBelow));
  return (url: string, path: string): { place: Place; params: Record<string, string> } | undefined => {
    const exact = places.get(path);
    if (exact) return { place: exact, params: {} };
    if (!beginnings.some((beginning) => path.startsWith(beginning))) return undefined;
    const found = findByParameters?.(url, path);
    if (found && !found.isUndecodable) {
      const { place, names } = found.place;
      return { place, params: Object.fromEntries(names.map((name, at) => [name, found.segments[at] ?? ""])) };
    }
    const [, rest] = above.find(([prefix]) => path.startsWith(prefix.slice(0, -1))) ?? [];
    return rest && { place: rest, params: {} };
  };
}

/** `/admin/` for `/admin/{id}`; `/` if the first segment has a parameter. */
function firstSegment(path: string): string {
  const segment = path.slice(0, path.indexOf("/", 1) + 1);
  return segment === "" || segment.includes("{") ? "/" : segment;
}

/** A document and the pages served beside it. */
interface DocumentWithPages {
  document: ApiDocument;
  /** Prefix of every path of the document. */
  basePath: string;
  pages: Page[];
}

/** A page and an operation that can match the same request. */
interface PageConflict {
  /** The page's path. */
  page: string;
  operationId: string;
  /** Both have the same path, so the page isn't served. Otherwise the page takes precedence. */
  isTaken: boolean;
}

/** Returns a predicate: does an operation have this page's path? If so, the page isn't served. */
export function takenPaths(documents: Pick<DocumentWithPages, "document" | "basePath">[]) {
  const taken = new Set(
    documents.flatMap(({ document, basePath }) =>
      document.operations.map((operation) => pathPattern(basePath + operation.path)),
    ),
  );
  return (path: string): boolean => taken.has(pathPattern(path));
}

/** All conflicts between pages and operations. */
export function pageConflicts(documents: DocumentWithPages[]): PageConflict[] {
  const isTaken = takenPaths(documents);
  const paths = new Set(documents.flatMap((one) => one.pages.map(({ path }) => path)));
  const pages = [...paths].map((page) => ({ page, pattern: pathPattern(page), isFree: !isTaken(page) }));
  return documents.flatMap(({ document, basePath }) =>
    document.operations.flatMap(({ operationId, path }) => {
      const given = pathPattern(basePath + path);
      return pages.flatMap(({ page, pattern, isFree }): PageConflict[] => {
        if (pattern === given) return [{ page, operationId, isTaken: true }];
        return isFree && overlap(page, basePath + path) ? [{ page, operationId, isTaken: false }] : [];
      });
    }),
  );
}

/** Whether a request's path can match both the page's path and the operation's. */
function overlap(page: string, path: string): boolean {
  const wanted = page.split("/");
  const given = path.split("/");
  const isAbove = wanted.at(-1) === "*";
  if (isAbove) wanted.pop();
  if (isAbove ? given.length <= wanted.length : given.length !== wanted.length) return false;
  return wanted.every((segment, at) => fitsBoth(segment, given[at] ?? ""));
}

function fitsBoth(one: string, two: string): boolean {
  if (one.includes("{")) return two.includes("{") || fits(one, two);
  return one === two || (two.includes("{") && fits(two, one));
}

function fits(template: string, segment: string): boolean {
  const literal = (text: string) => text.replace(/[.*+?^$()|[\]\\{}]/g, "\\$&");
  const pattern = template
    .split(/\{[^}]+\}/)
    .map(literal)
    .join(".+");
  return new RegExp(`^${pattern}$`, "s").test(segment);
}
