import type { Logger } from "pino";
import type { ApiDocument } from "../../document/document.ts";
import { withCharset } from "../../document/media-types.ts";
import { newRequestId as ownRequestId } from "../../http/context.ts";
import { createErrorResponse } from "../../http/errors/error-response.ts";
import type { AppOptions } from "../../http/options/app-options.ts";
import { headersOfEveryResponse } from "../../http/response/headers-of-every-response.ts";
import type { DescribeRefusal } from "./raw-refusals.ts";

/**
 * Formats the refusal of invalid HTTP as the document specifies: constant headers, a request id and an error
 * body. Logs it too, since such a request never reaches `requestLog`.
 */
export function describeRefusal(
  document: ApiDocument,
  log: Logger,
  { renderError, newRequestId = ownRequestId }: Pick<AppOptions, "renderError" | "newRequestId"> = {},
): DescribeRefusal {
  const answerOf = createErrorResponse({ document, log, ...(renderError && { renderError }) });
  const lasting = headersOfEveryResponse(document);
  return ({ status, message, requestId = newRequestId() }) => {
    const { content, headers, missing } = answerOf(undefined, {
      status,
      code: "INVALID_REQUEST",
      message,
      requestId,
    });
    log.info({ requestId, status, reason: message }, "unreadable request");
    return {
      headers: {
        ...missing,
        "X-Request-Id": requestId,
        ...lasting,
        ...headers,
        ...(content && { "Content-Type": withCharset(content.type) }),
      },
      body: content?.text ?? "",
    };
  };
}
