import { type ApiDocument, type DocumentOperation, responseFor } from "@counterpart/server/document";
import type { Step } from "@counterpart/server/http";
import type { OperationValidators } from "@counterpart/server/validation";
import { answerRefusals } from "./answer-refusals.ts";
import { answerWithExample } from "./answer-with-example.ts";
import { readPreferences } from "./preferences.ts";
import type { PrismChoice } from "./prism/messages.ts";
import { createPrism } from "./prism/prism.ts";
import { sharedPrism } from "./prism/prism-thread.ts";
import { documentedReply } from "./prism/reply-document.ts";
import { createReplies } from "./replies/replies.ts";
import { successStatus } from "./responses.ts";

/**
 * Loads Prism, if any document needs it, and makes a first reply, which takes 0.1 s. This thread's part of
 * that overlaps with loading Prism in the other thread.
 */
export async function prepareStubResponses(documents: ApiDocument[]): Promise<void> {
  for (const document of documents) {
    const asked = firstAskedOfPrism(document);
    // Not loaded without need: the thread takes 70 MB.
    if (asked) return void (await createPrism(document, sharedPrism).reply(asked.operation, asked.choice));
  }
}

/**
 * Answers for unimplemented handlers with the document's examples and `X-Mock: true`. The server has
 * authenticated and validated the request already, so only the mock's last step and `Prefer` remain.
 */
export function stubResponses(document: ApiDocument, validators: OperationValidators): Step {
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

/** The first success without a complete example, which therefore needs Prism. */
export function firstAskedOfPrism(document: ApiDocument) {
  for (const operation of document.operations) {
    const choice = successOf(operation);
    if (documentedReply(document, operation, choice) === undefined) return { operation, choice };
  }
  return undefined;
}

function successOf({ responses }: DocumentOperation): PrismChoice {
  const status = successStatus(responses);
  const [mediaType] = Object.keys(responseFor(responses, status)?.content ?? {});
  return { status, mediaType };
}
