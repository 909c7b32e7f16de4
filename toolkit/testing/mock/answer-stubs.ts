import type { ApiDocument } from "@counterpart/server/document/document";
import type { Step } from "@counterpart/server/http/composition/step";
import type { OperationValidators } from "@counterpart/server/validation/operation-validator";
import { answerRefusals } from "./answer-refusals.ts";
import { answerWithExample } from "./answer-with-example.ts";
import { readPreferences } from "./preferences.ts";
import { createPrism } from "./prism/prism.ts";
import { sharedPrism } from "./prism/prism-thread.ts";
import { firstAskedOfPrism } from "./replies/asks-prism.ts";
import { createReplies } from "./replies/replies.ts";

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
