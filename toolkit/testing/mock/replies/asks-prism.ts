import type { ApiDocument, DocumentOperation } from "@counterpart/server/document/document";
import { responseFor } from "@counterpart/server/document/response-for";
import type { PrismChoice } from "../prism/messages.ts";
import type {} from "../prism/prism.ts";
import { documentedReply } from "../prism/reply-document.ts";
import { successStatus } from "../responses.ts";

/** An operation, and the response that Prism should generate. */
export interface AskedOfPrism {
  operation: DocumentOperation;
  choice: PrismChoice;
}

/** The first success without a complete example, which therefore needs Prism. */
export function firstAskedOfPrism(document: ApiDocument): AskedOfPrism | undefined {
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
