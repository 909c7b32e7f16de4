// The exports for tests of an API, besides "@counterpart/server".

export {
  type ApiDocument,
  type DocumentOperation,
  essence,
  fallbackOperationId,
  flat,
  isJson,
  type MediaType,
  methods,
  type RateLimit,
  type RawDocument,
  resolve,
  type Schema,
  typeOf,
} from "@counterpart/server/document";
export { standardCodes } from "@counterpart/server/errors";
export type { Output } from "@counterpart/server/http";
export { describeRefusal } from "@counterpart/server/listen";
export { createLog } from "@counterpart/server/log";
export { type Config, docsPages, healthPages, openTelemetry, readConfig } from "@counterpart/server/process";
export { loadDocument, readDocument } from "@counterpart/server/read-document";
export { closeSchema } from "@counterpart/server/schemas";
export { type CheckingFetch, checkingFetch } from "./checks/checking-fetch.ts";
export type { Exchange } from "./checks/exchange.ts";
export { parsed, responseFaults } from "./checks/response-faults.ts";
export { contractObserver } from "./coverage/contract-coverage.ts";
export { countCoverage } from "./coverage/traffic.ts";
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
export { documentedResponses, testEveryResponse } from "./service/every-response.ts";
export {
  exampleRequestOf,
  exampleRequests,
  type OperationExample,
  operationOf,
  type Untested,
  unmatchedPath,
  untestedOperations,
} from "./service/examples.ts";
export { type Content, type Server, type ServiceResponse, send } from "./service/send.ts";
export {
  type RunningDocument,
  type RunningService,
  type RunningServices,
  type StartOptions,
  startService,
  startServices,
} from "./service/start-service.ts";
export { webhookChecker } from "./service/webhook-checker.ts";
