import { type ApiDocument, isObject, type Schema, targetOf } from "@counterpart/server/document";
import { getOrMake } from "@counterpart/server/values";

/** The direction of values: clients send requests and read responses. */
export type Direction = "request" | "response";

/** A schema in one of the two documents. A list of pieces is their conjunction, like `allOf`. */
export interface Piece {
  schema: Schema | boolean;
  /** Where it is written. */
  pointer: string;
  document: ApiDocument;
  /** Ignores its alternatives, because the list contains the chosen one as another piece. */
  withoutChoices?: true;
}

export function pieceOf(schema: unknown, pointer: string, document: ApiDocument): Piece {
  return { schema: isObject(schema) ? schema : schema !== false, pointer, document };
}

const numbers = new WeakMap<object, number>();
let count = 0;

/** The same text for the same pieces in any order. */
export function identityOf(pieces: Piece[]): string {
  return [...new Set(namesOf(pieces))].sort().join(" ");
}

/** A name for each piece, the same for the same schema. */
export function namesOf(pieces: Piece[]): string[] {
  return pieces.map(({ schema, withoutChoices }) => {
    if (typeof schema === "boolean") return String(schema);
    const number = getOrMake(numbers, schema, () => count++);
    return `${number}${withoutChoices ? "w" : ""}`;
  });
}

/** Expands references and `allOf` into separate pieces. Callers ignore `$ref` and `allOf` in the result. */
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
