import { type RawDocument, resolveIn } from "../references.ts";

/** What a node that may be a reference stands for; the node itself where the reference leads nowhere. */
export function resolvedOrSelf(raw: RawDocument, node: unknown): unknown {
  return referenceFault(raw, node) === undefined ? resolveIn(raw, node) : node;
}

/** Why a reference can't be followed; undefined for one that can, and for what is none. */
export function referenceFault(raw: RawDocument, node: unknown): string | undefined {
  try {
    resolveIn(raw, node);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
