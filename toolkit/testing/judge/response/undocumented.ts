import type { Fault, Observed } from "../observe.ts";

/** Documents often describe 500 so that clients can read it; it is a fault of the server nevertheless. */
export function serverError({ operation, status }: Observed): Fault[] {
  return isServerError({ operation, status }) ? [{ message: `The server answered ${status}.` }] : [];
}

function isServerError({ operation, status }: Pick<Observed, "operation" | "status">): boolean {
  if (status < 500) return false;
  const { responses = {} } = operation ?? {};
  return status === 500 || !(responses[status] || responses["5XX"]);
}

/** Statuses that gateways and frameworks answer for any operation. */
const typicalRefusals = new Set([401, 405, 413, 415, 429]);

export function undocumentedStatus(observed: Observed): Fault[] {
  return typicalRefusals.has(observed.status) ? [] : statusFaults(observed);
}

export function undocumentedRefusal(observed: Observed): Fault[] {
  return typicalRefusals.has(observed.status) ? statusFaults(observed) : [];
}

function statusFaults(observed: Observed): Fault[] {
  const { operation, status, documented } = observed;
  if (!operation || documented || isServerError(observed) || isOfHttp(observed)) return [];
  const known = Object.keys(operation.responses).join(", ");
  return [{ message: `${status} is not documented for ${operation.operationId} (${known} are).` }];
}

/** Answers to conditional and range requests, which HTTP itself describes (RFC 9110, 13 and 14). */
function isOfHttp({ status, requestHeaders, method, operation }: Observed): boolean {
  const isConditional = ["if-none-match", "if-modified-since"].some((name) => requestHeaders.has(name));
  if (status === 304) return isConditional;
  if (status === 206 || status === 416) return requestHeaders.has("range");
  // HEAD at a path that only has GET: not every framework answers it.
  return method === "HEAD" && operation?.method === "get" && status === 404;
}

/** A gateway may refuse before it routes, with 401 for example, and a server may redirect to a documented path. */
export function undocumentedPath(observed: Observed): Fault[] {
  const { operation, method, status, methodsAt, isLeftOut, pathname } = observed;
  if (operation || method === "OPTIONS" || status >= 400 || methodsAt(pathname).length > 0) return [];
  if (isLeftOut(method, pathname)) return [];
  const message = `No path of the document matches, and the server answered ${status}.`;
  return [{ message, ...(status >= 300 && { severity: "info" as const }) }];
}

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
