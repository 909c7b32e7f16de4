import { isDeepStrictEqual } from "node:util";
import { isContainer, isObject, type RawDocument } from "@counterpart/server/document";
import { escapePointerPart, mapValues, pointerParts } from "@counterpart/server/values";
import { findUnchanged, referencesIn, targetOf, type Unchanged } from "./schemas/unchanged.ts";

/**
 * Both documents without the paths that are written the same in both and lead to no further change, and without the
 * components that only those use: Redocly takes seconds for a large document, and would find nothing there. It reports
 * a changed component once, where it is first used, and rates it by whether requests or responses use it. Of schemas
 * that are written the same, only what leads to a change remains.
 */
export function changedParts(base: RawDocument, given: RawDocument): [RawDocument, RawDocument] {
  // Comparing an object with itself ends at once.
  const revision = mapParts(given, ({ pointer, node }) => {
    const before = targetOf(base, pointer);
    return isDeepStrictEqual(before, node) ? before : node;
  });
  const unchanged = findUnchanged(base, revision);
  const leadsToMore = createLeadsToMore(base, unchanged);
  const both = [base, revision];
  const same = new Set<string>();
  const repeated = new Set<string>();
  for (const { pointer, node } of partsIn(base)) {
    if (!isDeepStrictEqual(node, targetOf(revision, pointer))) continue;
    same.add(pointer);
    const isPath = pointer.startsWith("#/paths/");
    if (!(isPath ? operationsLeadToMore(node, leadsToMore) : leadsToMore(node, "unknown")))
      repeated.add(pointer);
  }
  // Redocly compares these with others, and may so compare what they refer to.
  const compared = usedBy(both, unlike(base, revision));
  const lean = both.map((one) =>
    mapParts(one, ({ pointer, node }) =>
      /^#.components.(examples|schemas)./.test(pointer) && same.has(pointer) && !compared.has(pointer)
        ? unchanged.onlyChanged(node)
        : node,
    ),
  );
  const kept = lean.flatMap((one) => partsIn(one).filter(({ pointer }) => !repeated.has(pointer)));
  const used = usedBy(lean, [...lean.map(outsideParts), ...kept.map(({ node }) => node)]);
  for (const { pointer } of kept) used.add(pointer);
  // Requirements name their security schemes without a reference.
  const isKept = (pointer: string) =>
    used.has(pointer) || pointer.startsWith("#/components/securitySchemes/");
  const [before, after] = lean.map((one) =>
    mapParts(one, ({ pointer, node }) => (isKept(pointer) ? node : undefined)),
  );
  return [before, after] as [RawDocument, RawDocument];
}

/** A path or a component. */
interface Part {
  pointer: string;
  node: unknown;
}

function partsIn({ paths, components }: RawDocument): Part[] {
  const sections = Object.entries(Object(components)).map(([name, members]) => [
    `components/${name}`,
    members,
  ]);
  return [["paths", paths] as const, ...sections].flatMap(([section, members]) =>
    Object.entries(Object(members)).map(([name, node]) => ({
      pointer: `#/${section}/${escapePointerPart(name)}`,
      node,
    })),
  );
}

/** Replaces paths and components, or drops them. */
function mapParts(raw: RawDocument, change: (part: Part) => unknown): RawDocument {
  const mapped = (section: string, members: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(members).flatMap(([name, node]) => {
        const changed = change({ pointer: `#/${section}/${escapePointerPart(name)}`, node });
        return changed === undefined ? [] : [[name, changed]];
      }),
    );
  const components = mapValues(raw.components, (members, name) =>
    isObject(members) ? mapped(`components/${name}`, members) : members,
  );
  return { ...raw, paths: mapped("paths", raw.paths), components };
}

/** Where two nodes differ: what only one of them has, and what is written differently in lists and references. */
function unlike(one: unknown, other: unknown): unknown[] {
  if (isDeepStrictEqual(one, other)) return [];
  if (!isObject(one) || !isObject(other) || one.$ref !== other.$ref) return [one, other];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) => unlike(one[key], other[key]));
}

function outsideParts({ paths: _, components: __, ...rest }: RawDocument): object {
  return rest;
}

/** Pointers to all parts of the documents that nodes refer to, or that those refer to. */
function usedBy(documents: RawDocument[], nodes: unknown): Set<string> {
  const used = new Set<string>();
  const use = (node: unknown) => {
    for (const ref of referencesIn(node))
      used.add(["#", ...pointerParts(ref).slice(0, 3).map(escapePointerPart)].join("/"));
  };
  use(nodes);
  // The loop includes what it adds.
  for (const pointer of used) for (const one of documents) use(targetOf(one, pointer));
  return used;
}

type Direction = "request" | "response" | "unknown";

/** Whether a node that is written the same leads to something rewritten that no earlier one leads to in this direction. */
type LeadsToMore = (node: unknown, direction: Direction) => boolean;

function createLeadsToMore(base: RawDocument, { changed, rewritten }: Unchanged): LeadsToMore {
  const seen = new Set<string>();
  return (node, direction) => {
    let isMore = false;
    const waiting: [unknown, Direction][] = [[node, direction]];
    // The loop includes what it adds.
    for (const [at, around] of waiting) {
      if (!isContainer(at)) continue;
      const { $ref, mapping, readOnly, writeOnly } = at;
      const own = readOnly === true ? "response" : writeOnly === true ? "request" : around;
      for (const ref of [$ref, ...Object.values(Object(mapping))]) {
        const use = `${own} ${ref}`;
        if (typeof ref !== "string" || !changed.has(ref) || seen.has(use)) continue;
        seen.add(use);
        if (rewritten.has(ref)) isMore = true;
        else waiting.push([targetOf(base, ref), own]);
      }
      for (const value of Object.values(at)) if (isContainer(value)) waiting.push([value, own]);
    }
    return isMore;
  };
}

function operationsLeadToMore(item: unknown, leadsToMore: LeadsToMore): boolean {
  const operations = Object.entries(Object(item));
  // Within callbacks, the directions are reversed.
  if (operations.some(([method, one]) => method === "additionalOperations" || Object(one).callbacks))
    return true;
  return operations
    .flatMap(([, operation]) => Object.entries(Object(operation)))
    .map(([key, part]) => leadsToMore(part, key === "responses" ? "response" : "request"))
    .includes(true);
}
