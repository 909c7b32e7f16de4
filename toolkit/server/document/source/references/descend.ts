import { escapePointerPart, isContainer, pointerParts } from "../../references.ts";
import { type Fault, isFault } from "../files/source-files.ts";
import { didYouMean } from "./did-you-mean.ts";
import type { Base } from "./schema-ids.ts";

/** The target of a reference. */
export interface Target {
  node: unknown;
  /** Pointer in the file, as in `#/components/schemas/Pet`. */
  pointer: string;
  base: Base;
  /** The references followed to reach it, in order. */
  through?: Omit<Target, "through">[];
}

interface Following {
  /** Resolves a reference on the way. */
  find: (ref: string, base: Base, holder: object) => Target | Fault;
  /** The base of the references within a node. */
  within: (node: object, base: Base) => Base;
}

/** Follows a JSON pointer (`/components/schemas/Pet`) and resolves references on the way. */
export function descend(resource: Base, pointer: string, { find, within }: Following): Target | Fault {
  const memberOf = ({ node, pointer: around, base }: Target, key: string): Target | undefined => {
    if (!isContainer(node) || !Object.hasOwn(node, key)) return undefined;
    const member = node[key];
    return {
      node: member,
      pointer: `${around}/${escapePointerPart(key)}`,
      base: isContainer(member) ? within(member, base) : base,
    };
  };
  let target: Target = { node: resource.node, pointer: resource.pointer, base: resource };
  for (const part of pointerParts(`#${pointer}`)) {
    let next = memberOf(target, part);
    const ref = referenceIn(target.node);
    if (!next && ref !== undefined) {
      const beyond = find(ref, target.base, target.node as object);
      if (isFault(beyond)) return beyond;
      target = beyond;
      next = memberOf(target, part);
    }
    if (!next) {
      const names = isContainer(target.node) ? Object.keys(target.node) : [];
      const place = resource.file.name;
      return { message: `There is no #${pointer} in ${place}.${didYouMean(part, names)}` };
    }
    target = next;
  }
  return target;
}

/** The reference in a node, if it has one. */
export function referenceIn(node: unknown): string | undefined {
  return isContainer(node) && typeof node.$ref === "string" ? node.$ref : undefined;
}
