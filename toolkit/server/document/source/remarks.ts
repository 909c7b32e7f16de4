import type { Finding } from "../findings/finding.ts";
import { escapePointerPart, type RawDocument } from "../references.ts";

/**
 * Findings about objects of a document that isn't final yet, keyed by object. They are dropped with an object
 * that is left out, or once the object's `ref` differs from the finding's.
 */
export type Remarks = Map<object, Finding & { ref?: string }>;

/** The findings, with the pointers of their objects in the document. */
export function findingsOf(raw: RawDocument, remarks: Remarks): Finding[] {
  const findings: Finding[] = [];
  if (remarks.size === 0) return findings;
  const visit = (node: unknown, pointer: string): void => {
    if (typeof node !== "object" || node === null) return;
    const { ref, ...finding } = remarks.get(node) ?? {};
    if ("message" in finding && (ref === undefined || ref === (node as { $ref?: unknown }).$ref)) {
      findings.push({ ...finding, pointer });
    }
    for (const [key, value] of Object.entries(node)) visit(value, `${pointer}/${escapePointerPart(key)}`);
  };
  visit(raw, "#");
  return findings;
}
