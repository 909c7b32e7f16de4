import type { ApiDocument, DocumentOperation } from "@counterpart/server/document/document";
import type { PrismChoice } from "./messages.ts";
import type { PrismThread } from "./prism-thread.ts";
import { documentedReply, exampleFor, hasCallbacks, prismMethod, replyDocument } from "./reply-document.ts";

export interface Reply {
  status: number;
  /** Values, not serialised. */
  headers: Record<string, unknown>;
  /** As the document spells it. */
  mediaType?: string | undefined;
  /** What it is sent as, where that isn't the same. */
  contentType?: string;
  /** Undefined when the response has none. */
  body: unknown;
  /** Whether it is known not to be what the document says. */
  isMisfit?: boolean;
}

export interface Prism {
  /**
   * The named example, the first one, or what Prism makes of the schema.
   * @param body of the request; the operation's callbacks refer to it
   */
  reply(operation: DocumentOperation, wanted: PrismChoice, body?: unknown): Promise<Reply>;
}

let documents = 0;

/** What Prism replies to the requests of a document. It is asked only for what the document doesn't say itself. */
export function createPrism(document: ApiDocument, thread: PrismThread): Prism {
  const number = ++documents;
  return {
    async reply(operation, choice, body) {
      const { status, mediaType, exampleKey, dynamic = false, seed } = choice;
      const documented = documentedReply(document, operation, choice);
      if (documented) return { status, mediaType, ...documented };
      const key = JSON.stringify([number, operation.operationId, status, mediaType, exampleKey, dynamic]);
      const { headers, body: answer } = await thread.reply(
        key,
        () => replyDocument(document, operation, choice),
        {
          method: prismMethod(operation.method),
          path: operation.path,
          mock: {
            code: status,
            dynamic,
            ...(mediaType !== undefined && { mediaTypes: [mediaType] }),
            ...(exampleKey !== undefined && { exampleKey }),
            ...(seed !== undefined && { seed }),
          },
          ...(hasCallbacks(document, operation) && { body }),
        },
      );
      const example = exampleFor(document, operation, choice);
      return { status, headers, mediaType, body: example ? example.value : answer };
    },
  };
}
