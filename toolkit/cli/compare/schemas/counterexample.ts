import { createCompiler } from "@counterpart/testing/samples";
import fc from "fast-check";
import { acceptor, conjunction } from "./acceptor.ts";
import { type Direction, flattened, type Piece } from "./piece.ts";
import { shapeOf } from "./shape.ts";

/** How many values are generated per schema. */
const numRuns = 60;

/** A value that the first pieces accept and the second ones refuse; undefined if none was found. */
export function counterexample(
  sub: Piece[],
  sup: Piece[],
  direction: Direction,
): { value: unknown } | undefined {
  try {
    const [isAccepted, isStillAccepted] = [acceptor(sub, direction), acceptor(sup, direction)];
    const value = candidates(sub, sup, direction).find((one) => isAccepted(one) && !isStillAccepted(one));
    return value === undefined ? undefined : { value };
  } catch {
    // If no value can be generated or no validator compiled, the pair stays undecided.
    return undefined;
  }
}

function candidates(sub: Piece[], sup: Piece[], direction: Direction): unknown[] {
  const written = [...sub, ...sup].flatMap(({ schema }) => literals(schema));
  const near = flattened([...sub, ...sup]).flatMap(({ schema }) => literals(schema));
  const excluded = shapeOf(sup).nots.flatMap((not) => samples([not], direction));
  return [...new Set([...written, ...near, ...samples(sub, direction), ...excluded])];
}

function samples(pieces: Piece[], direction: Direction): unknown[] {
  const schema = conjunction(pieces, direction);
  try {
    return fc.sample(createCompiler(schema).values(schema), { seed: 1, numRuns });
  } catch {
    return [];
  }
}

const maxLiterals = 500;

/** All values written in a schema, and numbers around its bounds. */
function literals(node: unknown, found: unknown[] = []): unknown[] {
  if (found.length > maxLiterals || node === null || typeof node !== "object") return found;
  for (const [key, value] of Object.entries(node)) {
    if ((key === "enum" || key === "examples") && Array.isArray(value)) found.push(...value);
    else if (key === "const" || key === "default" || key === "example") found.push(value);
    else if (typeof value === "number") found.push(value, value - 1, value + 1);
    else literals(value, found);
  }
  return found;
}
