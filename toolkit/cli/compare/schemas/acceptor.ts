import type { Schema } from "@counterpart/server/document";
import { closeSchema } from "@counterpart/server/schemas";
import { compileSchema } from "@counterpart/server/validation";
import type { Direction, Piece } from "./piece.ts";

/**
 * Compiles a validator for the conjunction of the pieces. All alternatives count, despite `withoutChoices`.
 */
export function acceptor(pieces: Piece[], direction: Direction): (value: unknown) => boolean {
  const validate = compileSchema(conjunction(pieces, direction));
  return (value) => validate(value).length === 0;
}

/** Combines the pieces of one document into a self-contained schema. */
export function conjunction(pieces: Piece[], direction: Direction) {
  const [first] = pieces;
  if (!first) return { $defs: {} };
  const allOf = pieces.map(({ schema }) => schema) as Schema[];
  return closeSchema(first.document, allOf.length === 1 ? allOf[0] : { allOf }, direction);
}
