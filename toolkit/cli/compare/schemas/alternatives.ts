import { resolve, type Schema } from "@counterpart/server/document";
import { discriminatorTags, type Tag, taggedSchema } from "@counterpart/server/schemas";
import { type Piece, pieceOf } from "./piece.ts";
import { type Choice, shapeOf } from "./shape.ts";

/** One way for a value to fit pieces that have alternatives. */
export interface Alternative {
  /** The pieces without their alternatives. */
  pieces: Piece[];
  /** The branch taken of each choice, in order. */
  branches: { choice: Choice; index: number }[];
  /** The names of its branches. */
  name: string;
}

/** The limit on compared alternatives. */
const maxAlternatives = 300;

/** All ways for a value to fit; undefined if there are too many, or infinitely many. */
export function alternativesOf(pieces: Piece[], depth = 0): Alternative[] | undefined {
  const { choices } = shapeOf(pieces);
  if (choices.length === 0) return [{ pieces, branches: [], name: "" }];
  if (depth > 8) return undefined;
  const beside = pieces.map((piece): Piece => ({ ...piece, withoutChoices: true }));
  let combined: Alternative[] = [{ pieces: beside, branches: [], name: "" }];
  for (const choice of choices) {
    const branches = choice.branches.map((branch, index) => ({
      pieces: tagged(choice, branch),
      index,
      branch,
    }));
    if (combined.length * branches.length > maxAlternatives) return undefined;
    combined = combined.flatMap((one) =>
      branches.map(({ pieces: more, index, branch }) => ({
        pieces: [...one.pieces, ...more],
        branches: [...one.branches, { choice, index }],
        name: `${one.name} ${nameOf(branch, index)}`,
      })),
    );
  }
  const all: Alternative[] = [];
  for (const one of combined) {
    const nested = alternativesOf(one.pieces, depth + 1);
    if (!nested || all.length + nested.length > maxAlternatives) return undefined;
    all.push(
      ...nested.map((inner) => ({
        pieces: inner.pieces,
        branches: [...one.branches, ...inner.branches],
        name: `${one.name}${inner.name}`,
      })),
    );
  }
  return all;
}

function nameOf({ schema }: Piece, index: number): string {
  const { $ref, title } = Object(schema);
  return String($ref ?? title ?? index);
}

/** An alternative with its implied discriminator values, unless its schema lists values itself. */
export function tagged(choice: Choice, branch: Piece): Piece[] {
  const tag = tagOf(choice, branch);
  if (!tag || tag.listed) return [branch];
  return [branch, pieceOf(remembered(branch, taggedSchema(tag)), branch.pointer, branch.document)];
}

function tagOf({ discriminator, branches }: Choice, branch: Piece): Tag | undefined {
  if (!discriminator) return undefined;
  const union = { oneOf: branches.map(({ schema }) => schema), discriminator };
  const found = discriminatorTags((one) => resolve<Schema>(branch.document, one), union);
  return found?.tags[branches.indexOf(branch)];
}

const tags = new WeakMap<object, object>();

/** Returns the same object each time, because pieces are identified by their schema objects. */
function remembered({ schema }: Piece, tag: object): object {
  if (typeof schema === "boolean") return tag;
  const known = tags.get(schema) ?? tag;
  tags.set(schema, known);
  return known;
}
