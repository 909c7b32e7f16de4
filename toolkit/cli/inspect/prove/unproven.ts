import type { DocumentOperation } from "@counterpart/server/document/document";
import type { Finding } from "@counterpart/server/document/findings/finding";
import { operationPointer } from "@counterpart/server/document/path-item";

/** The finding about an operation that may work. */
export function unproven(operation: DocumentOperation, reason: string): Finding {
  const message = `It isn't proven that this operation works: ${reason}`;
  return { severity: "info", pointer: operationPointer(operation), message };
}
