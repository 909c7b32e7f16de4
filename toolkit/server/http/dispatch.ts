import type { ApiDocument } from "../document/document.ts";
import { getOrMake } from "../document/get-or-make.ts";
import type { ExchangeRequest, Responder } from "./exchange.ts";
import { createPagePaths, type Page, takenPaths } from "./pages.ts";
import { createPathTree, pathOf, pathPattern } from "./path-tree.ts";

/** One of several documents on a server. */
export interface MountedDocument {
  /** Unique among the server's documents. */
  name: string;
  document: ApiDocument;
  /** Prefix of every path of the document. */
  basePath: string;
}

interface Served extends MountedDocument {
  /** Pages outside the document. */
  pages: Page[];
  /** Answers the requests of the document. */
  pipeline: Responder;
}

/**
 * Routes each request to the document that has its path. An unknown path is refused by the document with the
 * longest matching prefix (see `pathPrefixOf`), else by the first.
 * @throws when two documents share a path, or two services a page
 */
export function dispatch(documents: Served[]): Responder {
  const [first, ...others] = documents;
  if (!first) throw new Error("There is no document to serve.");
  if (others.length === 0) return first.pipeline;
  const conflicts = [...pathConflicts(documents), ...pageConflicts(documents)];
  if (conflicts.length > 0) throw new Error(conflicts.join("\n"));
  const findPath = createPathTree(
    documents.flatMap((one) => uniquePaths(one).map((path): [string, Served] => [path, one])),
  );
  const isTaken = takenPaths(documents);
  const findPage = createPagePaths(
    new Map(
      documents.flatMap((one) =>
        one.pages.filter(({ path }) => !isTaken(path)).map(({ path }): [string, Served] => [path, one]),
      ),
    ),
  );
  const byPrefix = documents
    .map((one) => ({ prefix: pathPrefixOf(one), one }))
    .filter(({ prefix }) => prefix !== "")
    .sort((a, b) => b.prefix.length - a.prefix.length);
  const choose = (req: ExchangeRequest): Served => {
    const called = req.toolsOf;
    const path = pathOf(req);
    return (
      (called && documents.find(({ document }) => document === called)) ??
      findPage(req.url, path)?.place ??
      findPath(req.url, path)?.place ??
      byPrefix.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))?.one ??
      first
    );
  };
  return (req, res) => choose(req).pipeline(req, res);
}

/** One message per path that two documents share; parameter names don't matter. */
export function pathConflicts(documents: MountedDocument[]): string[] {
  const claimed = new Map<string, { name: string; path: string }>();
  return documents.flatMap((one) =>
    uniquePaths(one).flatMap((path) => {
      const other = getOrMake(claimed, pathPattern(path), () => ({ name: one.name, path }));
      if (other.name === one.name) return [];
      const spelling = other.path === path ? "" : `, as ${other.path} and ${path}`;
      return `The documents ${other.name} and ${one.name} both have the path ${path}${spelling}. Give one of them another basePath.`;
    }),
  );
}

function pageConflicts(documents: Served[]): string[] {
  const claimed = new Map<string, string>();
  return documents.flatMap(({ name, pages }) =>
    [...new Set(pages.map(({ path }) => path))].flatMap((path) => {
      const other = claimed.get(path);
      claimed.set(path, name);
      return other === undefined ? [] : `The services of ${other} and ${name} both have a page ${path}.`;
    }),
  );
}

/**
 * The prefix of a document's paths, without a trailing slash: its base path, or the fixed segments that all
 * its paths share before the resource's name, such as `/v2`.
 */
export function pathPrefixOf(mounted: MountedDocument): string {
  if (mounted.basePath !== "") return mounted.basePath;
  const paths = mounted.document.paths.map((path) => path.split("/").slice(1));
  const [first = []] = paths;
  const isCommon = (at: number): boolean =>
    paths.every((path) => path[at] === first[at] && isFixed(path[at]) && isFixed(path[at + 1]));
  const length = first.findIndex((_, at) => !isCommon(at));
  return first
    .slice(0, length < 0 ? 0 : length)
    .map((segment) => `/${segment}`)
    .join("");
}

function isFixed(segment: string | undefined): boolean {
  return segment !== undefined && !segment.includes("{");
}

/** The paths with operations. Paths that differ only in parameter names count once. */
function uniquePaths({ document, basePath }: MountedDocument): string[] {
  const served = document.operations.map(({ path }) => basePath + path);
  return [...new Map(served.map((path) => [pathPattern(path), path])).values()];
}
