import type { Server } from "../document.ts";
import { serverUrl } from "../server-url.ts";

/** The document, a path item or an operation. */
type WithServers = { servers?: Server[] } & Record<string, unknown>;

/**
 * The first server of the operation or its path, resolved against the document's first server. Undefined if it is the
 * same as the document's.
 */
export function ownServer(document: WithServers, pathItem: WithServers, operation: WithServers) {
  const [own] = operation.servers ?? pathItem.servers ?? [];
  if (!own) return undefined;
  const [first] = document.servers ?? [];
  const usual = first ? serverUrl(first) : "/";
  const url = serverUrl(own);
  const resolved = URL.parse(url, URL.canParse(usual) ? usual : undefined)?.href ?? url;
  return isSame(resolved, usual) || !URL.canParse(resolved) ? undefined : resolved.replace(/\/$/, "");
}

function isSame(one: string, other: string): boolean {
  return (URL.parse(one)?.href ?? one) === (URL.parse(other)?.href ?? other);
}
