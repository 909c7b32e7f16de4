import { operationsOf } from "../../path-item.ts";
import { isContainer, type RawDocument } from "../../references.ts";
import { dropUnusedComponents } from "./unused-components.ts";

/** Selects the operations of a document that have one of the tags or one of the paths. */
export interface Include {
  tags?: string[];
  /** As spelled in the document. A path that ends in `*` matches all paths with that prefix. */
  paths?: string[];
}

type Node = Record<string, unknown>;

/**
 * Removes the operations that aren't included, and the components and tags that become unused. Changes the
 * document.
 * @returns a sentence for each tag or path that isn't in the document; if there are any, nothing is changed
 */
export function keepIncluded(raw: RawDocument, { tags = [], paths = [] }: Include): string[] {
  const tagsOf = new Map<unknown, number>();
  for (const { operation } of [...operationsIn(raw, "paths"), ...operationsIn(raw, "webhooks")]) {
    for (const tag of namesIn(operation.tags)) tagsOf.set(tag, (tagsOf.get(tag) ?? 0) + 1);
  }
  const allPaths = Object.keys(raw.paths);
  const faults = [
    ...tags
      .filter((tag) => !tagsOf.has(tag))
      .map((tag) => `No operation has the tag ${tag}. There are ${listed([...tagsOf.keys()].map(String))}.`),
    ...paths
      .filter((pattern) => !allPaths.some((path) => isMatch(path, pattern)))
      .map((pattern) => `No path is ${pattern}. There are ${listed(allPaths)}.`),
  ];
  if (faults.length > 0) return faults;

  const hasTag = (operation: Node) => namesIn(operation.tags).some((tag) => tags.includes(tag));
  for (const { name, operation, remove } of operationsIn(raw, "paths")) {
    if (!hasTag(operation) && !paths.some((pattern) => isMatch(name, pattern))) remove();
  }
  for (const { operation, remove } of operationsIn(raw, "webhooks")) if (!hasTag(operation)) remove();
  for (const section of ["paths", "webhooks"]) dropEmptyItems(raw[section]);
  dropUnusedComponents(raw);
  dropUnusedTags(raw);
  return [];
}

interface Found {
  /** The path, or the webhook's name. */
  name: string;
  operation: Node;
  remove: () => void;
}

function operationsIn(raw: RawDocument, section: "paths" | "webhooks"): Found[] {
  return Object.entries<Node>(raw[section] ?? {}).flatMap(([name, item]) =>
    operationsOf(item).map(({ keys: [key = "", inner], operation }) => ({
      name,
      operation,
      remove: () => (inner === undefined ? delete item[key] : delete (item[key] as Node)[inner]),
    })),
  );
}

/** Removes path items without operations. */
function dropEmptyItems(items: unknown): void {
  if (!isContainer(items)) return;
  for (const [name, item] of Object.entries(items)) {
    if (!isContainer(item)) continue;
    if (operationsOf(item).length === 0 && !name.startsWith("x-")) delete items[name];
  }
}

/** Removes tags that neither a remaining operation nor a used child tag refers to. */
function dropUnusedTags(raw: RawDocument): void {
  if (!Array.isArray(raw.tags)) return;
  const used = new Set(
    [...operationsIn(raw, "paths"), ...operationsIn(raw, "webhooks")].flatMap(({ operation }) =>
      namesIn(operation.tags),
    ),
  );
  const tags: unknown[] = raw.tags;
  const parents = new Map(tags.filter(isContainer).map(({ name, parent }) => [name, parent]));
  for (const tag of used) {
    const parent = parents.get(tag);
    if (typeof parent === "string") used.add(parent);
  }
  raw.tags = tags.filter((tag) => isContainer(tag) && used.has(String(tag.name)));
}

function isMatch(path: string, pattern: string): boolean {
  return pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

function namesIn(tags: unknown): string[] {
  return Array.isArray(tags) ? tags.map(String) : [];
}

function listed(names: string[]): string {
  const shown = names.slice(0, 20).join(", ");
  if (names.length === 0) return "none";
  return names.length > 20 ? `${shown} and ${names.length - 20} more` : shown;
}
