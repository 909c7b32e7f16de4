import type { ApiDocument, DocumentOperation } from "@counterpart/server/document";
import type { PrismChoice } from "./messages.ts";
import type { PrismThread } from "./prism-thread.ts";
import { documentedReply, exampleFor, hasCallbacks, prismMethod, replyDocument } from "./reply-document.ts";

export interface Reply {
  status: number;
  /** Values before serialisation. */
  headers: Record<string, unknown>;
  /** As the document spells it. */
  mediaType?: string | undefined;
  /** The media type to send, if it differs. */
  contentType?: string;
  /** Undefined if the response has none. */
  body: unknown;
  /** Whether the reply is known to violate the document. */
  isNonconforming?: boolean;
}

export interface Prism {
  /**
   * Replies with the named example, the first one, or a value that Prism generates from the schema.
   * @param body of the request, for the expressions of the operation's callbacks
   */
  reply(operation: DocumentOperation, wanted: PrismChoice, body?: unknown): Promise<Reply>;
}

let documents = 0;

/** Replies to the requests of a document. Prism is used only if the document has no complete example. */
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
