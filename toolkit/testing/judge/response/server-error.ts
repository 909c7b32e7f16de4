import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";

/** Documents often describe 500 so that clients can read it; it is a fault of the server nevertheless. */
export function serverError({ operation, status }: Observed): Fault[] {
  return isServerError({ operation, status }) ? [{ message: `The server answered ${status}.` }] : [];
}

export function isServerError({ operation, status }: Pick<Observed, "operation" | "status">): boolean {
  if (status < 500) return false;
  const { responses = {} } = operation ?? {};
  return status === 500 || !(responses[status] || responses["5XX"]);
}
