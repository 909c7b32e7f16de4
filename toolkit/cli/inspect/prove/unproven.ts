import { type DocumentOperation, operationPointer } from "@counterpart/server/document";
import type { Finding } from "@counterpart/server/findings";

/** The finding about an operation that may work. */
export function unproven(operation: DocumentOperation, reason: string): Finding {
  const message = `It isn't proven that this operation works: ${reason}`;
  return { severity: "info", pointer: operationPointer(operation), message };
}
