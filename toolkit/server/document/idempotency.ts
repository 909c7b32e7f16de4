import type { DocumentOperation, Parameter } from "./document.ts";

/** Whether an operation has the request header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header). */
export function takesIdempotencyKey(operation: Pick<DocumentOperation, "parameters">): boolean {
  return keyParameter(operation) !== undefined;
}

const daySeconds = 24 * 60 * 60;

/** How long the response to a key is kept: `x-kept-seconds` of the header parameter, or a day. */
export function keptSeconds(operation: Pick<DocumentOperation, "parameters">): number {
  return keyParameter(operation)?.["x-kept-seconds"] ?? daySeconds;
}

/** The header parameter `Idempotency-Key`. */
export function keyParameter({ parameters }: Pick<DocumentOperation, "parameters">): Parameter | undefined {
  return parameters.find(
    ({ in: place, name }) => place === "header" && name.toLowerCase() === "idempotency-key",
  );
}
