import type { Finding } from "../findings/finding.ts";
import { escapePointerPart, type RawDocument } from "../references.ts";

/**
 * Findings about objects of the document, before it has its final form. They are by the object that they are about, so
 * that one that is left out of the document takes its findings along. Once an object has another `ref` than its finding
 * is about, the finding no longer counts.
 */
export type Remarks = Map<object, Finding & { ref?: string }>;

/** The findings, each with the pointer that its object has in the document. */
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
