import { own } from "../../document/own.ts";
import { isStub } from "../../http/errors/not-implemented.ts";
import type { AnyHandler } from "../../http/steps/handle.ts";
import type { ServedDocument } from "./served-document.ts";

/** So many operations take so long to read that Prism can be loaded meanwhile, and rarely have examples of everything. */
const manyStubs = 50;

/** Begins to load Prism before it is known whether the documents need it, where many handlers aren't written yet. */
export async function loadPrismForMany(handlers: Record<string, AnyHandler>[]): Promise<void> {
  const stubs = handlers.flatMap((of) => Object.values(of)).filter(isStub);
  if (stubs.length < manyStubs) return;
  try {
    const { sharedPrism } = await import("../../mock/prism/prism-thread.ts");
    await sharedPrism.load();
  } catch {}
}

/**
 * Loads what answers for handlers that aren't written yet, so that the first request to one needn't wait. Resolves when that
 * fails, too: the request is told.
 */
export async function loadStubAnswers(documents: ServedDocument[]): Promise<void> {
  const withStubs = documents.filter(({ document, handlers }) =>
    document.operations.some(({ operationId }) => isStub(own(handlers, operationId))),
  );
  if (withStubs.length === 0) return;
  try {
    const { prepareStubAnswers } = await import("../../dev/answer-stubs.ts");
    await prepareStubAnswers(withStubs.map(({ document }) => document));
  } catch {}
}
