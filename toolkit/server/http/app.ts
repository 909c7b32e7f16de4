import type { DocumentOperation } from "../document/document.ts";
import { memoryIdempotencyStore } from "../idempotency/memory-idempotency-store.ts";
import type { Limiter } from "../limiter/limiter.ts";
import type { Log } from "../log/log-port.ts";
import { createValidators, type OperationValidators } from "../validation/operation-validator.ts";
import type { WrittenValidators } from "../validation/schemas/written-validators.ts";
import { type BodyBudget, createBodyBudget } from "./body/body-budget.ts";
import { bodyLimits, maxBytesAtOnce } from "./body/body-limits.ts";
import { createMiddleware, type Middleware } from "./composition/middleware.ts";
import type { Step } from "./composition/step.ts";
import { dispatch } from "./dispatch.ts";
import { type IsTemporary, respondToErrors } from "./errors/respond-to-errors.ts";
import type { Responder } from "./exchange.ts";
import { type Observer, requestLog } from "./observer.ts";
import type { AppOptions } from "./options/app-options.ts";
import { readBasePath } from "./options/base-path.ts";
import type { Page } from "./pages.ts";
import { createPipeline, type PipelineParts } from "./pipeline.ts";
import { type AnyHandler, createHandling } from "./steps/handle.ts";

/** The parts of the pipeline that a document's server gets as they are. */
type OwnPipelineParts = Pick<
  PipelineParts,
  "name" | "document" | "authenticators" | "limiter" | "limits" | "idempotencyStore"
>;

export interface AppParts extends AppOptions, OwnPipelineParts {
  /** Of `generated/validators.js`. By default, validators are compiled (`new Function`). */
  validators?: WrittenValidators;
  /** Created from the written ones and the formats by default. */
  operationValidators?: OperationValidators;
  handlers: Record<string, AnyHandler>;
  /** Handed to the handlers. */
  services: unknown;
  log: Log;
  /** Observe every request: metrics and traces, for example. */
  observers?: Observer[];
  /** How many trusted proxies forward the client's address; default: 0. */
  trustProxy?: number;
  /** The share of successful requests to log, 0 to 1; default: all. */
  logSuccessRatio?: number;
  /** Answers outside the document, such as `/docs` and `/healthz`. */
  pages: Page[];
  middleware?: Middleware;
  /** Whether an error of the services is temporary; by default none is. */
  isTemporary?: IsTemporary;
  /** In development: failures are answered with their reason. */
  explainFailures?: boolean;
  /** In development: loads the responder for operations without a handler. Without it they answer 501. */
  loadStubResponses?: (validators: OperationValidators) => Promise<Step>;
  /** Answers operations without a handler, such as another server's. Without it, there must be a handler for each. */
  otherwise?: (operation: DocumentOperation, validators: OperationValidators) => Step;
}

/**
 * Answers the requests of one or several documents: each has its own pipeline, ending in the handlers.
 * @throws when two documents have the same path or page
 */
export function createResponder(documents: AppParts[]): Responder {
  const budget = createBodyBudget(maxBytesAtOnce(documents.map(bodyLimits)));
  const served = documents.map((parts) => {
    const { name = "", document, pages } = parts;
    const basePath = readBasePath(parts.basePath);
    return { name, document, basePath, pages, pipeline: createDocumentPipeline(parts, basePath, budget) };
  });
  return dispatch(served);
}

/** The pipeline that answers the requests of a document. */
function createDocumentPipeline(parts: AppParts, basePath: string, bodyBudget: BodyBudget): Responder {
  const { name, document, limiter, loadStubResponses, otherwise } = parts;
  const { formats, validators: written } = parts;
  const validators = parts.operationValidators ?? createValidators(document, { formats, written });
  return createPipeline({
    ...parts,
    validators,
    basePath,
    bodyLimits: bodyLimits(parts),
    bodyBudget,
    limiter: name === undefined ? limiter : separateLimiter(limiter, name),
    observers: [
      requestLog(parts.log, { successRatio: parts.logSuccessRatio, secretPatterns: parts.secretPatterns }),
      ...(parts.observers ?? []),
    ],
    middleware: createMiddleware(document.operations, parts.middleware ?? {}),
    // By default, answers for `Idempotency-Key` are kept in this process.
    idempotencyStore: parts.idempotencyStore ?? memoryIdempotencyStore(),
    answer: createHandling(document.operations, {
      handlers: parts.handlers,
      services: parts.services,
      validators,
      ...(loadStubResponses && { loadStubResponses: () => loadStubResponses(validators) }),
      ...(otherwise && { otherwise: (operation: DocumentOperation) => otherwise(operation, validators) }),
    }),
    answerError: respondToErrors({ ...parts, validators }),
  });
}

/** Separates the counts of documents whose scopes have the same name. */
function separateLimiter(limiter: Limiter, name: string): Limiter {
  return { ...limiter, count: (bucket, limit) => limiter.count(`${name}:${bucket}`, limit) };
}
