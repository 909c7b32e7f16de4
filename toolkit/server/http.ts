// The exports for other servers, such as the mock: exchanges, answers and error bodies. Loads no validator.

export { preferredType } from "./http/accepted-types.ts";
export { createBodyBudget } from "./http/body/body-budget.ts";
export { bodyLimits, maxBytesAtOnce } from "./http/body/body-limits.ts";
export { rawBodyReader } from "./http/body/raw-body-reader.ts";
export { readBytes } from "./http/body/read-bytes.ts";
export type { Step } from "./http/composition/step.ts";
export { contextOf, newRequestId, type RequestContext } from "./http/context.ts";
export { schemesAcceptingAnyone } from "./http/credentials/accept-anyone.ts";
export type { Authenticators } from "./http/credentials/authenticate.ts";
export { dispatch, type MountedDocument } from "./http/dispatch.ts";
export { documentedStatus } from "./http/errors/documented-status.ts";
export { createErrorResponse } from "./http/errors/error-response.ts";
export { isStub } from "./http/errors/not-implemented.ts";
export { renderFromDocument } from "./http/errors/render-error.ts";
export { requiredHeaders } from "./http/errors/required-headers.ts";
export { type ErrorResponder, respondToErrors } from "./http/errors/respond-to-errors.ts";
export type { ExchangeRequest, ExchangeResponse, Responder } from "./http/exchange.ts";
export type { Observer } from "./http/observer.ts";
export { readBasePath } from "./http/options/base-path.ts";
export type { Page } from "./http/pages.ts";
export { headerLines, headersAsSent } from "./http/response/header-lines.ts";
export type { Output } from "./http/response/send.ts";
export { isStreamed, sendContent } from "./http/response/send-content.ts";
export { sendJson, sendText } from "./http/response/send-text.ts";
