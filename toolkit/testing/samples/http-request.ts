import type { DocumentOperation, Parameter } from "@counterpart/server/document";
import { byPart, type Placed, type Presented, placed, placeKey } from "./credentials.ts";
import { sendablePath } from "./parameter-text.ts";

/** A request to send. Credentials are separate so that none is printed. */
export interface HttpRequest {
  method: string;
  path: string;
  /** Encoded: `limit=5`. */
  query: string[];
  headers: [name: string, value: string][];
  cookies: string[];
  body?: Buffer;
  presented: Presented[];
}

/** A request of an operation, without parameters and body. */
export function emptyRequest(
  { method, path }: Pick<DocumentOperation, "method" | "path">,
  presented: Presented[],
): HttpRequest {
  return {
    method: method.toUpperCase(),
    path: sendablePath(path),
    query: [],
    headers: [],
    cookies: [],
    presented,
  };
}

/** Adds a parameter, which is encoded already. */
export function addParameter(
  request: HttpRequest,
  { in: place, name }: Pick<Parameter, "in" | "name">,
  text: string,
): void {
  if (place === "path") request.path = request.path.replaceAll(`{${name}}`, () => text);
  else if (place === "query") request.query.push(text);
  else if (place === "header") request.headers.push([name, text]);
  else request.cookies.push(text);
}

/** Whether a credential is sent in place of the parameter: it is sent once, even if a parameter describes it too. */
export function isCredential({ presented }: HttpRequest, parameter: Pick<Parameter, "in" | "name">): boolean {
  return presented.some((one) => placeKey(placed(one)) === placeKey(parameter));
}

/** The target and the headers of a request, with its credentials. */
export function joined(
  { path, query, headers, cookies, presented }: HttpRequest,
  shownAs?: (one: Placed) => string,
): { target: string; headers: [name: string, value: string][] } {
  const credentials = byPart(presented, shownAs);
  const allQuery = [...query, ...credentials.query];
  const jar = [...cookies, ...credentials.cookies];
  return {
    target: allQuery.length > 0 ? `${path}?${allQuery.join("&")}` : path,
    headers: [
      ...credentials.headers,
      ...headers,
      ...(jar.length > 0 ? [["Cookie", jar.join("; ")] satisfies [string, string]] : []),
    ],
  };
}
