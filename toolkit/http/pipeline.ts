import type { RequestHandler } from "express";
import type { ApiDocument, DocumentOperation, RateLimit } from "../document/document.ts";
import type { Limiter } from "../limiter/limiter.ts";
import type { OperationValidators } from "../validation/operation-validator.ts";
import { beginRequest } from "./begin-request.ts";
import type { BodyBudget } from "./body/body-budget.ts";
import type { BodyLimits } from "./body/body-limits.ts";
import { createBodyReader } from "./body/read-body.ts";
import { composeMiddleware } from "./composition/compose-middleware.ts";
import { type Step, sequence } from "./composition/step.ts";
import { type Authenticators, createAuthentication } from "./credentials/authenticate.ts";
import type { AnswerError } from "./errors/answer-errors.ts";
import { createPageFinder, type Page } from "./pages.ts";
import { checkHead } from "./steps/check-head.ts";
import { answerPreflight, type Cors, corsHeaders } from "./steps/cors.ts";
import { createRateLimit } from "./steps/rate-limit.ts";
import { answerOptions, refuseUndecodable, refuseUnroutable, throwRefusal } from "./steps/refusals.ts";
import { createRouter } from "./steps/route.ts";
import { securityHeaders } from "./steps/security-headers.ts";
import { validateRequest } from "./steps/validate-request.ts";
import { constantHeaders, deprecationHeaders } from "./steps/version-headers.ts";

export interface PipelineParts {
  /** Identifies the document among others on the same server; undefined for a single one. */
  name?: string;
  document: ApiDocument;
  validators: OperationValidators;
  authenticators: Authenticators;
  limiter: Limiter;
  limits: Record<string, RateLimit>;
  /** Run for every request as soon as it has an id: log, metrics, traces. */
  observers: RequestHandler[];
  /** Before every path of the document. */
  basePath: string;
  bodyLimits: BodyLimits;
  /** For the bodies of all documents of the process. */
  bodyBudget: BodyBudget;
  /** Which pages of other origins may call; none unless given. */
  cors?: Cors;
  /** Steps before routing. */
  beforeRoute?: Step[];
  /** Answers outside the document. */
  pages?: Page[];
  /** Middleware for valid requests to an operation; undefined for none. */
  middleware?: (operation: DocumentOperation) => Step | undefined;
  /** Answers valid requests to an operation. */
  answer: (operation: DocumentOperation) => Step;
  answerError: AnswerError;
}

/**
 * The order of all steps that a request passes, in the server and in the mock. Steps that depend on the operation are
 * composed here once per operation: a request only passes the ones that concern it.
 */
export function createPipeline(parts: PipelineParts): RequestHandler {
  const { name, document, basePath, cors, pages = [], answerError } = parts;
  const findOperation = createRouter(document, basePath);
  const authenticate = createAuthentication(document, parts.authenticators);
  const rateLimit = createRateLimit(parts.limits, parts.limiter);
  const readBody = createBodyReader(parts.bodyLimits, parts.bodyBudget);
  const preflight = cors && answerPreflight(cors);

  // Refusals take precedence in this order: credential, rate limit, request. That is 401, 403, 429, 404, 405, 400.
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
      parts.middleware?.(operation),
      parts.answer(operation),
    );
  const unroutable = [rateLimit(), preflight, answerOptions, throwRefusal, refuseUnroutable];
  const noOperation = sequence(...unroutable);
  const findPage = createPageFinder(pages, {
    isTaken: (path) => document.paths.some((one) => basePath + one === path),
    otherwise: noOperation,
  });
  const otherMethods = sequence(authenticate(document.security ?? []), ...unroutable);
  const byOperation = new Map(document.operations.map((one) => [one, operationSteps(one)]));

  const answer: Step = (req, res, context) => {
    const page = findPage(req, context);
    if (page) return page(req, res, context);
    const operation = findOperation(req, context);
    const isOfDocument = context.allow !== undefined && context.page === undefined;
    const steps = (operation && byOperation.get(operation)) ?? (isOfDocument ? otherMethods : noOperation);
    return steps(req, res, context);
  };
  const run = sequence(
    securityHeaders(),
    cors && corsHeaders(document, cors),
    ...(parts.beforeRoute ?? []),
    constantHeaders(document),
    checkHead,
    answer,
  );
  const observe = composeMiddleware(...parts.observers);

  return (req, res, next) => {
    const fail = (error: unknown): void => {
      try {
        answerError(error, res);
      } catch (fault) {
        next(fault);
      }
    };
    const context = beginRequest(req, res);
    if (name !== undefined) context.document = name;
    observe(req, res, (error?: unknown) => {
      if (error) return fail(error);
      try {
        run(req, res, context)?.catch(fail);
      } catch (thrown) {
        fail(thrown);
      }
    });
  };
}
