import type { RequestListener } from "node:http";
import type { Logger } from "pino";
import { createSharedApp } from "../../adapters/node/create-app.ts";
import type { RateLimit } from "../../document/document.ts";
import type { AppParts } from "../../http/app.ts";
import type { Authenticators } from "../../http/credentials/authenticate.ts";
import type { Observer } from "../../http/observer.ts";
import { type Page, pageConflicts } from "../../http/pages.ts";
import type { Limiter } from "../../limiter/limiter.ts";
import type { PipelineSender } from "../../mcp/calls/pipeline-sender.ts";
import { mcpPage } from "../../mcp/mcp-page.ts";
import { metadataPages, protectedResourceOf } from "../../mcp/protected-resource.ts";
import { operationTools } from "../../mcp/tools/tools.ts";
import type { OperationValidators } from "../../validation/operation-validator.ts";
import type { Development } from "../development.ts";
import { requirePackages } from "../require-packages.ts";
import type { OpenedServices } from "./open-services.ts";
import { ownLimits, type ServedDocument, secretPatternsOf, toolOptions } from "./served-document.ts";

interface ServerParts {
  opened: OpenedServices;
  limiter: Limiter;
  /** By scope, as `rateLimitsOf` names them. */
  limits: Record<string, RateLimit>;
  log: Logger;
  logSuccessRatio?: number;
  observers?: Observer[];
  trustProxy?: number;
  /** The server's public URL, without a trailing slash; pages of its origin may call tools. */
  publicUrl?: string;
  /** A document's pages, in addition to its service's. */
  pagesOf?: (one: ServedDocument) => Page[];
  validatorsOf?: (one: ServedDocument) => OperationValidators;
  /** Replaces a service's authenticators. */
  authenticatorsOf?: (authenticators: Authenticators) => Authenticators;
  /** Wraps what sends the requests of tool calls. */
  callSenderOf?: (one: ServedDocument, send: PipelineSender) => PipelineSender;
  /** Answers failures with their reason, in development. */
  explainFailures?: boolean;
  /** Answers operations without a handler, in development. */
  stubResponses?: Development["stubResponses"] | undefined;
}

/** Creates the app for a server's documents, whose services are already open. */
export function createServerApp(documents: ServedDocument[], parts: ServerParts) {
  const seen = new Set<unknown>();
  const secretPatterns = secretPatternsOf(documents);
  let app: RequestListener | undefined;
  const answer: RequestListener = (req, res) => app?.(req, res);
  const apps = documents.map((one) => {
    // A shared service's pages are served by the first of its documents.
    const hasPages = !seen.has(one.service);
    seen.add(one.service);
    const own = { ...appParts(one, parts, hasPages), secretPatterns };
    const tools = toolOptions(one);
    if (!tools) return own;
    const pages = toolPages(one, { ...own, ...tools }, parts, answer);
    return { ...own, pages: [...own.pages, ...pages] };
  });
  for (const { isTaken, ...conflict } of pageConflicts(apps)) {
    const message = isTaken
      ? "page not served, because an operation has its path"
      : "a page hides an operation";
    parts.log.warn(conflict, message);
  }
  app = createSharedApp(apps);
  return app;
}

/**
 * `/mcp`, or `/mcp/NAME` for one of several documents, and how clients get access tokens for it. Its calls are
 * requests to the app.
 */
function toolPages(
  one: ServedDocument,
  { authorizationServers, ...own }: AppParts & { basePath: string; authorizationServers?: string[] },
  { opened, publicUrl, callSenderOf }: ServerParts,
  app: RequestListener,
): Page[] {
  const { name, document, log } = own;
  requirePackages("mcp", "The service's `mcp`");
  const { tools, findings } = operationTools(document);
  for (const finding of findings) log.warn(finding, "x-mcp not applied");
  const path = name === undefined ? "/mcp" : `/mcp/${name}`;
  const operations = tools.map(({ operation }) => operation);
  const issuers = authorizationServers ?? opened.of(one.service).authorizationServers;
  const resource =
    publicUrl === undefined
      ? undefined
      : protectedResourceOf(document, operations, { publicUrl, path, authorizationServers: issuers });
  const page = mcpPage({
    ...own,
    path,
    tools,
    app,
    resource,
    ...(callSenderOf && { senderWith: (send) => callSenderOf(one, send) }),
    ...(publicUrl !== undefined && { publicUrl }),
  });
  return [page, ...(resource ? metadataPages(resource, { path, isOnly: name === undefined }) : [])];
}

function appParts(
  one: ServedDocument,
  parts: ServerParts,
  hasPages: boolean,
): AppParts & { basePath: string } {
  const { name, document, handlers, service, options, basePath } = one;
  const {
    opened,
    limits,
    pagesOf = () => [],
    validatorsOf,
    authenticatorsOf = (own) => own,
    stubResponses,
    publicUrl: _publicUrl,
    callSenderOf: _callSenderOf,
    ...shared
  } = parts;
  const { services, authenticators, pages, middleware, idempotencyStore, isTemporary } = opened.of(service);
  return {
    ...service,
    ...options,
    ...shared,
    ...(name !== undefined && { name }),
    document,
    ...(validatorsOf && { operationValidators: validatorsOf(one) }),
    handlers,
    basePath,
    authenticators: authenticatorsOf(authenticators),
    services,
    limits: ownLimits(one, limits),
    pages: [...pagesOf(one), ...(hasPages ? pages : [])],
    ...(middleware && { middleware }),
    ...(idempotencyStore && { idempotencyStore }),
    ...(isTemporary && { isTemporary }),
    ...(stubResponses && { loadStubResponses: (validators) => stubResponses(document, validators) }),
  };
}
