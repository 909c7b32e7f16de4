import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";

/** Servers answer OPTIONS by themselves, for CORS. */
export function undocumentedMethod(observed: Observed): Fault[] {
  const { operation, method, status, methodsAt, isLeftOut, pathname } = observed;
  if (operation || method === "OPTIONS" || status < 200 || status >= 300) return [];
  const methods = methodsAt(pathname);
  if (methods.length === 0 || isLeftOut(method, pathname)) return [];
  return [
    { message: `The path has ${methods.join(", ")}, and the server answered ${method} with ${status}.` },
  ];
}
