import type { ApiDocument } from "@counterpart/server/document/document";
import type { Finding } from "@counterpart/server/document/findings/finding";
import { isBodiless, operationPointer } from "@counterpart/server/document/path-item";

/** Reports the bodies that `fetch` can't send. */
export function bodiesOfGet({ operations }: ApiDocument): Finding[] {
  return operations
    .filter(({ method, requestBody }) => requestBody !== undefined && isBodiless(method))
    .map((operation) => ({
      severity: "warning",
      pointer: `${operationPointer(operation)}/requestBody`,
      message: `fetch sends no body with ${operation.method.toUpperCase()}. The generated client has none for this operation.`,
    }));
}
