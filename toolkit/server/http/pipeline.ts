import type { ApiDocument, DocumentOperation, RateLimit } from "../document/document.ts";
import type { IdempotencyStore } from "../idempotency/idempotency-store.ts";
import type { Limiter } from "../limiter/limiter.ts";
import type { OperationValidators } from "../validation/operation-validator.ts";
import type { BodyBudget } from "./body/body-budget.ts";
import type { BodyLimits } from "./body/body-limits.ts";
import { createBodyReader } from "./body/read-body.ts";
import { type Step, sequence } from "./composition/step.ts";
import { beginRequest, contextOf, createRequestIds } from "./context.ts";
import { type Authenticators, createAuthentication } from "./credentials/authenticate.ts";
import type { ErrorResponder } from "./errors/respond-to-errors.ts";
import type { Responder } from "./exchange.ts";
import { type Observer, observeWith } from "./observer.ts";
import type { AppOptions } from "./options/app-options.ts";
import { createPageFinder, type Page, takenPaths } from "./pages.ts";
import { headersOfEveryResponse } from "./response/headers-of-every-response.ts";
import { createRouter } from "./route.ts";
import { createAnswerOnce } from "./steps/answer-once.ts";
import { answerPreflight, corsHeaders } from "./steps/cors.ts";
import { deprecationHeaders } from "./steps/deprecation-headers.ts";
import { createRateLimit } from "./steps/rate-limit.ts";
import {
  answerOptions,
  checkHead,
  refuseUndecodable,
  refuseUnroutable,
  throwRefusal,
} from "./steps/refusals.ts";
import { validateRequest } from "./steps/validate-request.ts";

export interface PipelineParts extends Pick<AppOptions, "newRequestId" | "secretPatterns" | "cors"> {
  /** Identifies the document among others on the same server; undefined for a single one. */
  name?: string;
  document: ApiDocument;
  validators: OperationValidators;
  authenticators: Authenticators;
  limiter: Limiter;
  limits: Record<string, RateLimit>;
  /** Observe every request from the moment it has an id: log, metrics, traces. */
  observers: Observer[];
  /** Prefix of every path of the document. */
  basePath: string;
  bodyLimits: BodyLimits;
  /** Shared by all documents of the process. */
  bodyBudget: BodyBudget;
  /** Steps before routing. */
  beforeRoute?: Step[];
  /** Pages outside the document. */
  pages?: Page[];
  /** Middleware for valid requests to an operation; undefined for none. */
  middleware?: (operation: DocumentOperation) => Step | undefined;
  /** Answers valid requests to an operation. */
  answer: (operation: DocumentOperation) => Step;
  /** Stores responses for `Idempotency-Key`; the header has no effect without it. */
  idempotencyStore?: IdempotencyStore;
  answerError: ErrorResponder;
}

/**
 * Composes an operation's steps once, in their order, for the server and the mock. Add new ones here: a function of the
 * operation that returns a step, or undefined. What needs the finished response belongs in `response/send.ts`.
 */
export function createPipeline(parts: PipelineParts): Responder {
  const { name, document, basePath, cors, pages = [], answerError } = parts;
  const findOperation = createRouter(document, basePath);
  const authenticate = createAuthentication(document, parts.authenticators);
  const rateLimit = createRateLimit(parts.limits, parts.limiter);
  const readBody = createBodyReader(document, parts.bodyLimits, parts.bodyBudget);
  const answerOnce = createAnswerOnce(parts.idempotencyStore, name);
  const preflight = cors && answerPreflight(cors);

  // Refusals take precedence in this order: credential, rate limit, request (401, 403, 429, 404, 405, 400).
  const operationSteps = (operation: DocumentOperation): Step =>
    sequence(
      deprecationHeaders(operation),
      authenticate(operation.security),
      rateLimit(operation.rateLimitScope),
      preflight,
      throwRefusal,
      refuseUndecodable,
      readBody(operation),
      validateRequest(document, operation, parts.validators(operation)),
      answerOnce(operation, sequence(parts.middleware?.(operation), parts.answer(operation))),
    );
  const unroutable = [rateLimit(), preflight, answerOptions, throwRefusal, refuseUnroutable];
  const noOperation = sequence(...unroutable);
  const findPage = createPageFinder(pages, {
    isTaken: takenPaths([{ document, basePath }]),
    otherwise: noOperation,
  });
  const otherMethods = sequence(authenticate(document.security ?? []), ...unroutable);
  const byOperation = new Map(document.operations.map((one) => [one, operationSteps(one)]));

  const answer: Step = (req, res, context) => {
    // A tool's argument can't lead to a page.
    const page = context.via === undefined ? findPage(req, context) : undefined;
    if (page) return page(req, res, context);
    const operation = findOperation(req, context);
    const isOfDocument = context.allow !== undefined && context.page === undefined;
    const steps = (operation && byOperation.get(operation)) ?? (isOfDocument ? otherMethods : noOperation);
    return steps(req, res, context);
  };
  const run = sequence(cors && corsHeaders(document, cors), ...(parts.beforeRoute ?? []), checkHead, answer);
  const observation = observeWith(parts.observers, contextOf);
  const headers = new Map(Object.entries(headersOfEveryResponse(document)));
  const ids = createRequestIds(document, parts.validators, parts);

  return (req, res) => {
    const fail = (error: unknown): void => {
      try {
        answerError(error, res);
      } catch (fault) {
        console.error(fault);
        res.destroy();
      }
    };
    const handle = (): void => {
      try {
        run(req, res, context)?.catch(fail);
      } catch (thrown) {
        fail(thrown);
      }
    };
    const context = beginRequest(req, res, headers, ids);
    if (name !== undefined) context.document = name;
    observation.begin(req, res, context);
    // Requests of one turn are all read before any is handled, which takes a fifth off a cached response (decision 0150).
    setImmediate(() => {
      if (observation.within) observation.within(req, context, handle);
      else handle();
    });
  };
}
