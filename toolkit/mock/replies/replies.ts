import { ProblemJsonError } from "@stoplight/prism-http";
import type { ApiDocument } from "../../document/document.ts";
import type { OperationValidators } from "../../validation/operation-validator.ts";
import { replyFitter } from "./fit-reply.ts";
import { createPrism, type Prism } from "./prism.ts";

/**
 * What Prism replies, made to fit the document. An example that is asked for by name is answered as it is, and what Prism
 * can't sample is made without it.
 */
export function createReplies(document: ApiDocument, validators: OperationValidators): Prism {
  const prism = createPrism(document);
  const fitted = replyFitter(document, validators);
  return {
    async reply(operation, wanted, body) {
      const { status, mediaType, exampleKey } = wanted;
      const reply = await prism.reply(operation, wanted, body).catch((error: unknown) => {
        if (error instanceof ProblemJsonError) throw error;
        return { status, mediaType, headers: {}, body: undefined };
      });
      return exampleKey === undefined ? fitted(operation, reply) : reply;
    },
  };
}
