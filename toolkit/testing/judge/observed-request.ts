import type { ApiDocument, DocumentOperation } from "@counterpart/server/document";
import type { SentRequest } from "./exchange.ts";

/** A request, read once for all rules. */
export interface ObservedRequest {
  document: ApiDocument;
  request: SentRequest;
  method: string;
  pathname: string;
  /** With its question mark; empty if there is none. */
  search: string;
  /** By lower-case name. */
  requestHeaders: Map<string, string>;
  /** Undefined if the document has none for this method and path. */
  operation: DocumentOperation | undefined;
  /** Decoded. */
  pathParameters: Record<string, string>;
}
