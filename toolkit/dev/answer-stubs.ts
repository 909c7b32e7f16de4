import type { ApiDocument } from "../document/document.ts";
import type { Step } from "../http/composition/step.ts";
import { answerRefusals } from "../mock/answer-refusals.ts";
import { answerWithExample } from "../mock/answer-with-example.ts";
import { readPreferences } from "../mock/preferences.ts";
import { sharedPrism } from "../mock/prism/prism-thread.ts";
import { asksPrism } from "../mock/replies/asks-prism.ts";
import { createReplies } from "../mock/replies/replies.ts";
import type { OperationValidators } from "../validation/operation-validator.ts";

/** Loads what the stubs of documents need besides this module. */
export async function prepareStubAnswers(documents: ApiDocument[]): Promise<void> {
  // Its thread takes 70 MB.
  if (documents.some(asksPrism)) await sharedPrism.load();
}

/**
 * Answers in place of a handler that isn't written yet, with the document's examples and `X-Mock: true`. The server has
 * authenticated and validated the request by then, so what is left of the mock is its last step, and `Prefer`.
 */
export function answerStubs(document: ApiDocument, validators: OperationValidators): Step {
  const replies = createReplies(document, { validators, thread: sharedPrism });
  const answerError = answerRefusals(document);
  const preferences = readPreferences(sharedPrism);
  return async (req, res, context) => {
    const { operation } = context;
    if (!operation) return;
    res.setHeader("X-Mock", "true");
    try {
      await preferences(req, res, context);
      await answerWithExample(replies, operation)(req, res, context);
    } catch (error) {
      answerError(error, res);
    }
  };
}
