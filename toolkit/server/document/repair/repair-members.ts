import { isObject, type Kind, type Member, mapEntries, memberFor, type Node, type Place } from "../walk.ts";
import { mayBeEmpty } from "./follow-reference.ts";
import { type Repair, shown } from "./repair-context.ts";

/**
 * Checks that members are objects, lists or maps where OpenAPI requires them. Others are left out with a
 * note, or replaced with an empty object if even that has a meaning.
 */
export function repairMembers(node: Node, kind: Kind, place: Place, repair: Repair): Node {
  let repaired = node;
  const put = (key: string, value: unknown) => {
    const { [key]: _, ...rest } = repaired;
    repaired = value === undefined ? rest : { ...rest, [key]: value };
  };
  for (const key of Object.keys(node)) {
    const value = node[key];
    const member = memberFor(kind, key, value);
    if (member === undefined || fits(value, member)) continue;
    if (typeof member !== "string" && isContainer(value, member)) {
      put(key, repairItems(value, member, { key, within: place }, repair));
      continue;
    }
    put(key, typeof member === "string" && mayBeEmpty.has(member) && key !== "not" ? {} : undefined);
    repair.warn([place, key], ignored(key, value, member));
  }
  return repaired;
}

function isOne(value: unknown, kind: Kind): boolean {
  return isObject(value) || (kind === "schema" && typeof value === "boolean");
}

function fits(value: unknown, member: Member): boolean {
  if (typeof member === "string") return isOne(value, member);
  if (Array.isArray(member)) return Array.isArray(value) && value.every((one) => isOne(one, member[0]));
  return isObject(value) && Object.values(value).every((one) => isOne(one, member.values));
}

function isContainer(value: unknown, member: Member): value is Node | unknown[] {
  return Array.isArray(member) ? Array.isArray(value) : isObject(value);
}

function repairItems(
  items: Node | unknown[],
  member: Exclude<Member, Kind>,
  place: Place,
  repair: Repair,
): unknown {
  const kind = Array.isArray(member) ? member[0] : member.values;
  const dropped = Symbol();
  const repaired = mapEntries({ ...items }, (item, name) => {
    if (isOne(item, kind)) return item;
    // Paths and responses may contain extensions.
    if (name.startsWith("x-")) return dropped;
    repair.warn([place, name], ignored(name, item, kind));
    return mayBeEmpty.has(kind) ? {} : dropped;
  });
  const kept = Object.entries(repaired).filter(([, item]) => item !== dropped);
  return Array.isArray(items) ? kept.map(([, item]) => item) : Object.fromEntries(kept);
}

function ignored(key: string, value: unknown, member: Member): string {
  const isList = Array.isArray(member);
  if (value === null) return `\`${key}\` is empty. Write ${isList ? "`[]`" : "`{}`"}, or leave it out.`;
  return `\`${key}\` must be ${isList ? "a list" : "an object"}, not ${shown(value)}; it is ignored.`;
}
