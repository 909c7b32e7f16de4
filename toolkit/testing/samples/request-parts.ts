import type { Parameter } from "@counterpart/server/document/document";
import { setOwn } from "@counterpart/server/document/own";
import { sendablePath } from "./parameter-text.ts";
import type { PlaceholderCredentials } from "./placeholder-credentials.ts";

/** A request that is being put together. */
export interface RequestParts {
  path: string;
  headers: Record<string, string>;
  /** Encoded pairs. Security schemes may share one. */
  query: Set<string>;
  /** Pairs. */
  cookies: Set<string>;
}

/** @param path as documented, with `{name}` for each parameter */
export function requestParts(path: string): RequestParts {
  return { path: sendablePath(path), headers: {}, query: new Set(), cookies: new Set() };
}

/** @param text as sent; with its name in a query or a cookie */
export function addParameter(
  parts: RequestParts,
  { in: place, name }: Pick<Parameter, "in" | "name">,
  text: string,
): void {
  if (place === "path") parts.path = parts.path.replaceAll(`{${name}}`, () => text);
  else if (place === "query") parts.query.add(text);
  else if (place === "cookie") parts.cookies.add(text);
  else setOwn(parts.headers, name, text);
}

export function addCredentials(
  parts: RequestParts,
  { headers, query, cookies }: PlaceholderCredentials,
): void {
  Object.assign(parts.headers, headers);
  for (const pair of query) parts.query.add(pair);
  for (const pair of cookies) parts.cookies.add(pair);
}

/** The address with its query, and the headers with the cookies. */
export function joined({ path, headers, query, cookies }: RequestParts): {
  path: string;
  headers: Record<string, string>;
} {
  return {
    path: query.size > 0 ? `${path}?${[...query].join("&")}` : path,
    headers: cookies.size > 0 ? { ...headers, Cookie: [...cookies].join("; ") } : headers,
  };
}
