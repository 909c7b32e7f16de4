import { getOrMake } from "../get-or-make.ts";
import { kindFault } from "../kind-fault.ts";
import { type RawDocument, resolveIn, targetIn } from "../references.ts";
import { isObject, type Kind, type Node } from "../walk.ts";

/** Resolves a node that may be a reference; returns the node itself if the reference is broken. */
export function resolvedOrSelf(raw: RawDocument, node: unknown): unknown {
  const target = resolved(raw, node);
  return target instanceof Error ? node : target;
}

/** The object that a node is or refers to; an empty one if there is none. */
export function resolvedObject(raw: RawDocument, node: unknown): Node {
  const target = resolved(raw, node);
  return isObject(target) && !(target instanceof Error) ? target : {};
}

/** The target of a reference, which may be a reference itself; undefined if it is broken. */
export function targetOrNothing(raw: RawDocument, ref: string): unknown {
  try {
    return targetIn(raw, ref);
  } catch {
    return undefined;
  }
}

/** Explains in a sentence why a reference can't be resolved; undefined if it can. */
export type ReferenceFault = (ref: string, kind: Kind) => string | undefined;

/** Kinds whose objects have a meaning even if empty, such as a media type or a response status. */
export const mayBeEmpty = new Set<Kind>(["header", "mediaType", "pathItem", "response", "schema"]);

/** Checks references, each one once for every kind that is expected of it. */
export function referenceFaults(raw: RawDocument): ReferenceFault {
  const known = new Map<Kind, Map<string, string | undefined>>();
  return (ref, kind) => {
    const faults = getOrMake(known, kind, () => new Map<string, string | undefined>());
    if (!faults.has(ref)) faults.set(ref, faultOf(raw, ref, kind));
    return faults.get(ref);
  };
}

function faultOf(raw: RawDocument, ref: string, kind: Kind): string | undefined {
  const end = resolved(raw, { $ref: ref });
  if (end instanceof Error) return end.message;
  if (!isObject(end) && !mayBeEmpty.has(kind)) return `The reference ${ref} doesn't point to an object.`;
  for (let at: unknown = { $ref: ref }; isObject(at) && typeof at.$ref === "string"; ) {
    const target: unknown = targetIn(raw, at.$ref);
    const fault = kindFault(at.$ref, kind, at.$ref, target);
    if (fault !== undefined) return fault;
    at = target;
  }
  return undefined;
}

function resolved(raw: RawDocument, node: unknown): unknown {
  try {
    return resolveIn(raw, node);
  } catch (error) {
    return error;
  }
}
