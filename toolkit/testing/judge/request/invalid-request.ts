import type { RequestFault } from "@counterpart/server/document";
import type { Fault, Observed } from "../observe.ts";
import { bodyPlace } from "../template-of.ts";

/** An invalid request that is refused is the client's business. */
export function invalidRequest(observed: Observed): Fault[] {
  const { status, operation, requestFaults } = observed;
  if (!operation || status < 200 || status >= 300) return [];
  return requestFaults(observed, operation).map((one) => {
    const { place, message } = describeRequestFault(one);
    return { place, message: `${message} The server answered ${status}.` };
  });
}

/** A fault of a request as a sentence. */
export function describeRequestFault({
  in: part,
  name,
  pointer = "",
  message,
}: RequestFault): Fault & { place: string } {
  const place = part === "body" ? `request ${bodyPlace(pointer)}` : `${part} ${name}`;
  const where = part === "body" ? `request's body${pointer}` : `request's ${part} ${name}`;
  return { place, message: `The ${where} ${message}.` };
}
