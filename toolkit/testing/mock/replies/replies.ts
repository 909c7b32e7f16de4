import { sentMediaType } from "@counterpart/server/document/body-reading";
import type { ApiDocument, DocumentOperation } from "@counterpart/server/document/document";
import { responseFor } from "@counterpart/server/document/response-for";
import type { OperationValidators } from "@counterpart/server/validation/operation-validator";
import { ProblemJsonError } from "@stoplight/prism-http/dist/types.js";
import { createPrism, type Prism, type Reply } from "../prism/prism.ts";
import { PrismEnded, type PrismThread } from "../prism/prism-thread.ts";
import { replyFitter } from "./fit-reply.ts";

/**
 * Prism's replies, made to fit the document. Named examples stay as they are. If Prism fails, it isn't used.
 */
export function createReplies(
  document: ApiDocument,
  { validators, thread }: { validators: OperationValidators; thread: PrismThread },
): Prism {
  const prism = createPrism(document, thread);
  const fitted = replyFitter(document, validators);
  return {
    async reply(operation, wanted, body) {
      const { status, mediaType, exampleKey } = wanted;
      const reply = await prism.reply(operation, wanted, body).catch((error: unknown) => {
        if (error instanceof ProblemJsonError || error instanceof PrismEnded) throw error;
        return { status, mediaType, headers: {}, body: undefined };
      });
      return sendable(document, operation, exampleKey === undefined ? fitted(operation, reply) : reply);
    },
  };
}

/** Chooses a concrete media type if the document has a range. */
function sendable(document: ApiDocument, { responses }: DocumentOperation, reply: Reply): Reply {
  const { status, mediaType } = reply;
  if (mediaType === undefined) return reply;
  const documented = responseFor(responses, status)?.content[mediaType];
  return { ...reply, contentType: sentMediaType(document, mediaType, documented) };
}
