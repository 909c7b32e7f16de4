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

/** The schemas that have an address of their own (`$id`) or a name in one (`$anchor`), as JSON Schema 2020-12 has them. */
export interface SchemaIds {
  byUri: Map<string, Base>;
  /** By the address and the name: `file:///pets.yaml#pet`. */
  anchors: Map<string, { base: Base; node: Node; pointer: string }>;
  /** By the schema that has the `$id`. */
  byNode: WeakMap<object, Base>;
}

export function noSchemaIds(): SchemaIds {
  return { byUri: new Map(), anchors: new Map(), byNode: new WeakMap() };
}

/** Finds the addresses and names within a node. What its examples and extensions hold is data. */
export function collectSchemaIds(ids: SchemaIds, base: Base, kind: Kind): void {
  if (!/\$(id|anchor|dynamicAnchor)\b/.test(base.file.text)) return;
  const { file, node } = base;
  if (typeof node !== "object" || node === null) return;
  /** The innermost last. */
  const around: Base[] = [base];
  for (const visit of visitsFrom({ kind, node: node as Node, pointer: base.pointer })) {
    if (visit.kind !== "schema") continue;
    while (around.length > 1 && !isWithin(visit.pointer, around.at(-1)?.pointer ?? "")) around.pop();
    const outer = around.at(-1) ?? base;
    const { $id, $anchor, $dynamicAnchor } = visit.node;
    const uri = typeof $id === "string" ? resolveUri($id, outer.uri) : undefined;
    const inner = uri === undefined ? outer : { uri, file, node: visit.node, pointer: visit.pointer };
    if (inner !== outer) {
      around.push(inner);
      ids.byNode.set(visit.node, inner);
      if (!ids.byUri.has(inner.uri)) ids.byUri.set(inner.uri, inner);
    }
    for (const name of [$anchor, $dynamicAnchor]) {
      if (typeof name === "string")
        ids.anchors.set(`${inner.uri}#${name}`, { base: inner, node: visit.node, pointer: visit.pointer });
    }
  }
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
