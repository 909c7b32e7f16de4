import type { ApiDocument, DocumentOperation, Response } from "../document/document.ts";

/** One thing that the document says, and that the tests must have seen. */
export interface ContractItem {
  /** `addCartLine 409 code CONFLICT`, `addCartLine body.quantity minimum broken` */
  id: string;
  /** The operationId, or `unmatched`. */
  owner: string;
  group: Group;
  /** Of items about answers. */
  status?: string;
  /** Of items about keywords. */
  rule?: { place: string; keyword: string; way: string; side: "kept" | "broken" };
}

export const groups = ["answers", "headers", "codes", "keywords"] as const;
export type Group = (typeof groups)[number];

/** Stands for the operation where there is none: what `x-unmatched` says is answered. */
export const unmatched = "x-unmatched";

export interface Owner {
  owner: string;
  /** Undefined for `unmatched`. */
  operation?: DocumentOperation;
  responses: Record<string, Response>;
}

/** Everything that answers, in the document's order. */
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
