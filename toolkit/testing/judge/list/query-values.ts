import type { DocumentOperation } from "@counterpart/server/document";
import { parameterReader } from "@counterpart/server/request";
import { getOrMake } from "@counterpart/server/values";
import type { Observed } from "../observe.ts";

const readers = new WeakMap<DocumentOperation, ReturnType<typeof parameterReader>>();

/** Several rules read the same query. */
const known = new WeakMap<Observed, Record<string, unknown>>();

/** The documented query parameters that were sent, in the document's types. */
export function queryValues(observed: Observed): Record<string, unknown> {
  return getOrMake(known, observed, () => readQuery(observed));
}

function readQuery({
  document,
  operation,
  pathname,
  search,
  requestHeaders,
  pathParameters,
}: Observed): Record<string, unknown> {
  if (!operation || search === "") return {};
  const read = getOrMake(readers, operation, () => parameterReader(document, operation));
  return read(
    { originalUrl: pathname + search, get: (name) => requestHeaders.get(name.toLowerCase()) },
    pathParameters,
  ).query;
}
