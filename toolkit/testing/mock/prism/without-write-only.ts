import type { RawDocument, Schema } from "@counterpart/server/document/document";
import { resolveIn } from "@counterpart/server/document/references";

/** The document without `writeOnly` properties, which Prism would generate for responses too. */
export function withoutWriteOnly(raw: RawDocument): RawDocument {
  return cleaned(raw, raw) as RawDocument;
}

function cleaned(raw: RawDocument, node: unknown): unknown {
  if (Array.isArray(node)) return node.map((one) => cleaned(raw, one));
  if (node === null || typeof node !== "object") return node;
  const { properties, required } = node as Schema;
  const copy: Schema = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, cleaned(raw, value)]),
  );
  if (properties === null || typeof properties !== "object") return copy;
  const isKept = ([, property]: [string, unknown]) => resolveIn<Schema>(raw, property)?.writeOnly !== true;
  const kept = new Set(
    Object.entries(properties)
      .filter(isKept)
      .map(([name]) => name),
  );
  const gone = Object.keys(properties).filter((name) => !kept.has(name));
  if (gone.length === 0) return copy;
  copy.properties = Object.fromEntries(
    Object.entries(copy.properties as Schema).filter(([name]) => kept.has(name)),
  );
  if (Array.isArray(required)) copy.required = required.filter((name) => !gone.includes(name));
  return copy;
}
