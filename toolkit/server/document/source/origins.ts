import { escapePointerPart, pointerParts, type RawDocument } from "../references.ts";

/** A node of a file. */
export interface Origin {
  /** Absolute. */
  file: string;
  pointer: string;
}

/**
 * Where the nodes of a document in one piece come from. Only nodes that come from elsewhere than the node around them are
 * kept, by their identity: so whoever changes the document must keep its objects.
 */
export interface Origins {
  set: (node: object, origin: Origin) => void;
  /** For a value that is no object, or that replaces one: the place of the member. */
  setMember: (node: object, key: string, origin: Origin) => void;
  /** Fixes the places of the objects in an object or a list whose keys are about to change. */
  keepMembers: (document: RawDocument, pointer: string) => void;
  /** Of a JSON pointer in the document, or else of the nearest node around it. */
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
