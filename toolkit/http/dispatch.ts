import type { Request, RequestHandler } from "express";
import type { ApiDocument } from "../document/document.ts";
import type { Page } from "./pages.ts";
import { createPathTree, pathPattern } from "./path-tree.ts";

/** A document that shares a server with others. */
export interface SharingDocument {
  /** Tells it apart from the others. */
  name: string;
  document: ApiDocument;
  /** Before every path of the document. */
  basePath: string;
}

interface Served extends SharingDocument {
  /** Answers outside the document. */
  pages: Page[];
  /** Answers the requests of the document. */
  pipeline: RequestHandler;
}

/**
 * Hands each request to the document that has its path. One that no document has goes to the document with the longest
 * beginning of the path (see `homeOf`), and else to the first, which refuse it in their words.
 * @throws when two documents claim the same address
 */
export function dispatch(documents: Served[]): RequestHandler {
  const [first, ...others] = documents;
  if (!first) throw new Error("There is no document to serve.");
  if (others.length === 0) return first.pipeline;
  const conflicts = [...pathConflicts(documents), ...pageConflicts(documents)];
  if (conflicts.length > 0) throw new Error(conflicts.join("\n"));
  const findPath = createPathTree(
    documents.flatMap((one) => uniquePaths(one).map((path): [string, Served] => [path, one])),
  );
  const taken = new Set(documents.flatMap(fullPaths));
  const byPage = new Map(
    documents.flatMap((one) =>
      one.pages.filter(({ path }) => !taken.has(path)).map(({ path }): [string, Served] => [path, one]),
    ),
  );
  const homes = documents
    .map((one) => ({ home: homeOf(one), one }))
    .filter(({ home }) => home !== "")
    .sort((a, b) => b.home.length - a.home.length);
  const choose = (req: Request): Served =>
    byPage.get(req.path) ??
    findPath(req)?.place ??
    homes.find(({ home }) => req.path === home || req.path.startsWith(`${home}/`))?.one ??
    first;
  return (req, res, next) => choose(req).pipeline(req, res, next);
}

/** The paths that two documents claim, a sentence each; also where they differ only in the names of parameters. */
export function pathConflicts(documents: SharingDocument[]): string[] {
  const claimed = new Map<string, { name: string; path: string }>();
  const conflicts: string[] = [];
  for (const one of documents) {
    for (const path of uniquePaths(one)) {
      const pattern = pathPattern(path);
      const other = claimed.get(pattern);
      if (!other) claimed.set(pattern, { name: one.name, path });
      else if (other.name !== one.name) {
        const spelling = other.path === path ? "" : `, as ${other.path} and ${path}`;
        conflicts.push(
          `The documents ${other.name} and ${one.name} both have the path ${path}${spelling}. Give one of them another basePath.`,
        );
      }
    }
  }
  return conflicts;
}

function pageConflicts(documents: Served[]): string[] {
  const claimed = new Map<string, string>();
  const conflicts: string[] = [];
  for (const { name, pages } of documents) {
    for (const path of new Set(pages.map((page) => page.path))) {
      const other = claimed.get(path);
      if (other !== undefined)
        conflicts.push(`The services of ${other} and ${name} both have a page ${path}.`);
      claimed.set(path, name);
    }
  }
  return conflicts;
}

/**
 * What all addresses of a document begin with, without a slash at its end: its base path, or else the segments that its
 * paths have in common and that stand before the names of resources, such as `/v2`.
 */
export function homeOf(sharing: SharingDocument): string {
  if (sharing.basePath !== "") return sharing.basePath;
  const paths = fullPaths(sharing).map((path) => path.split("/").slice(1));
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

function fullPaths({ document, basePath }: SharingDocument): string[] {
  return document.paths.map((path) => basePath + path);
}

/** Without those that differ from an earlier one of the same document only in the names of parameters. */
function uniquePaths(sharing: SharingDocument): string[] {
  const served = sharing.document.operations.map(({ path }) => sharing.basePath + path);
  return [...new Map(served.map((path) => [pathPattern(path), path])).values()];
}
