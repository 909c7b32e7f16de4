import type { Kind, Node } from "../../walk.ts";
import { visitsFrom } from "../../walk.ts";
import type { SourceFile } from "../files/parse-source.ts";

/** What relative references within a node are relative to. */
export interface Base {
  /** A file's address (`file:///…`), or the `$id` of a schema. */
  uri: string;
  file: SourceFile;
  /** The node that has the address, and its place in the file. */
  node: unknown;
  pointer: string;
}

/** A schema with a name, as the target of a reference to the name. */
interface NamedSchema {
  base: Base;
  node: Node;
  pointer: string;
}

/** The `$dynamicAnchor`s that count together, by name. */
export type DynamicAnchors = ReadonlyMap<string, NamedSchema>;

/**
 * A schema whose `$dynamicAnchor`s count from where it is entered: one with an `$id`, the whole of a file, or of an OpenAPI
 * document a schema that isn't within another.
 */
interface Resource {
  base: Base;
  pointer: string;
  dynamicAnchors: Map<string, NamedSchema>;
}

/** The schemas that have an address of their own (`$id`) or a name in one (`$anchor`), as JSON Schema 2020-12 has them. */
interface SchemaIds {
  byUri: Map<string, Base>;
  /** By the address and the name: `file:///pets.yaml#pet`. */
  anchors: Map<string, NamedSchema>;
  /** By the schema that has the `$id`. */
  byNode: WeakMap<object, Base>;
  /** By address. */
  resources: Map<string, Resource[]>;
  /** By the schema that is one, and by those with `$dynamicRef`. */
  resourceByNode: WeakMap<object, Resource>;
  /** What a schema with `$recursiveRef` refers to. */
  recursions: WeakMap<object, NamedSchema>;
}

export function noSchemaIds(): SchemaIds {
  return {
    byUri: new Map(),
    anchors: new Map(),
    byNode: new WeakMap(),
    resources: new Map(),
    resourceByNode: new WeakMap(),
    recursions: new WeakMap(),
  };
}

/** Finds the addresses and names within a node. What its examples and extensions hold is data. */
export function collectSchemaIds(ids: SchemaIds, base: Base, kind: Kind): void {
  if (!/\$(id|anchor|dynamicAnchor|recursiveRef)\b/.test(base.file.text)) return;
  const { file, node } = base;
  if (typeof node !== "object" || node === null) return;
  /** Around the schema that is visited, the innermost last. */
  const resources: Resource[] = [];
  /** Schemas that a `$recursiveRef` may refer to, the innermost last. */
  const recursive: NamedSchema[] = [];
  for (const visit of visitsFrom({ kind, node: node as Node, pointer: base.pointer })) {
    if (visit.kind !== "schema") continue;
    dropLeft(resources, visit.pointer);
    dropLeft(recursive, visit.pointer);
    const around = resources.at(-1);
    const outer = around?.base ?? base;
    const { $id, $anchor, $dynamicAnchor, $dynamicRef, $recursiveAnchor, $recursiveRef } = visit.node;
    const uri = typeof $id === "string" ? resolveUri($id, outer.uri) : undefined;
    const inner = uri === undefined ? outer : { uri, file, node: visit.node, pointer: visit.pointer };
    if (inner !== outer) {
      ids.byNode.set(visit.node, inner);
      if (!ids.byUri.has(inner.uri)) ids.byUri.set(inner.uri, inner);
    }
    let resource = around;
    if (!resource || inner !== outer) {
      resource = { base: inner, pointer: visit.pointer, dynamicAnchors: new Map() };
      resources.push(resource);
      ids.resources.set(inner.uri, [...(ids.resources.get(inner.uri) ?? []), resource]);
      ids.resourceByNode.set(visit.node, resource);
    }
    const named = { base: inner, node: visit.node, pointer: visit.pointer };
    for (const name of [$anchor, $dynamicAnchor]) {
      if (typeof name === "string") ids.anchors.set(`${inner.uri}#${name}`, named);
    }
    if (typeof $dynamicAnchor === "string") resource.dynamicAnchors.set($dynamicAnchor, named);
    if ($dynamicRef !== undefined) ids.resourceByNode.set(visit.node, resource);
    if ($recursiveAnchor === true || recursive.length === 0) recursive.push(named);
    if ($recursiveRef !== undefined) ids.recursions.set(visit.node, recursive.at(-1) ?? named);
  }
}

function dropLeft(around: { pointer: string }[], pointer: string): void {
  while (around.length > 0 && !isWithin(pointer, around.at(-1)?.pointer ?? "")) around.pop();
}

/** The dynamic anchors that count once a reference to the schema has been followed. */
export function dynamicAnchorsOf({ resources }: SchemaIds, { base, pointer }: Omit<NamedSchema, "node">) {
  return resources.get(base.uri)?.find((one) => isWithin(pointer, one.pointer))?.dynamicAnchors;
}

/** An address without its fragment; undefined for one that isn't an address. */
export function resolveUri(reference: string, base: string): string | undefined {
  const [address = ""] = reference.split("#");
  if (address === "") return base;
  try {
    return new URL(address, base).href;
  } catch {
    return undefined;
  }
}

function isWithin(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}
