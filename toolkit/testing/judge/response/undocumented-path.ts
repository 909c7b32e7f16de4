import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";

/** A gateway may refuse before it routes, with 401 for example, and a server may redirect to a documented path. */
export function undocumentedPath(observed: Observed): Fault[] {
  const { operation, method, status, methodsAt, isLeftOut, pathname } = observed;
  if (operation || method === "OPTIONS" || status >= 400 || methodsAt(pathname).length > 0) return [];
  if (isLeftOut(method, pathname)) return [];
  const message = `No path of the document matches, and the server answered ${status}.`;
  return [{ message, ...(status >= 300 && { severity: "info" as const }) }];
}
