import { getOrMake } from "../get-or-make.ts";
import { escapePointerPart, isContainer, pointerParts, type RawDocument } from "../references.ts";

/** The source of a node. */
export interface Origin {
  /** Absolute. */
  file: string;
  pointer: string;
}

export type Origins = ReturnType<typeof createOrigins>;

/**
 * The origins of the nodes of a bundled document. Only nodes whose origin differs from their parent's are
 * stored, keyed by identity, so code that changes the document must keep its objects.
 */
export function createOrigins() {
  const ofNode = new WeakMap<object, Origin>();
  const ofMember = new WeakMap<object, Map<string, Origin>>();
  const follow = (document: RawDocument, pointer: string): { node: unknown; origin: Origin | undefined } => {
    let node: unknown = document;
    let origin = ofNode.get(document);
    for (const part of pointer.length > 1 ? pointerParts(pointer) : []) {
      if (!isContainer(node)) return { node: undefined, origin };
      const next = node[part];
      const own = isContainer(next) ? ofNode.get(next) : undefined;
      const within = origin && { ...origin, pointer: `${origin.pointer}/${escapePointerPart(part)}` };
      origin = ofMember.get(node)?.get(part) ?? own ?? within;
      node = next;
    }
    return { node, origin };
  };
  return {
    /** Returns the origin of a JSON pointer in the document, or of its nearest ancestor. */
    find: (document: RawDocument, pointer: string) => follow(document, pointer).origin,
    set: (node: object, origin: Origin) => void ofNode.set(node, origin),
    /** Sets the origin of a member whose value isn't an object, or replaces one. */
    setMember: (node: object, key: string, origin: Origin) =>
      void getOrMake(ofMember, node, () => new Map<string, Origin>()).set(key, origin),
    /** Stores the origins of the objects in an object or a list before its keys change. */
    keepMembers(document: RawDocument, pointer: string): void {
      const { node } = follow(document, pointer);
      if (!isContainer(node)) return;
      for (const [key, member] of Object.entries(node)) {
        const { origin } = follow(document, `${pointer}/${escapePointerPart(key)}`);
        if (origin && isContainer(member)) ofNode.set(member, origin);
      }
      ofMember.delete(node);
    },
  };
}
