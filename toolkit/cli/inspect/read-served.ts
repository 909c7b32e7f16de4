import type { ApiDocument } from "@counterpart/server/document";
import { readDocument } from "@counterpart/server/read-document";
import type { Spec } from "@counterpart/server/source";
import { isAccepted } from "./is-accepted.ts";

/**
 * Reads the served part of a document.
 * @throws with the document's faults if nothing can be served
 */
export async function readServed(spec: Spec): Promise<ApiDocument> {
  const read = readDocument(spec.raw);
  if (isAccepted(read)) return read;
  // Loads the code of servers and agents, so it is loaded only for a document that needs it.
  const { analyzeSpec, refusal } = await import("./analyze-spec.ts");
  throw new Error(refusal(analyzeSpec(spec, { builds: false, read }).notes));
}
