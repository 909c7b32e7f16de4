import { isDeepStrictEqual } from "node:util";
import { discriminatorTags, isNamed, type TaggedUnion } from "../../schemas/discriminator-tags.ts";
import { isObject, type Node, type Place } from "../../walk.ts";
import { resolvedObject, targetOrNothing } from "../follow-reference.ts";
import { moveMember } from "../moved-members.ts";
import { type Repair, shown } from "../repair-context.ts";
import { createFitsWithin } from "./fits-within.ts";

/**
 * Reads `oneOf` as `anyOf` if values often match several alternatives: one alternative covers another, or
 * only the discriminator distinguishes them.
 */
export function repairAlternatives(schema: Node, place: Place, repair: Repair): Node {
  const union = discriminatorTags((one) => resolvedObject(repair.raw, one), schema);
  return union ? repairTagged(schema, union, place, repair) : repairUntagged(schema, place, repair);
}

function repairUntagged(schema: Node, place: Place, repair: Repair): Node {
  const { oneOf } = schema;
  if (!Array.isArray(oneOf)) return schema;
  const fitsWithin = createFitsWithin({
    targetOf: (ref) => targetOrNothing(repair.raw, ref),
    ignoresSiblings: repair.is30,
  });
  const narrow = oneOf.findIndex((one, index) =>
    oneOf.some((other, at) => at !== index && fitsWithin(one, other)),
  );
  if (narrow === -1) return schema;
  const wide = oneOf.findIndex((other, at) => at !== narrow && fitsWithin(oneOf[narrow], other));
  const message = `Every value of alternative ${narrow + 1} fits alternative ${wide + 1} too, so it never fits exactly one; \`oneOf\` is read as \`anyOf\`. Give each a required property with a different \`const\`, or write \`anyOf\`.`;
  repair.warn([place, "oneOf"], message);
  return withAnyOf(schema, place, repair);
}

/** A discriminator selects an alternative but never affects validity. */
function repairTagged(schema: Node, union: TaggedUnion, place: Place, repair: Repair): Node {
  const { propertyName, keyword } = union;
  noteMapping(schema, union, place, repair);
  if (areDisjoint(union)) return schema;
  const read = keyword === "oneOf" ? "; `oneOf` is read as `anyOf`" : "";
  const message = `The alternatives share values of \`${propertyName}\`, and a discriminator never decides whether a value is valid, so a value may fit any of them${read}. Give \`${propertyName}\` a \`const\` or an \`enum\` in each alternative.`;
  repair.warn([place, "discriminator"], message);
  return keyword === "oneOf" ? withAnyOf(schema, place, repair) : schema;
}

/** Reports each mapping name that the schema of its alternative doesn't allow. */
function noteMapping({ discriminator }: Node, union: TaggedUnion, place: Place, repair: Repair): void {
  const mapping = isObject(discriminator) ? discriminator.mapping : undefined;
  if (!isObject(mapping)) return;
  for (const [value, to] of Object.entries(mapping)) {
    const index = union.alternatives.findIndex((one) => isObject(one) && isNamed(String(one.$ref), to));
    const listed = union.tags[index]?.listed;
    if (!listed || listed.length === 0 || listed.some((one) => String(one) === value)) continue;
    const message = `The mapping of ${shown(value)} is ignored: ${shown(to)} has only ${shown(listed)} for \`${union.propertyName}\`. Add the value there, or leave the mapping out.`;
    repair.warn([place, "discriminator", "mapping"], message);
  }
}

/** Whether each discriminator value is listed by at most one alternative. */
function areDisjoint({ alternatives, tags }: TaggedUnion): boolean {
  const lists = alternatives.flatMap((one, index) =>
    isObject(one) && one.type === "null" ? [] : [tags[index]?.listed],
  );
  const all = lists.flatMap((list) => list ?? []);
  if (lists.length > 1 && lists.includes(undefined)) return false;
  return all.every((value, index) => all.findIndex((one) => isDeepStrictEqual(one, value)) === index);
}

function withAnyOf(schema: Node, place: Place, repair: Repair): Node {
  const { oneOf, anyOf, discriminator, ...rest } = schema;
  const hint = discriminator !== undefined && { discriminator };
  if (anyOf === undefined) {
    moveMember(repair, place, "oneOf", ["anyOf"]);
    return { ...rest, ...hint, anyOf: oneOf };
  }
  const allOf = Array.isArray(rest.allOf) ? rest.allOf : [];
  moveMember(repair, place, "oneOf", ["allOf", `${allOf.length}`, "anyOf"]);
  return { ...rest, anyOf, allOf: [...allOf, { ...hint, anyOf: oneOf }] };
}
