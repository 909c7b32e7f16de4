import type { Logger } from "pino";
import type { ApiDocument } from "../../document/document.ts";
import { withCharset } from "../../document/media-types.ts";
import { newRequestId } from "../../http/begin-request.ts";
import { tellRefusal } from "../../http/errors/error-body.ts";
import { headersForJson } from "../../http/steps/security-headers.ts";
import type { DescribeRefusal } from "./raw-refusals.ts";

/**
 * Refuses what isn't HTTP in the document's words: the headers that are the same on every response, a request id, and the
 * body of an error. No request has passed the steps, so this writes the line to the log that `requestLog` would.
 */
export function describeRefusal(document: ApiDocument, log: Logger): DescribeRefusal {
  const lasting = { ...headersForJson(), ...document.constantHeaders };
  return ({ status, message, requestId = newRequestId() }) => {
    const { content } = tellRefusal(document, undefined, {
      status,
      code: "INVALID_REQUEST",
      message,
      requestId,
    });
    log.info({ requestId, status, reason: message }, "unreadable request");
    return {
      headers: {
        "X-Request-Id": requestId,
        ...lasting,
        ...(content && { "Content-Type": withCharset(content.type) }),
      },
      body: content?.text ?? "",
    };
  };
}
