import type { ApiDocument, DocumentOperation } from "@counterpart/server/document";

/** Identifies an operation across documents, regardless of the names of its path parameters. */
export function pairKey({ method, path }: Pick<DocumentOperation, "method" | "path">): string {
  return `${method} ${path.replace(/\{[^}]+\}/g, "{}")}`;
}

/** The operations that both documents have. */
export function pairs(base: ApiDocument, revision: ApiDocument): [DocumentOperation, DocumentOperation][] {
  const now = new Map(revision.operations.map((operation) => [pairKey(operation), operation]));
  return base.operations.flatMap((operation): [DocumentOperation, DocumentOperation][] => {
    const same = now.get(pairKey(operation));
    return same ? [[operation, same]] : [];
  });
}
