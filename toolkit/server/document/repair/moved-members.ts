import { getOrMake } from "../get-or-make.ts";
import { mapValues } from "../map-values.ts";
import { escapePointerPart, pointerParts } from "../references.ts";
import { isObject, type Kind, mapDocument, type Node, objectIn, type Place, pointerOf } from "../walk.ts";
import type { MovedMembers, Repair } from "./repair-context.ts";

/** Records that the member `key` of an object has moved to `to`, along with anything moved into it before. */
export function moveMember({ moved }: Repair, place: Place, key: string, to: string[]): void {
  const pointer = pointerOf(place);
  const members = getOrMake(moved, pointer, () => new Map<string, string[]>());
  for (const [name, [first, ...others]] of members) {
    if (first === key) members.set(name, [...to, ...others]);
  }
  if (!members.has(key)) members.set(key, to);
}

/** Whether an object refers to a part of a component, which may be a moved member. */
export function refersToPart({ $ref, discriminator }: Node, kind: Kind): boolean {
  if (kind !== "schema" || !isObject(discriminator)) return isPart($ref);
  const { mapping, defaultMapping } = discriminator;
  return [$ref, defaultMapping, ...Object.values(objectIn(mapping))].some(isPart);
}

function isPart(ref: unknown): boolean {
  return typeof ref === "string" && ref.startsWith("#/") && !/^#\/components\/[^/]+\/[^/]+$/.test(ref);
}

/** Updates references to point to the new places of their targets. */
export function followMoved<T extends Node>(document: T, moved: MovedMembers): T {
  if (moved.size === 0) return document;
  return mapDocument(document, (node, kind) => {
    let changed = node;
    const $ref = followed(node.$ref, moved);
    if ($ref !== node.$ref) changed = { ...node, $ref };
    if (kind === "schema" && isObject(node.discriminator)) {
      const { mapping, defaultMapping } = node.discriminator;
      const discriminator = { ...node.discriminator };
      if (isObject(mapping)) discriminator.mapping = mapValues(mapping, (to) => followed(to, moved));
      if (defaultMapping !== undefined) discriminator.defaultMapping = followed(defaultMapping, moved);
      changed = { ...changed, discriminator };
    }
    return changed;
  });
}

function followed<T>(ref: T, moved: MovedMembers): T | string {
  if (typeof ref !== "string" || !ref.startsWith("#/")) return ref;
  let given = "#";
  let isMoved = false;
  const keys: string[] = [];
  for (const key of pointerParts(ref)) {
    const to = moved.get(given)?.get(key);
    given += `/${escapePointerPart(key)}`;
    isMoved ||= to !== undefined;
    keys.push(...(to ?? [key]));
  }
  return isMoved ? `#/${keys.map(escapePointerPart).join("/")}` : ref;
}
