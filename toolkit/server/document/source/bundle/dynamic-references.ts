import { isContainer } from "../../references.ts";
import { type Node, objectsIn } from "../../walk.ts";
import { type Fault, isFault } from "../files/source-files.ts";
import { referenceIn, type Target } from "../references/descend.ts";
import type { Resolver } from "../references/resolve-reference.ts";
import type { Base, DynamicAnchors } from "../references/schema-ids.ts";

/** The dynamic anchors on the way to a schema. For each name, the outermost one counts. */
export type Scope = DynamicAnchors;

export const noScope: Scope = new Map();

/** Adds the anchors of a schema to a scope when it is entered. */
export function entered(scope: Scope, anchors: DynamicAnchors): Scope {
  if (anchors.size === 0) return scope;
  return scope.size === 0 ? anchors : new Map([...anchors, ...scope]);
}

/**
 * Resolves a schema's `$dynamicRef`: to the outermost anchor of that name, or like `$ref` if the name isn't a
 * dynamic anchor (JSON Schema 2020-12, section 8.2.3.2).
 */
export function dynamicTarget(resolver: Resolver, node: Node, base: Base, scope: Scope): Target | Fault {
  const ref = String(node.$dynamicRef);
  const target = resolver.findDynamic(node, ref, base);
  const name = isFault(target) ? undefined : anchorIn(ref, target);
  return (name === undefined ? undefined : scope.get(name)) ?? target;
}

/** The name in a `$dynamicRef`, if it is a dynamic anchor. */
function anchorIn(ref: string, { node }: Target): string | undefined {
  const name = ref.slice(ref.indexOf("#") + 1);
  return isContainer(node) && node.$dynamicAnchor === name ? name : undefined;
}

/**
 * The part of a scope that changes the meaning of a target; empty for most targets. Other targets are copied
 * once per such scope, so that a `$dynamicRef` in a copy can become a `$ref`.
 */
export function decidingScope(resolver: Resolver, target: Target, outer: Scope): Scope {
  const scope = (target.through ?? []).map(resolver.dynamicAnchorsOf).reduce(entered, outer);
  const own = resolver.dynamicAnchorsOf(target);
  const different = [...scope].filter(([name, { node }]) => own.get(name)?.node !== node);
  if (different.length === 0) return noScope;
  const used = usedNames(resolver, target, scope);
  return new Map(different.filter(([name]) => used.has(name)));
}

/** The names that a schema, or a schema reachable from it, uses in a `$dynamicRef`. */
function usedNames(resolver: Resolver, { node, base }: Target, scope: Scope): Set<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (node: unknown, outer: Base, outerScope: Scope): void => {
    if (!isContainer(node) || seen.has(node)) return;
    seen.add(node);
    const base = resolver.within(node, outer);
    const scope = entered(outerScope, resolver.dynamicAnchorsWithin(node));
    const follow = (target: ReturnType<Resolver["find"]>) => {
      if (!isFault(target))
        visit(target.node, target.base, entered(scope, resolver.dynamicAnchorsOf(target)));
    };
    const ref = referenceIn(node);
    if (ref !== undefined) follow(resolver.find(ref, base, node));
    if (typeof node.$dynamicRef === "string") {
      const target = resolver.findDynamic(node, node.$dynamicRef, base);
      const name = isFault(target) ? undefined : anchorIn(node.$dynamicRef, target);
      if (name !== undefined) names.add(name);
      follow(target);
      follow(dynamicTarget(resolver, node, base, scope));
    }
    for (const { node: child } of objectsIn({ kind: "schema", node, place: undefined }))
      visit(child, base, scope);
  };
  visit(node, base, scope);
  return names;
}
