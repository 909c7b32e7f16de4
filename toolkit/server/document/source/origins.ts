import { escapePointerPart, pointerParts, type RawDocument } from "../references.ts";

/** The source of a node. */
export interface Origin {
  /** Absolute. */
  file: string;
  pointer: string;
}

/**
 * The origins of the nodes of a bundled document. Only nodes whose origin differs from their parent's are
 * stored, keyed by identity, so code that changes the document must keep its objects.
 */
export interface Origins {
  set: (node: object, origin: Origin) => void;
  /** Sets the origin of a member whose value isn't an object, or replaces one. */
  setMember: (node: object, key: string, origin: Origin) => void;
  /** Stores the origins of the objects in an object or a list before its keys change. */
  keepMembers: (document: RawDocument, pointer: string) => void;
  /** Returns the origin of a JSON pointer in the document, or of its nearest ancestor. */
  find: (document: RawDocument, pointer: string) => Origin | undefined;
}

export function createOrigins(): Origins {
  const ofNode = new WeakMap<object, Origin>();
  const ofMember = new WeakMap<object, Map<string, Origin>>();
  const find: Origins["find"] = (document, pointer) => {
    let at: unknown = document;
    let origin = ofNode.get(document);
    for (const part of pointer.length > 1 ? pointerParts(pointer) : []) {
      if (typeof at !== "object" || at === null) break;
      const next: unknown = (at as Record<string, unknown>)[part];
      const own = typeof next === "object" && next !== null ? ofNode.get(next) : undefined;
      const within = origin && { ...origin, pointer: `${origin.pointer}/${escapePointerPart(part)}` };
      origin = ofMember.get(at)?.get(part) ?? own ?? within;
      at = next;
    }
    return origin;
  };
  return {
    find,
    set: (node, origin) => void ofNode.set(node, origin),
    setMember: (node, key, origin) => {
      const members = ofMember.get(node) ?? new Map<string, Origin>();
      ofMember.set(node, members.set(key, origin));
    },
    keepMembers: (document, pointer) => {
      const node = valueAt(document, pointer);
      for (const [key, member] of Object.entries(node ?? {})) {
        const origin = find(document, `${pointer}/${escapePointerPart(key)}`);
        if (origin && typeof member === "object" && member !== null) ofNode.set(member, origin);
      }
      if (node) ofMember.delete(node);
    },
  };
}

function valueAt(document: RawDocument, pointer: string): object | undefined {
  let at: unknown = document;
  for (const part of pointer.length > 1 ? pointerParts(pointer) : [])
    at = (at as Record<string, unknown> | null)?.[part];
  return typeof at === "object" && at !== null ? at : undefined;
}
