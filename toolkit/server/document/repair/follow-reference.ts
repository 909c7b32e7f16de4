import { type RawDocument, resolveIn } from "../references.ts";
import { isObject, type Kind } from "../walk.ts";

/** What a node that may be a reference stands for; the node itself where the reference leads nowhere. */
export function resolvedOrSelf(raw: RawDocument, node: unknown): unknown {
  const target = resolved(raw, node);
  return target instanceof Error ? node : target;
}

/** Tells why a reference can't be followed, in a sentence; undefined for one that can. */
export type ReferenceFault = (ref: string, kind: Kind) => string | undefined;

/** Kinds that say something even if they are empty: a body of this media type, a response with this status. */
export const mayBeEmpty = new Set<Kind>(["header", "mediaType", "pathItem", "response", "schema"]);

/** Each reference is followed once. */
export function referenceFaults(raw: RawDocument): ReferenceFault {
  const targets = new Map<string, unknown>();
  return (ref, kind) => {
    if (!targets.has(ref)) targets.set(ref, resolved(raw, { $ref: ref }));
    const target = targets.get(ref);
    if (target instanceof Error) return target.message;
    if (isObject(target) || mayBeEmpty.has(kind)) return undefined;
    return `The reference ${ref} doesn't lead to an object.`;
  };
}

function resolved(raw: RawDocument, node: unknown): unknown {
  try {
    return resolveIn(raw, node);
  } catch (error) {
    return error;
  }
}
