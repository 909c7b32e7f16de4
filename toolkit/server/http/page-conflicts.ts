import type { ApiDocument } from "../document/document.ts";
import type { Page } from "./pages.ts";
import { pathPattern } from "./path-pattern.ts";

/** A document and the pages served beside it. */
export interface DocumentWithPages {
  document: ApiDocument;
  /** Prefix of every path of the document. */
  basePath: string;
  pages: Page[];
}

/** A page and an operation that can match the same request. */
export interface PageConflict {
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
