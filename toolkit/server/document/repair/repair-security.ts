import { isObject, type Node, type Place } from "../walk.ts";
import { type Repair, shown } from "./repair-context.ts";

/**
 * Wraps a single alternative in a list; null becomes undefined. Other invalid values are returned unchanged,
 * so that a typo doesn't open an operation to everyone.
 */
export function repairSecurity(given: unknown, place: Place, repair: Repair): unknown {
  if (given === null) {
    const message =
      "`security` is empty, so it is ignored. Write `[]` for an operation that anyone may call.";
    repair.warn([place, "security"], message);
    return undefined;
  }
  if (!isObject(given)) return given;
  repair.warn(
    [place, "security"],
    "`security` must be a list; it is read as a list with this one object. Write a dash before it.",
  );
  return [given];
}

/** Whether it can be used to check requests. */
export function isSecurity(security: unknown): boolean {
  return Array.isArray(security) && security.every(isObject);
}

/** Drops keywords of a security scheme that aren't strings. */
export function repairSecurityScheme(scheme: Node, place: Place, repair: Repair): Node {
  const repaired = { ...scheme };
  for (const word of ["type", "scheme", "name", "in", "bearerFormat"]) {
    const value = scheme[word];
    if (value === undefined || typeof value === "string") continue;
    const message = `\`${word}\` must be a text, not ${shown(value)}; it is ignored.`;
    repair.warn([place, word], message);
    delete repaired[word];
  }
  return repaired;
}
