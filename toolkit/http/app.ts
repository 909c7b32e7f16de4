import express, { type Express, type RequestHandler } from "express";
import type { Logger } from "pino";
import type { ApiDocument, RateLimit } from "../document/document.ts";
import type { Limiter } from "../limiter/limiter.ts";
import { createValidators } from "../validation/operation-validator.ts";
import { readBody } from "./body/read-body.ts";
import { type Authenticators, authenticate } from "./credentials/authenticate.ts";
import { answerErrors, type IsTemporary } from "./errors/answer-errors.ts";
import { inOrder } from "./in-order.ts";
import { operationalPages, type Page } from "./pages.ts";
import { checkHead } from "./steps/check-head.ts";
import { type AnyHandler, handle } from "./steps/handle.ts";
import { rateLimit } from "./steps/rate-limit.ts";
import { refuse } from "./steps/refuse.ts";
import { requestContext } from "./steps/request-context.ts";
import { requestLog } from "./steps/request-log.ts";
import { route } from "./steps/route.ts";
import { securityHeaders } from "./steps/security-headers.ts";
import { validateRequest } from "./steps/validate-request.ts";
import { constantHeaders, deprecationHeaders } from "./steps/version-headers.ts";

export interface AppParts {
  document: ApiDocument;
  handlers: Record<string, AnyHandler>;
  authenticators: Authenticators;
  /** Handed to the handlers. */
  services: unknown;
  limiter: Limiter;
  limits: Record<string, RateLimit>;
  log: Logger;
  /** What every request passes to be seen from outside: metrics, traces. */
  watch?: RequestHandler[];
  /** How many proxies stand in front and say for whom they ask; none, unless told. */
  trustProxy?: number;
  /** Answers outside the document: `/docs`, `/healthz`, the provider's webhooks. */
  pages: Page[];
  /** Tells which errors of the services pass by themselves; none, unless told. */
  isTemporary?: IsTemporary;
  /** In development: loads what answers for operations that aren't written yet. Without it they are 501. */
  loadStubAnswers?: () => Promise<RequestHandler>;
}

/** The order of everything that a request passes. */
export function createApp(parts: AppParts): Express {
  const { document, handlers, authenticators, services, limiter, limits, log, pages, loadStubAnswers } =
    parts;
  const { watch = [], trustProxy = 0 } = parts;
  const app = express();
  app.disable("x-powered-by");
  app.set("etag", false);
  app.set("query parser", "extended");
  app.set("trust proxy", trustProxy);

  const validators = createValidators(document);
  app.use(
    inOrder(
      requestContext(),
      requestLog(log),
      ...watch,
      securityHeaders(),
      constantHeaders(document),
      checkHead(),
      operationalPages(pages, document),
      route(document),
      deprecationHeaders(),
      authenticate(document, authenticators),
      rateLimit(limits, limiter),
      refuse(),
      readBody(),
      validateRequest(document, validators),
      handle(document.operations, {
        handlers,
        services,
        validators,
        ...(loadStubAnswers && { loadStubAnswers }),
      }),
    ),
  );
  app.use(answerErrors(document, log, parts.isTemporary));
  return app;
}
