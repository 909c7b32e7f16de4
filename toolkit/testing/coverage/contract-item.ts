import type { ApiDocument, DocumentOperation, Response } from "@counterpart/server/document";

/** One statement of the document that tests must exercise. */
export interface ContractItem {
  /** `addPet 409 code CONFLICT`, `addPet body.age minimum violated` */
  id: string;
  /** The operationId, or `unmatched`. */
  owner: string;
  group: Group;
  /** Of items about answers. */
  status?: string;
  /** Of items about keywords. */
  rule?: { place: string; keyword: string; way: string; side: "satisfied" | "violated" };
}

export const groups = ["answers", "headers", "codes", "keywords"] as const;
export type Group = (typeof groups)[number];

/** In place of an operation: the responses that `x-unmatched` documents. */
export const unmatched = "x-unmatched";

export interface Owner {
  owner: string;
  /** Undefined for `unmatched`. */
  operation?: DocumentOperation;
  responses: Record<string, Response>;
}

/** All owners of items, in the document's order. */
export function owners(document: ApiDocument): Owner[] {
  return [
    ...document.operations.map((operation) => ({
      owner: operation.operationId,
      operation,
      responses: operation.responses,
    })),
    ...(Object.keys(document.unmatched).length > 0
      ? [{ owner: unmatched, responses: document.unmatched }]
      : []),
  ];
}
