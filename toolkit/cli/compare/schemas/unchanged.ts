import { isDeepStrictEqual } from "node:util";
import { isContainer, type RawDocument, targetIn } from "@counterpart/server/document";
import { escapePointerPart, getOrMake } from "@counterpart/server/values";

export interface Unchanged {
  /** Whether nodes of both documents, and everything that they refer to, are the same. */
  isUnchanged(before: unknown, after: unknown): boolean;
  /** A node with only those objects in it that lead to a change. */
  onlyChanged(node: unknown): unknown;
  /** References to what is written differently, or refers to such a component. */
  changed: ReadonlySet<string>;
  /** References to what is written differently itself. */
  rewritten: ReadonlySet<string>;
}

/**
 * Compares two documents as written. A schema also depends on the components that extend it, whose names its
 * discriminator implies.
 */
export function findUnchanged(base: RawDocument, revision: RawDocument): Unchanged {
  const [before, after] = [extensionsIn(base), extensionsIn(revision)];
  const refs = new Set([...referencesIn(base), ...referencesIn(revision), ...[...before.values()].flat()]);
  const isSame = (ref: string) => {
    const target = targetOf(base, ref);
    return (
      target !== undefined &&
      isDeepStrictEqual(target, targetOf(revision, ref)) &&
      isDeepStrictEqual(before.get(ref), after.get(ref))
    );
  };
  const rewritten = new Set([...refs].filter((ref) => !isSame(ref)));
  const changed = new Set(rewritten);
  const usersOf = new Map<string, string[]>();
  for (const ref of refs) {
    for (const used of [...referencesIn(targetOf(base, ref)), ...(before.get(ref) ?? [])])
      getOrMake(usersOf, used, (): string[] => []).push(ref);
  }
  // The loop includes what it adds.
  for (const ref of changed) for (const user of usersOf.get(ref) ?? []) changed.add(user);
  const isChanged = (ref: unknown) => isLocal(ref) && changed.has(ref);
  const refersToChange = ({ $ref, mapping }: Record<string, unknown>) =>
    isChanged($ref) || (isContainer(mapping) && Object.values(mapping).some(isChanged));
  // Not a WeakMap, which makes garbage collections of large documents slow.
  const known = new Map<object, boolean>();
  const leadsToChange = (node: unknown): boolean =>
    isContainer(node) &&
    getOrMake(known, node, () => refersToChange(node) || Object.values(node).some(leadsToChange));
  const onlyChanged = (node: unknown): unknown => {
    if (!isContainer(node)) return node;
    if (!leadsToChange(node)) return {};
    if (Array.isArray(node)) return node.map(onlyChanged);
    const kept = Object.entries(node).filter(([, value]) => !isContainer(value) || leadsToChange(value));
    return Object.fromEntries(kept.map(([key, value]) => [key, onlyChanged(value)]));
  };
  return {
    changed,
    rewritten,
    onlyChanged,
    // Most schemas of a large document lead to a change, which is decided faster than whether they are equal.
    isUnchanged: (one, other) => !leadsToChange(one) && isDeepStrictEqual(one, other),
  };
}

/** The local references within a node. */
export function referencesIn(node: unknown, found = new Set<string>()): Set<string> {
  if (!isContainer(node)) return found;
  const { $ref, mapping } = node;
  if (isLocal($ref)) found.add($ref);
  if (isContainer(mapping)) for (const ref of Object.values(mapping)) if (isLocal(ref)) found.add(ref);
  for (const value of Object.values(node)) if (isContainer(value)) referencesIn(value, found);
  return found;
}

function isLocal(ref: unknown): ref is string {
  return typeof ref === "string" && ref.startsWith("#/");
}

/** References to the components that extend a schema by `allOf`, by the reference to it. */
function extensionsIn({ components }: RawDocument): Map<string, string[]> {
  const extensions = new Map<string, string[]>();
  for (const [name, schema] of Object.entries(Object(components?.schemas))) {
    for (const part of [Object(schema).allOf].flat()) {
      const { $ref } = Object(part);
      if (typeof $ref === "string")
        getOrMake(extensions, $ref, (): string[] => []).push(
          `#/components/schemas/${escapePointerPart(name)}`,
        );
    }
  }
  return extensions;
}

/** The target of a reference; undefined outside of the document. */
export function targetOf(raw: RawDocument, ref: string): unknown {
  try {
    return targetIn(raw, ref);
  } catch {
    return undefined;
  }
}
