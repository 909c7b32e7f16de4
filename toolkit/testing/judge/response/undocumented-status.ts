import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";
import { isServerError } from "./server-error.ts";

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
