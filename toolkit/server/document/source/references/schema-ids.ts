import type { Kind, Node } from "../../walk.ts";
import { pointerOf, visitsFrom } from "../../walk.ts";
import type { SourceFile } from "../files/parse-source.ts";

/** The base that relative references are resolved against. */
export interface Base {
  /** The file's URL (`file:///…`), or the `$id` of a schema. */
  uri: string;
  file: SourceFile;
  /** The node with this address, and its pointer in the file. */
  node: unknown;
  pointer: string;
}

/** A schema with an anchor. */
interface NamedSchema {
  base: Base;
  node: Node;
  pointer: string;
}

/** The `$dynamicAnchor`s of one resource, by name. */
export type DynamicAnchors = ReadonlyMap<string, NamedSchema>;

/**
 * A schema whose `$dynamicAnchor`s take effect when it is entered: a schema with an `$id`, a whole file, or a
 * top-level schema of an OpenAPI document.
 */
interface Resource {
  base: Base;
  pointer: string;
  dynamicAnchors: Map<string, NamedSchema>;
}

type SchemaIds = ReturnType<typeof noSchemaIds>;

/** The schemas that have an address (`$id`) or an anchor (`$anchor`), as defined by JSON Schema 2020-12. */
export function noSchemaIds() {
  return {
    byUri: new Map<string, Base>(),
    /** By address and anchor: `file:///pets.yaml#pet`. */
    anchors: new Map<string, NamedSchema>(),
    /** By the schema with the `$id`. */
    byNode: new WeakMap<object, Base>(),
    /** By address. */
    resources: new Map<string, Resource[]>(),
    /** By the schema of the resource, and by schemas with `$dynamicRef`. */
    resourceByNode: new WeakMap<object, Resource>(),
    /** The target of each schema with `$recursiveRef`. */
    recursions: new WeakMap<object, NamedSchema>(),
  };
}

/** Collects the addresses and anchors within a node. Examples and extensions are data and are skipped. */
export function collectSchemaIds(ids: SchemaIds, base: Base, kind: Kind): void {
  if (!/\$(id|anchor|dynamicAnchor|recursiveRef)\b/.test(base.file.text)) return;
  const { file, node } = base;
  if (typeof node !== "object" || node === null) return;
  /** The resources that enclose the visited schema, the innermost last. */
  const resources: Resource[] = [];
  /** The schemas that a `$recursiveRef` may refer to, the innermost last. */
  const recursive: NamedSchema[] = [];
  for (const visit of visitsFrom(kind, node as Node)) {
    if (visit.kind !== "schema") continue;
    const pointer = base.pointer + pointerOf(visit.place).slice(1);
    dropLeft(resources, pointer);
    dropLeft(recursive, pointer);
    const around = resources.at(-1);
    const outer = around?.base ?? base;
    const { $id, $anchor, $dynamicAnchor, $dynamicRef, $recursiveAnchor, $recursiveRef } = visit.node;
    const uri = typeof $id === "string" ? resolveUri($id, outer.uri) : undefined;
    const inner = uri === undefined ? outer : { uri, file, node: visit.node, pointer };
    if (inner !== outer) {
      ids.byNode.set(visit.node, inner);
      if (!ids.byUri.has(inner.uri)) ids.byUri.set(inner.uri, inner);
    }
    let resource = around;
    if (!resource || inner !== outer) {
      resource = { base: inner, pointer, dynamicAnchors: new Map() };
      resources.push(resource);
      ids.resources.set(inner.uri, [...(ids.resources.get(inner.uri) ?? []), resource]);
      ids.resourceByNode.set(visit.node, resource);
    }
    const named = { base: inner, node: visit.node, pointer };
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

/** The dynamic anchors in effect after following a reference to the schema. */
export function dynamicAnchorsOf({ resources }: SchemaIds, { base, pointer }: Omit<NamedSchema, "node">) {
  return resources.get(base.uri)?.find((one) => isWithin(pointer, one.pointer))?.dynamicAnchors;
}

/** Resolves a URL without its fragment; undefined if it isn't valid. */
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
