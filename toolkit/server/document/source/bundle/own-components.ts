import { own } from "../../own.ts";
import { escapePointerPart, isContainer } from "../../references.ts";
import { type Kind, memberOf } from "../../walk.ts";
import { isFault } from "../files/source-files.ts";
import { referenceIn, type Target } from "../references/descend.ts";
import type { Resolver } from "../references/resolve-reference.ts";

/** A component of the root document with its name. */
export interface OwnComponent {
  section: string;
  name: string;
  kind: Kind;
  /** The component as written. */
  entry: Target;
  /** The target, if the component is only a reference to a place outside `components`. */
  elsewhere?: Target;
}

/** The document's `components`, with the contents of OpenAPI's sections removed. */
export function emptySections(document: Target, resolver: Resolver): Record<string, Record<string, unknown>> {
  const components = memberTarget(document, "components", resolver);
  const sections = entriesOf(components).map(([key, value]) => [
    key,
    memberOf("components", key) ? {} : value,
  ]);
  return Object.fromEntries(sections);
}

/** The named components of the document, even if `components` or a section is in another file. */
export function ownComponents(document: Target, resolver: Resolver): OwnComponent[] {
  const components = memberTarget(document, "components", resolver);
  return entriesOf(components).flatMap(([section]) => {
    const member = memberOf("components", section);
    if (typeof member !== "object" || Array.isArray(member)) return [];
    const entries = memberTarget(components, section, resolver);
    return entriesOf(entries).map(([name, node]) => {
      const entry = memberTarget(entries, name) as Target;
      const ref = referenceIn(node);
      const target =
        ref === undefined || ref.startsWith("#/components/")
          ? undefined
          : resolver.find(ref, entry.base, node as object);
      const isOnlyReference = isContainer(node) && Object.keys(node).length === 1;
      return {
        section,
        name,
        kind: member.values,
        entry,
        ...(target && isOnlyReference && !isFault(target) && { elsewhere: target }),
      };
    });
  });
}

/** @param resolver resolves the member if it is a reference */
function memberTarget(around: Target | undefined, key: string, resolver?: Resolver): Target | undefined {
  if (!around || !isContainer(around.node)) return undefined;
  const node = own(around.node, key);
  const ref = referenceIn(node);
  if (ref !== undefined && resolver) {
    const target = resolver.find(ref, around.base, node as object);
    return isFault(target) ? undefined : target;
  }
  return { node, pointer: `${around.pointer}/${escapePointerPart(key)}`, base: around.base };
}

function entriesOf(target: Target | undefined): [string, unknown][] {
  return isContainer(target?.node) ? Object.entries(target.node) : [];
}
