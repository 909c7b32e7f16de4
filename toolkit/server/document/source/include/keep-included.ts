import { operationsIn, operationsOf } from "../../path-item.ts";
import { isContainer, type RawDocument } from "../../references.ts";
import type { Node } from "../../walk.ts";
import { dropUnusedComponents } from "./unused-components.ts";

/** Selects the operations of a document that have one of the tags or one of the paths. */
export interface Include {
  tags?: string[];
  /** As spelled in the document. A path that ends in `*` matches all paths with that prefix. */
  paths?: string[];
}

/**
 * Removes the operations that aren't included, and the components and tags that become unused. Changes the
 * document.
 * @returns a sentence for each tag or path that isn't in the document; if there are any, nothing is changed
 */
export function keepIncluded(raw: RawDocument, { tags = [], paths = [] }: Include): string[] {
  const allTags = tagsIn(raw);
  const allPaths = Object.keys(raw.paths);
  const faults = [
    ...tags
      .filter((tag) => !allTags.has(tag))
      .map((tag) => `No operation has the tag ${tag}. There are ${listed([...allTags])}.`),
    ...paths
      .filter((pattern) => !allPaths.some((path) => isMatch(path, pattern)))
      .map((pattern) => `No path is ${pattern}. There are ${listed(allPaths)}.`),
  ];
  if (faults.length > 0) return faults;

  const hasTag = (operation: Node) => namesIn(operation.tags).some((tag) => tags.includes(tag));
  for (const found of operationsIn(raw, "paths")) {
    if (!hasTag(found.operation) && !paths.some((pattern) => isMatch(found.name, pattern))) remove(found);
  }
  for (const found of operationsIn(raw, "webhooks")) if (!hasTag(found.operation)) remove(found);
  for (const section of ["paths", "webhooks"]) dropEmptyItems(raw[section]);
  dropUnusedComponents(raw);
  dropUnusedTags(raw);
  return [];
}

function remove({ item, keys: [key = "", inner] }: ReturnType<typeof operationsIn>[number]): void {
  if (inner === undefined) delete item[key];
  else delete item[key][inner];
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
  const used = tagsIn(raw);
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

function tagsIn(raw: RawDocument): Set<string> {
  const operations = [...operationsIn(raw, "paths"), ...operationsIn(raw, "webhooks")];
  return new Set(operations.flatMap(({ operation }) => namesIn(operation.tags)));
}

function namesIn(tags: unknown): string[] {
  return Array.isArray(tags) ? tags.map(String) : [];
}

function listed(names: string[]): string {
  const shown = names.slice(0, 20).join(", ");
  if (names.length === 0) return "none";
  return names.length > 20 ? `${shown} and ${names.length - 20} more` : shown;
}
