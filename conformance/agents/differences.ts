import path from "node:path";
import { compareDocuments } from "../../toolkit/cli/compare/compare-documents.ts";
import { type ComparedDocument, servedSpec } from "../../toolkit/cli/compare/read-compared.ts";
import { readSpec } from "../../toolkit/server/document/source/read-spec.ts";
import type { Case } from "../suite-result.ts";

export async function readCompared(file: string): Promise<ComparedDocument> {
  return servedSpec(await readSpec(file, { allowFolders: [path.dirname(file)] }));
}

/** A case for each operation, which passes, and one for each difference that `compare` reports. */
export async function differences(
  direction: string,
  before: ComparedDocument,
  after: ComparedDocument,
): Promise<Case[]> {
  const today = new Date().toISOString().slice(0, 10);
  const { breaking, warnings } = await compareDocuments(before.document, after.document, {
    today,
    locate: after.locate,
  });
  const found = [...breaking, ...warnings].map(
    ({ rule, place, message }): Case => ({
      name: `${direction}: ${rule} ${place} ${message}`,
      outcome: "reported",
    }),
  );
  const sent = before.document.outgoing.map(({ operation }) => operation);
  const operations = [...before.document.operations, ...sent].map(
    ({ operationId }): Case => ({ name: `${direction}: ${operationId}`, outcome: "passed" }),
  );
  return [...operations, ...new Map(found.map((one) => [one.name, one])).values()];
}
