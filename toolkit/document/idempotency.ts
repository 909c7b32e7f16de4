import type { DocumentOperation } from "./document.ts";

/** Whether an operation has the request header `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header). */
export function takesIdempotencyKey({ parameters }: DocumentOperation): boolean {
  return parameters.some(
    ({ in: place, name }) => place === "header" && name.toLowerCase() === "idempotency-key",
  );
}
