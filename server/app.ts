import express, { type Express, type RequestHandler } from "express";
import type { Logger } from "pino";
import { answerErrors, type IsTemporary } from "./http/answer-errors.ts";
import { type Authenticators, authenticate } from "./http/authenticate.ts";
import { checkHead } from "./http/check-head.ts";
import type { ApiDocument, RateLimit } from "./http/document.ts";
import { type AnyHandler, handle } from "./http/handle.ts";
import { inOrder } from "./http/in-order.ts";
import { operationalPages, type Page } from "./http/pages.ts";
import { rateLimit } from "./http/rate-limit.ts";
import { readBody } from "./http/read-body.ts";
import { refuse } from "./http/refuse.ts";
import { requestContext } from "./http/request-context.ts";
import { requestLog } from "./http/request-log.ts";
import { route } from "./http/route.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { createValidator } from "./http/validate.ts";
import { constantHeaders, deprecationHeaders } from "./http/version-headers.ts";
import type { Limiter } from "./limiter/limiter.ts";

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

  const validator = createValidator(document);
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
      validator.holdRequest,
      handle(document.operations, {
        handlers,
        services,
        validator,
        ...(loadStubAnswers && { loadStubAnswers }),
      }),
    ),
  );
  app.use(answerErrors(document, log, parts.isTemporary));
  return app;
}
