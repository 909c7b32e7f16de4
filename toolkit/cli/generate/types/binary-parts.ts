import { type ApiDocument, type Schema, targetOf } from "@counterpart/server/document/document";
import { isBinary } from "@counterpart/server/document/schemas/binary";
import { visits } from "@counterpart/server/document/walk";

/**
 * Whether a value may contain bytes; follows references. Schemas are searched only if the document has bytes.
 */
export function binaryParts(document: ApiDocument): (schema: unknown) => boolean {
  const root = document.root as unknown as Record<string, unknown>;
  const isAny = [...visits(root)].some(({ kind, node }) => kind === "schema" && isBinary(node));
  const known = new Map<string, boolean>();

  function has(node: unknown): boolean {
    if (typeof node !== "object" || node === null) return false;
    if (Array.isArray(node)) return node.some(has);
    const { $ref, example, examples, default: preset, ...keywords } = node as Schema;
    if (typeof $ref === "string" && reaches($ref)) return true;
    return isBinary(node) || Object.values(keywords).some(has);
  }

  function reaches(ref: string): boolean {
    const answer = known.get(ref);
    if (answer !== undefined) return answer;
    known.set(ref, false);
    const found = has(targetOf(document, ref));
    known.set(ref, found);
    return found;
  }

  return (schema) => isAny && has(schema);
}
