// The exports for tests of an API, besides "@counterpart/server".

export {
  type ApiDocument,
  type DocumentOperation,
  type MediaType,
  methods,
  type RateLimit,
  type RawDocument,
  resolve,
  type Schema,
} from "@counterpart/server/document/document";
export { loadDocument } from "@counterpart/server/document/load-document";
export { essence, isJson } from "@counterpart/server/document/media-types";
export { fallbackOperationId } from "@counterpart/server/document/path-item";
export { readDocument } from "@counterpart/server/document/read-document";
export { closeSchema } from "@counterpart/server/document/schemas/closed-schema";
export { flat, typeOf } from "@counterpart/server/document/schemas/flat-schema";
export { standardCodes } from "@counterpart/server/http/errors/api-error";
export type { Output } from "@counterpart/server/http/response/send";
export { redisLimiter } from "@counterpart/server/limiter/redis";
export { createLog } from "@counterpart/server/log/log";
export { type Config, readConfig } from "@counterpart/server/process/config";
export { docsPages } from "@counterpart/server/process/docs-pages";
export { healthPages } from "@counterpart/server/process/health-pages";
export { describeRefusal } from "@counterpart/server/process/listen/describe-refusal";
export { openTelemetry } from "@counterpart/server/telemetry/open-telemetry";
export { answerFaults, parsed } from "./checks/answer-faults.ts";
export { type CheckingFetch, checkingFetch } from "./checks/checking-fetch.ts";
export type { Exchange } from "./checks/exchange.ts";
export { contractObserver } from "./coverage/contract-coverage.ts";
export { countSighting } from "./coverage/traffic.ts";
export { operationFinder } from "./judge/document/find-operation.ts";
export type {
  Exchange as TrafficExchange,
  HeaderLines,
  ReceivedResponse,
  SentRequest,
} from "./judge/exchange.ts";
export { createJudge, type Judge, type JudgeOptions, type LiveJudge } from "./judge/judge.ts";
export { type RuleName, rules } from "./judge/rules.ts";
export type { TrafficFinding } from "./judge/traffic-finding.ts";
export { type Difference, differences } from "./mock/differences.ts";
export { type Mock, type SharedMock, startMock, startSharedMock } from "./mock/start-mock.ts";
export { exampleRequest } from "./samples/example-request.ts";
export { documentedAnswers, testEveryAnswer } from "./service/every-answer.ts";
export {
  exampleRequestOf,
  exampleRequests,
  type OperationExample,
  operationOf,
  type Untested,
  unmatchedPath,
  untestedOperations,
} from "./service/examples.ts";
export { type Answer, type Content, type Server, send } from "./service/send.ts";
export {
  type RunningDocument,
  type RunningService,
  type RunningServices,
  type StartOptions,
  startService,
  startServices,
} from "./service/start-service.ts";
export { webhookChecker } from "./service/webhook-checker.ts";
