import { targetIn } from "../../references.ts";
import type { Node, Place } from "../../walk.ts";
import { moveMember } from "../moved-members.ts";
import { type Repair, tell } from "../repair.ts";
import { createFitsWithin } from "./fits-within.ts";

/**
 * A schema with `anyOf` in place of a `oneOf` in which whatever one alternative describes fits another too, so that it
 * could never be chosen. A discriminator tells them apart.
 */
export function repairAlternatives(schema: Node, place: Place, repair: Repair): Node {
  const { oneOf, anyOf, discriminator, ...rest } = schema;
  if (!Array.isArray(oneOf) || discriminator !== undefined) return schema;
  const fitsWithin = createFitsWithin({
    targetOf: (ref) => targetOf(ref, repair),
    standAlone: repair.is30,
  });
  const narrow = oneOf.findIndex((one, index) =>
    oneOf.some((other, at) => at !== index && fitsWithin(one, other)),
  );
  if (narrow === -1) return schema;
  const wide = oneOf.findIndex((other, at) => at !== narrow && fitsWithin(oneOf[narrow], other));
  const message = `What fits alternative ${narrow + 1} fits alternative ${wide + 1} too, so it never fits exactly one; \`oneOf\` is read as \`anyOf\`. Tell them apart by a required property with a \`const\`, or write \`anyOf\`.`;
  tell(repair, "warning", [place, "oneOf"], message);
  if (anyOf === undefined) {
    moveMember(repair, place, "oneOf", ["anyOf"]);
    return { ...rest, anyOf: oneOf };
  }
  const allOf = Array.isArray(rest.allOf) ? rest.allOf : [];
  moveMember(repair, place, "oneOf", ["allOf", `${allOf.length}`, "anyOf"]);
  return { ...rest, anyOf, allOf: [...allOf, { anyOf: oneOf }] };
}

/** Undefined where the reference leads nowhere. */
function targetOf(ref: string, { raw }: Repair): unknown {
  try {
    return targetIn(raw, ref);
  } catch {
    return undefined;
  }
}
