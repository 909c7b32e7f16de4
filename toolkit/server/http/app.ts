import type { RequestListener } from "node:http";
import type { Logger } from "pino";
import type { ApiDocument, RateLimit } from "../document/document.ts";
import type { IdempotencyStore } from "../idempotency/idempotency-store.ts";
import { memoryIdempotencyStore } from "../idempotency/memory-idempotency-store.ts";
import type { Limiter } from "../limiter/limiter.ts";
import { createValidators, type OperationValidators } from "../validation/operation-validator.ts";
import { type BodyBudget, createBodyBudget } from "./body/body-budget.ts";
import { bodyLimits, maxBytesAtOnce } from "./body/body-limits.ts";
import { createMiddleware, type Middleware } from "./composition/middleware.ts";
import type { Step } from "./composition/step.ts";
import type { Authenticators } from "./credentials/authenticate.ts";
import { answerErrors, type IsTemporary } from "./errors/answer-errors.ts";
import { type Answer, expressApp } from "./express-app.ts";
import type { Observer } from "./observer.ts";
import type { AppOptions } from "./options/app-options.ts";
import { readBasePath } from "./options/base-path.ts";
import type { Page } from "./pages.ts";
import { createPipeline } from "./pipeline.ts";
import { type AnyHandler, createHandling } from "./steps/handle.ts";
import { requestLog } from "./steps/request-log.ts";

export interface AppParts extends AppOptions {
  /** Identifies the document among others on the same server; undefined for a single one. */
  name?: string;
  document: ApiDocument;
  /** The document's validators, with the service's formats; created by default. */
  validators?: OperationValidators;
  handlers: Record<string, AnyHandler>;
  authenticators: Authenticators;
  /** Handed to the handlers. */
  services: unknown;
  limiter: Limiter;
  limits: Record<string, RateLimit>;
  log: Logger;
  /** Observe every request: metrics and traces, for example. */
  observers?: Observer[];
  /** How many trusted proxies forward the client's address; default: 0. */
  trustProxy?: number;
  /** The share of successful requests to log, 0 to 1; default: all. */
  logSuccessRatio?: number;
  /** Answers outside the document, such as `/docs` and `/healthz`. */
  pages: Page[];
  middleware?: Middleware;
  /** Where answers for `Idempotency-Key` are stored; by default, in this process. */
  idempotencyStore?: IdempotencyStore;
  /** Whether an error of the services is temporary; by default none is. */
  isTemporary?: IsTemporary;
  /** In development: failures are answered with their reason. */
  explainFailures?: boolean;
  /** In development: loads the responder for operations without a handler. Without it they answer 501. */
  loadStubAnswers?: (validators: OperationValidators) => Promise<Step>;
}

/** The server of a document: the pipeline, ending in the handlers. */
export function createApp(parts: AppParts): RequestListener {
  const budget = createBodyBudget(maxBytesAtOnce([bodyLimits(parts)]));
  return expressApp(createDocumentPipeline(parts, budget), parts.trustProxy);
}

/** The pipeline that answers the requests of a document. */
export function createDocumentPipeline(parts: AppParts, bodyBudget: BodyBudget): Answer {
  const { name, document, handlers, services, log, observers = [], loadStubAnswers } = parts;
  const validators = parts.validators ?? createValidators(document, { formats: parts.formats });
  return createPipeline({
    ...(name !== undefined && { name }),
    document,
    validators,
    authenticators: parts.authenticators,
    limiter: parts.limiter,
    limits: parts.limits,
    basePath: readBasePath(parts.basePath),
    bodyLimits: bodyLimits(parts),
    bodyBudget,
    ...(parts.newRequestId && { newRequestId: parts.newRequestId }),
    ...(parts.secretPatterns && { secretPatterns: parts.secretPatterns }),
    ...(parts.cors && { cors: parts.cors }),
    observers: [
      requestLog(log, { successRatio: parts.logSuccessRatio, secretPatterns: parts.secretPatterns }),
      ...observers,
    ],
    pages: parts.pages,
    middleware: createMiddleware(document.operations, parts.middleware ?? {}),
    idempotencyStore: parts.idempotencyStore ?? memoryIdempotencyStore(),
    answer: createHandling(document.operations, {
      handlers,
      services,
      validators,
      ...(loadStubAnswers && { loadStubAnswers: () => loadStubAnswers(validators) }),
    }),
    answerError: answerErrors({ ...parts, validators }),
  });
}
