import type { Node, Place } from "../../walk.ts";
import { type Repair, shown } from "../repair-context.ts";

const bounds = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];
const range = `${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`;

/** Reports integers that JavaScript can't represent, which were rounded when the document was parsed. */
export function noteInexact(schema: Node, place: Place, repair: Repair): void {
  const { type } = schema;
  if (type !== "integer" && !(Array.isArray(type) && type.includes("integer"))) return;
  for (const keyword of ["const", "default", "enum"]) {
    const inexact = [schema[keyword]].flat().find(isInexact);
    if (inexact === undefined) continue;
    const message = `JavaScript represents integers exactly from ${range} only; one here may have been rounded to ${shown(inexact)}. Describe larger ones as \`type: string\`.`;
    repair.warn([place, keyword], message);
  }
  for (const keyword of bounds) {
    if (!isInexact(schema[keyword])) continue;
    const message = `Integers are accepted and sent from ${range}: JavaScript would round others.`;
    repair.inform([place, keyword], message);
  }
}

function isInexact(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}
