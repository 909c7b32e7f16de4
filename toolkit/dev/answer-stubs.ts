import type { ApiDocument } from "../document/document.ts";
import type { Step } from "../http/composition/step.ts";
import { answerRefusals } from "../mock/answer-refusals.ts";
import { answerWithExample } from "../mock/answer-with-example.ts";
import { readPreferences } from "../mock/preferences.ts";
import { createPrism } from "../mock/prism/prism.ts";
import { sharedPrism } from "../mock/prism/prism-thread.ts";
import { firstAskedOfPrism } from "../mock/replies/asks-prism.ts";
import { createReplies } from "../mock/replies/replies.ts";
import type { OperationValidators } from "../validation/operation-validator.ts";

/**
 * Loads what the stubs of documents need besides this module, and has it reply once: a first reply takes 0.1 s, of
 * which the part in this thread is over while Prism's is still being loaded.
 */
export async function prepareStubAnswers(documents: ApiDocument[]): Promise<void> {
  for (const document of documents) {
    const asked = firstAskedOfPrism(document);
    // Its thread takes 70 MB.
    if (asked) return void (await createPrism(document, sharedPrism).reply(asked.operation, asked.choice));
  }
}

/**
 * Answers in place of a handler that isn't written yet, with the document's examples and `X-Mock: true`. The server has
 * authenticated and validated the request by then, so what is left of the mock is its last step, and `Prefer`.
 */
export function answerStubs(document: ApiDocument, validators: OperationValidators): Step {
  const replies = createReplies(document, { validators, thread: sharedPrism });
  const answerError = answerRefusals(document, validators);
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
