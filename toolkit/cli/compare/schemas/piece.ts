import { type ApiDocument, type Schema, targetOf } from "@counterpart/server/document/document";
import { isObject } from "@counterpart/server/document/walk";

/** Which way values go: clients send requests, and read responses. */
export type Direction = "request" | "response";

/** A schema in one of the two documents. A list of pieces is their conjunction, as `allOf` is. */
export interface Piece {
  schema: Schema | boolean;
  /** Where it is written. */
  pointer: string;
  document: ApiDocument;
  /** Its alternatives don't count, because one of them is a piece beside it. */
  withoutChoices?: true;
}

export function pieceOf(schema: unknown, pointer: string, document: ApiDocument): Piece {
  return { schema: isObject(schema) ? schema : schema !== false, pointer, document };
}

const numbers = new WeakMap<object, number>();
let count = 0;

/** The same text for the same pieces, in whatever order. */
export function identityOf(pieces: Piece[]): string {
  const names = pieces.map(({ schema, withoutChoices }) => {
    if (typeof schema === "boolean") return String(schema);
    const number = numbers.get(schema) ?? count++;
    numbers.set(schema, number);
    return `${number}${withoutChoices ? "w" : ""}`;
  });
  return [...new Set(names)].sort().join(" ");
}

/**
 * Pieces with what they refer to, and with the parts of their `allOf`, each as a piece that speaks for itself. Readers
 * ignore `$ref` and `allOf` in them.
 */
export function flattened(pieces: Piece[]): Piece[] {
  const flat: Piece[] = [];
  const seen = new Set<string>();
  const add = (piece: Piece): void => {
    const { schema, pointer, document } = piece;
    if (typeof schema === "boolean") {
      if (!schema) flat.push(piece);
      return;
    }
    const identity = identityOf([piece]);
    if (seen.has(identity)) return;
    seen.add(identity);
    const { $ref, allOf } = schema;
    if (Object.keys(schema).some((keyword) => keyword !== "$ref" && keyword !== "allOf")) flat.push(piece);
    const part = (one: unknown, at: string) =>
      add({ ...pieceOf(one, at, document), ...(piece.withoutChoices && { withoutChoices: true }) });
    if (typeof $ref === "string") part(targetOf(document, $ref), $ref);
    if (Array.isArray(allOf))
      for (const [index, one] of allOf.entries()) part(one, `${pointer}/allOf/${index}`);
  };
  for (const piece of pieces) add(piece);
  return flat;
}
