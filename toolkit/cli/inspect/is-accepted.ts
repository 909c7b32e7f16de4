import type { ApiDocument } from "@counterpart/server/document";

/** Whether at least a part of the document can be served. */
export function isAccepted({ operations, leftOut }: Pick<ApiDocument, "operations" | "leftOut">): boolean {
  return operations.length > 0 || leftOut.length === 0;
}
