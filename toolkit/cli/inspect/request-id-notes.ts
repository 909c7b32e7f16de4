import {
  type ApiDocument,
  isObject,
  pointerOf,
  type RawDocument,
  readHeader,
  visits,
} from "@counterpart/server/document";
import type { Finding } from "@counterpart/server/findings";
import { newRequestId } from "@counterpart/server/http";
import { createValidators, headerFaultFinder } from "@counterpart/server/validation";
import { escapePointerPart } from "@counterpart/server/values";

const samples = Array.from({ length: 3 }, newRequestId);

/** Reports `X-Request-Id` headers whose schema refuses the server's own ids. */
export function requestIdNotes(document: ApiDocument): Finding[] {
  const raw = document.root as unknown as RawDocument;
  const faultOf = headerFaultFinder(document, createValidators(document));
  const notes: Finding[] = [];
  for (const { kind, node, place } of visits(raw)) {
    if (kind !== "response" || !isObject(node.headers)) continue;
    for (const [name, header] of Object.entries(node.headers)) {
      if (name.toLowerCase() !== "x-request-id") continue;
      const described = readHeader(raw, header);
      if (samples.every((id) => faultOf(name, described, id) === undefined)) continue;
      const message =
        "The ids that the server makes, such as req_0a1b2c3d4e5f6g7h8i9j0k1l2m, don't fit this header. Set `newRequestId` in the service.";
      notes.push({
        severity: "warning",
        pointer: `${pointerOf(place)}/headers/${escapePointerPart(name)}`,
        message,
      });
    }
  }
  return notes;
}
