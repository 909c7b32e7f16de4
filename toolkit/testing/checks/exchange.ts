import type { ApiDocument, DocumentOperation } from "@counterpart/server/document";
import { operationFinder } from "../judge/document/find-operation.ts";
import { parsed, responseFaults } from "./response-faults.ts";

/** A request, its response, and the matching operation. */
export interface Exchange {
  method: string;
  path: string;
  /** With its question mark; empty if there is none. */
  query: string;
  operation?: DocumentOperation;
  requestBody: string | undefined;
  requestHeaders: Record<string, string>;
  status: number;
  mediaType: string | undefined;
  body: unknown;
  headers: Record<string, string>;
}

interface Sent {
  method: string;
  pathname: string;
  /** With its question mark; empty if there is none. */
  search: string;
  headers: Record<string, string>;
  body: string | undefined;
}

interface Received {
  status: number;
  /** Keyed by lower-case name. Several `Set-Cookie` headers are separated by line breaks. */
  headers: Record<string, string>;
  text: string;
}

/**
 * Reads exchanges, and finds the faults of their responses.
 * @param basePath prefix of all paths of the document
 */
export function exchangeCheck(document: ApiDocument, basePath: string) {
  const faultsOf = responseFaults(document);
  const find = operationFinder(document);
  return (sent: Sent, received: Received & { isUtf8: boolean }) => {
    const { method, pathname, search } = sent;
    const path = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : pathname;
    const operation = find(method, path, () => ({ search, headers: new Headers(sent.headers) }));
    const contentType = received.headers["content-type"];
    const faults = faultsOf({ ...received, method, contentType, ...(operation && { operation }) });
    return { exchange: toExchange({ ...sent, pathname: path }, received, operation), faults };
  };
}

export function toExchange(
  sent: Sent,
  { status, headers, text }: Received,
  operation: DocumentOperation | undefined,
): Exchange {
  const contentType = headers["content-type"];
  return {
    method: sent.method,
    path: sent.pathname,
    query: sent.search,
    ...(operation && { operation }),
    requestBody: sent.body,
    requestHeaders: sent.headers,
    status,
    mediaType: contentType?.split(";")[0]?.trim(),
    body: parsed(text, contentType),
    headers,
  };
}
