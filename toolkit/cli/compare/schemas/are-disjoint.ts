import { isNothing, propertyOf } from "./members.ts";
import type { Piece } from "./piece.ts";
import { includesValue, type Shape, shapeOf } from "./shape.ts";

/** How deep properties are compared. */
const maxDepth = 4;

/** Whether it is certain that no value fits both sides. */
export function areDisjoint(pieces: Piece[], others: Piece[], depth = 0): boolean {
  const [one, other] = [shapeOf(pieces), shapeOf(others)];
  const shared = [...one.types].filter((type) => other.types.has(type));
  if (shared.length === 0) return true;
  if (one.values && other.values) {
    const values = other.values;
    return !one.values.some((value) => includesValue(values, value));
  }
  return shared.length === 1 && shared[0] === "object" && objectsAreDisjoint(one, other, depth);
}

/** Whether one side requires a property that the other forbids, or requires with disjoint values. */
function objectsAreDisjoint(one: Shape, other: Shape, depth: number): boolean {
  if (depth > maxDepth) return false;
  return (
    [...one.required].some((name) => isNothing(propertyOf(other, name))) ||
    [...other.required].some((name) => isNothing(propertyOf(one, name))) ||
    [...one.required].some(
      (name) =>
        other.required.has(name) && areDisjoint(propertyOf(one, name), propertyOf(other, name), depth + 1),
    )
  );
}
