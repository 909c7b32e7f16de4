import { type RawDocument, resolveIn } from "../references.ts";
import { isObject, type Kind } from "../walk.ts";

/** Resolves a node that may be a reference; returns the node itself if the reference is broken. */
export function resolvedOrSelf(raw: RawDocument, node: unknown): unknown {
  const target = resolved(raw, node);
  return target instanceof Error ? node : target;
}

/** Explains in a sentence why a reference can't be resolved; undefined if it can. */
export type ReferenceFault = (ref: string, kind: Kind) => string | undefined;

/** Kinds whose objects have a meaning even if empty, such as a media type or a response status. */
export const mayBeEmpty = new Set<Kind>(["header", "mediaType", "pathItem", "response", "schema"]);

/** Checks references, each one once. */
export function referenceFaults(raw: RawDocument): ReferenceFault {
  const targets = new Map<string, unknown>();
  return (ref, kind) => {
    if (!targets.has(ref)) targets.set(ref, resolved(raw, { $ref: ref }));
    const target = targets.get(ref);
    if (target instanceof Error) return target.message;
    if (isObject(target) || mayBeEmpty.has(kind)) return undefined;
    return `The reference ${ref} doesn't point to an object.`;
  };
}

function resolved(raw: RawDocument, node: unknown): unknown {
  try {
    return resolveIn(raw, node);
  } catch (error) {
    return error;
  }
}
