import { hash } from "node:crypto";
import {
  type ApiDocument,
  type DocumentOperation,
  responseFor,
  sentMediaType,
  withListSchema,
} from "@counterpart/server/document";
import type { OperationValidators } from "@counterpart/server/validation";
import { anyAnswer } from "../../samples/sample-values.ts";
import { ProblemJsonError } from "../prism/internals.ts";
import type { PrismChoice } from "../prism/messages.ts";
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
      const invented = wanted.dynamic ? inventedBody(document, operation, wanted) : undefined;
      // Prism then generates the headers.
      const asked = invented === undefined ? wanted : { ...wanted, mediaType: undefined };
      const answer = await prism.reply(operation, asked, body).catch((error: unknown) => {
        if (error instanceof ProblemJsonError || error instanceof PrismEnded) throw error;
        return { status, headers: {}, body: undefined };
      });
      const reply =
        invented === undefined ? { ...answer, mediaType } : { ...answer, mediaType, body: invented };
      return sendable(document, operation, exampleKey === undefined ? fitted(operation, reply) : reply);
    },
  };
}

/** A body that differs from call to call without a seed. Prism's own ignores some keywords and prefers odd numbers. */
function inventedBody(
  document: ApiDocument,
  { responses }: DocumentOperation,
  { status, mediaType = "", seed }: PrismChoice,
): unknown {
  const media = responseFor(responses, status)?.content[mediaType];
  const { schema } = media ? withListSchema(mediaType, media) : {};
  const number =
    seed === undefined ? undefined : Number.parseInt(hash("sha256", seed, "hex").slice(0, 8), 16);
  return schema && anyAnswer(document, schema, number);
}

/** Chooses a concrete media type if the document has a range. */
function sendable(document: ApiDocument, { responses }: DocumentOperation, reply: Reply): Reply {
  const { status, mediaType } = reply;
  if (mediaType === undefined) return reply;
  const documented = responseFor(responses, status)?.content[mediaType];
  return { ...reply, contentType: sentMediaType(document, mediaType, documented) };
}
