// What tests of an API import of testing, coverage and samples.

export { answerFaults, operationFinder, parsed } from "../checks/answer-faults.ts";
export { type CheckingFetch, checkingFetch, type Exchange } from "../checks/checking-fetch.ts";
export { contractObserver } from "../coverage/contract-coverage.ts";
export { deriveRequests } from "../coverage/requests/derive-requests.ts";
export { countSighting } from "../coverage/traffic.ts";
export {
  type ApiDocument,
  type DocumentOperation,
  type MediaType,
  methods,
  type RateLimit,
  type RawDocument,
  readDocument,
  resolve,
  type Schema,
} from "../document/document.ts";
export { loadDocument } from "../document/load-document.ts";
export { essence, isJson } from "../document/media-types.ts";
export { fallbackOperationId } from "../document/path-item.ts";
export { closeSchema } from "../document/schemas/closed-schema.ts";
export { flat, typeOf } from "../document/schemas/flat-schema.ts";
export { standardCodes } from "../http/errors/api-error.ts";
export type { Output } from "../http/response/send.ts";
export { redisLimiter } from "../limiter/redis.ts";
export { type Config, readConfig } from "../process/config.ts";
export { docsPages } from "../process/docs-pages.ts";
export { healthPages } from "../process/health-pages.ts";
export { describeRefusal } from "../process/listen/describe-refusal.ts";
export { createLog } from "../process/log.ts";
export { exampleRequest } from "../samples/example-request.ts";
export { openTelemetry } from "../telemetry/open-telemetry.ts";
export { documentedAnswers, testEveryAnswer } from "./every-answer.ts";
export {
  exampleRequests,
  type OperationExample,
  type Untested,
  untestedOperations,
} from "./example-requests.ts";
export { exampleRequestOf, operationOf } from "./examples.ts";
export { type Answer, type Content, type Server, send } from "./send.ts";
export {
  type RunningDocument,
  type RunningService,
  type RunningServices,
  type StartOptions,
  startService,
  startServices,
} from "./start-service.ts";
export { unmatchedPath } from "./unmatched-path.ts";
export { webhookChecker } from "./webhook-checker.ts";
