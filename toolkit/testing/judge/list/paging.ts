import type { ApiDocument, DocumentOperation, Parameter } from "@counterpart/server/document";
import { getOrMake, own } from "@counterpart/server/values";
import { keywordOf } from "../values/keyword-of.ts";

/** A name without case and separators: `pagesize` for `page_size` and `page[size]`. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}

const pageSizes = new Set([
  "limit",
  "pagesize",
  "perpage",
  "pagelimit",
  "maxresults",
  "top",
  "take",
  "itemsperpage",
  "resultsperpage",
]);

/** Each exchange asks, and operations don't change. */
const pageSizeOf = new WeakMap<DocumentOperation, { parameter: Parameter | undefined }>();

/** The query parameter with the number of rows of a page. `size` can be another size, unless there are pages. */
export function pageSizeParameter(
  document: ApiDocument,
  operation: DocumentOperation,
): Parameter | undefined {
  return getOrMake(pageSizeOf, operation, () => ({ parameter: findPageSize(document, operation) })).parameter;
}

function findPageSize(document: ApiDocument, { parameters }: DocumentOperation): Parameter | undefined {
  const numbers = parameters.filter((one) => one.in === "query" && isInteger(document, one));
  const hasPages = parameters.some(({ in: place, name }) => place === "query" && plain(name) === "page");
  return numbers.find(({ name }) => pageSizes.has(plain(name)) || (hasPages && plain(name) === "size"));
}

export type Position = "page" | "offset" | "cursor";

const positions: Record<string, Position> = {
  page: "page",
  pagenumber: "page",
  offset: "offset",
  skip: "offset",
  start: "offset",
  cursor: "cursor",
  after: "cursor",
  startingafter: "cursor",
  pagetoken: "cursor",
  nexttoken: "cursor",
  continuationtoken: "cursor",
};

/** How a query parameter chooses the page; undefined if it doesn't. */
export function positionOf(document: ApiDocument, parameter: Parameter): Position | undefined {
  const position = parameter.in === "query" ? own(positions, plain(parameter.name)) : undefined;
  return position === "cursor" || isInteger(document, parameter) ? position : undefined;
}

function isInteger(document: ApiDocument, { schema }: Parameter): boolean {
  return [keywordOf(document, schema, "type")].flat().includes("integer");
}
