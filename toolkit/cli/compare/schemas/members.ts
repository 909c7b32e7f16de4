import { patternTest } from "@counterpart/server/schemas";
import type { Piece } from "./piece.ts";
import type { ArrayPart, ObjectPart, Shape } from "./shape.ts";

/** The schemas of all pieces for a property. */
export function propertyOf({ objects }: Pick<Shape, "objects">, name: string): Piece[] {
  return objects.flatMap((part) => {
    const own = part.properties.get(name);
    if (part.patterns.size === 0) return own ? [own] : restOf(part);
    const matching = [...part.patterns].filter(([pattern]) => patternTest(pattern).test(name));
    const found = [...(own ? [own] : []), ...matching.map(([, piece]) => piece)];
    return found.length > 0 ? found : restOf(part);
  });
}

/** The schemas of all pieces for unnamed properties that match this pattern and no other. */
export function patternOf({ objects }: Pick<Shape, "objects">, pattern: string): Piece[] {
  return objects.flatMap((part) => {
    const own = part.patterns.get(pattern);
    return own ? [own] : restOf(part);
  });
}

/** The schemas of all pieces for properties that none of them names. */
export function otherProperties({ objects }: Pick<Shape, "objects">): Piece[] {
  return objects.flatMap(restOf);
}

/** Whether a piece names a property. */
export function names({ objects }: Pick<Shape, "objects">, name: string): boolean {
  return objects.some(({ properties }) => properties.has(name));
}

/** The schemas of all pieces for an item; an index past the longest prefix means all further items. */
export function itemOf({ arrays }: Pick<Shape, "arrays">, index: number): Piece[] {
  return arrays.flatMap(({ prefix, rest }) => prefix[index] ?? rest ?? []);
}

export function prefixLength({ arrays }: Pick<Shape, "arrays">): number {
  return Math.max(0, ...arrays.map(({ prefix }) => prefix.length));
}

/** Whether the schemas obviously accept no value. */
export function isNothing(pieces: Piece[]): boolean {
  return pieces.some(({ schema }) => schema === false);
}

/** Whether the schemas obviously accept every value. */
export function isAnything(pieces: Piece[]): boolean {
  return pieces.every(
    ({ schema }) => schema === true || (schema !== false && Object.keys(schema).length === 0),
  );
}

function restOf({ rest }: ObjectPart | ArrayPart): Piece[] {
  return rest ? [rest] : [];
}
