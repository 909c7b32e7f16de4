import { isStub } from "../../http/errors/not-implemented.ts";
import type { ServedDocument } from "./served-document.ts";

/**
 * Loads what answers for handlers that aren't written yet, so that the first request to one needn't wait. Resolves when that
 * fails, too: the request is told.
 */
export async function loadStubAnswers(documents: ServedDocument[]): Promise<void> {
  const withStubs = documents.filter(({ document, handlers }) =>
    document.operations.some(({ operationId }) => isStub(handlers[operationId])),
  );
  if (withStubs.length === 0) return;
  try {
    const { prepareStubAnswers } = await import("../../dev/answer-stubs.ts");
    await prepareStubAnswers(withStubs.map(({ document }) => document));
  } catch {}
}
